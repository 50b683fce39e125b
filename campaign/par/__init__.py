"""Show the par of a mission: the mean VP per city in complete games that programs have played."""
