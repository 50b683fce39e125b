"""Names of the board game on other sites."""

GAME_NAME = "Quadropolis"
BGG_ID = 176396  # the id on BoardGameGeek
