"""Keep open pages up to date: count changes, and announce them through event streams."""
