"""Begin, change, finish and reopen a game."""
