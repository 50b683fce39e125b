"""Make a campaign, show it, and change its settings."""
