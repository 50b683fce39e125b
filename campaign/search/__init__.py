"""The search of the rules: cuts pages into lines, understands the words of a question, and ranks the lines for them."""
