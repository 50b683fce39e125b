"""Score any city without a campaign."""
