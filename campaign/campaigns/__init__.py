"""Make a campaign, show it, change its settings."""
