"""The analysis of a finished city: what each tile is worth, and which swap or arrangement would score more VP."""
