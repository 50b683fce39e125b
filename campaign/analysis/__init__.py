"""Show after the game what would have brought more."""
