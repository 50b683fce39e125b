"""Share a campaign by links, and let people join it."""
