"""Enter a player's city tap by tap, and show the points after each tap."""
