"""The search of the rules: it cuts pages into lines, finds the meaning of a question, and ranks the lines for it."""
