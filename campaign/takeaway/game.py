"""What the game on the table is called elsewhere."""

GAME_NAME = "Quadropolis"
BGG_ID = 176396  # of BoardGameGeek
