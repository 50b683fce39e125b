"""Delete a campaign, and bring it back from the bin."""
