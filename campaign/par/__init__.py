"""Show the par of a mission, measured in complete games that programs draft."""
