"""Welcome a new visitor, or lead a group to its campaigns."""
