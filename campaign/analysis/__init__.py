"""The analysis of a finished city: the worth of each tile, and the swap and arrangement that would score more VP."""
