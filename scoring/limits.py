"""What no city can exceed, category by category: for asking about a total typed from paper, and who can still win.

The limits are safe rather than sharp: they count tiles and borders between squares, and forget that these compete.
"""

from scoring.kinds import KINDS, Kind
from scoring.rules import TURNS_A_ROUND, Rules
from scoring.tiles import rounds, tiles_in_use


def tiles_a_city(rules: Rules) -> int:
    """Return the most tiles one player can build: one a turn."""
    return TURNS_A_ROUND * len(rounds(rules.mode))


def highest(category: str, rules: Rules) -> int:
    """Return the VP that no city exceeds in a category of the score sheet. Raises KeyError for an unknown category."""
    return _limits(rules)[category]


def highest_total(rules: Rules) -> int:
    """Return the VP that no city exceeds in all."""
    return sum(_limits(rules).values())


def _limits(rules: Rules) -> dict[str, int]:
    in_use = sorted(tiles_in_use(rules.mode), key=lambda tile: -tile.vp)
    tiles = {kind: [tile for tile in in_use if tile.kind is kind][: tiles_a_city(rules)] for kind in Kind}
    # A Playground scores as the Park it replaces.
    limits = {facts.category: facts.limit(rules, tiles) for kind, facts in KINDS.items() if kind == facts.category}
    mission = sum(bonus.highest(rules.mode) for bonus in rules.bonuses)
    return {**limits, "mission": mission, "unused_inhabitants": 0, "unused_energy": 0}
