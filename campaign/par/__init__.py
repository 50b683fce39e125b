"""Show the par of a mission: the mean VP per city, measured in complete games that programs draft."""
