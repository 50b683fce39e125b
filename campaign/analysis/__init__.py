"""The analysis of a finished city: how many VP each tile brings, and which swap or arrangement would bring more."""
