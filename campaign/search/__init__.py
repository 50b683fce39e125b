"""The search of the rules. It divides pages into lines, reads a question, and ranks the lines that answer it."""
