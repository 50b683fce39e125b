"""Welcome a visitor; lead a group to its next mission."""
