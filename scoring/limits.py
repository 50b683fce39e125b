"""Compute upper bounds of a city's VP by category. They reveal impossible totals and players who cannot win.

The bounds may be too high, but are never too low.
"""

from collections.abc import Mapping
from typing import Any

from scoring.kinds import KINDS, Kind
from scoring.rules import TURNS_A_ROUND, Rules
from scoring.tiles import tiles_in_use


def tiles_a_city(rules: Rules) -> int:
    """Return the most tiles that one player can build: one per turn."""
    return TURNS_A_ROUND * len(rules.rounds)


def highest(category: str, rules: Rules) -> int:
    """Return an upper bound of a category of the score sheet. Raises KeyError for an unknown category."""
    return _limits(rules)[category]


def highest_total(rules: Rules) -> int:
    """Return an upper bound of a city's total."""
    return sum(_limits(rules).values())


def can_lose(category: str, rules: Rules) -> bool:
    """Tell whether a category of the score sheet can come to less than 0 VP. Those without a table of points can."""
    table = getattr(rules.points, category, None)
    return table is None or _least(table) < 0


def _least(table: Any) -> int:
    """Return the least VP of a table of points, or of the tables in it."""
    if isinstance(table, int):
        return table
    return min(map(_least, table.values() if isinstance(table, Mapping) else table), default=0)


def _limits(rules: Rules) -> dict[str, int]:
    in_use = [tile for number in rules.rounds for tile in tiles_in_use(rules.mode, number)]
    in_use.sort(key=lambda tile: -tile.vp)
    tiles = {kind: [tile for tile in in_use if tile.kind is kind][: tiles_a_city(rules)] for kind in Kind}
    # A Playground scores as the Park that it replaces, so it has no limit of its own.
    limits = {facts.category: facts.limit(rules, tiles) for kind, facts in KINDS.items() if kind == facts.category}
    mission = sum(bonus.highest(rules.mode) for bonus in rules.bonuses)
    return {**limits, "mission": mission, "unused_inhabitants": 0, "unused_energy": 0}
