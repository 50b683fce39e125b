"""Find out, after a game, which changes bring more VP. Every figure compares totals of best allocations."""

from scoring.analysis.line_changes import LineChanges, line_changes
from scoring.analysis.rebuilding import Progress, rebuilding, rebuilt
from scoring.analysis.swaps import Swap, best_swap
from scoring.analysis.worths import SupplyWorths, supply_worths, tile_worths

__all__ = [
    "LineChanges",
    "Progress",
    "SupplyWorths",
    "Swap",
    "best_swap",
    "line_changes",
    "rebuilding",
    "rebuilt",
    "supply_worths",
    "tile_worths",
]
