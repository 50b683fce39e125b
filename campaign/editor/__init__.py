"""Enter a player's city tap by tap, with live points."""
