"""Welcome a visitor; lead a group to its campaign."""
