"""The board game's name and its id on BoardGameGeek. Files for other programs contain them."""

GAME_NAME = "Quadropolis"
BGG_ID = 176396  # the id on BoardGameGeek
