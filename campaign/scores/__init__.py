"""Connect the site with the scoring engine: read cities, draw boards and translate the engine's messages."""
