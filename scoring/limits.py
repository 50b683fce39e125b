"""What no city can exceed, category by category: for asking about a total typed from paper, and who can still win.

The limits are safe rather than sharp: they count tiles and borders between squares, and forget that these compete.
"""

from scoring.boards import Board
from scoring.kinds import KINDS, Kind
from scoring.rules import TURNS_A_ROUND, Rules
from scoring.tiles import rounds, tiles_in_use

SIDES = 4  # of a square


def tiles_a_city(rules: Rules) -> int:
    """The most tiles one player can build: one a turn."""
    return TURNS_A_ROUND * len(rounds(rules.mode))


def highest(category: str, rules: Rules) -> int:
    """VP no city reaches more of in this category of the score sheet. Raises KeyError for an unknown category."""
    return _limits(rules)[category]


def highest_total(rules: Rules) -> int:
    """VP no city exceeds in all."""
    return sum(_limits(rules).values())


def _limits(rules: Rules) -> dict[str, int]:
    points, board = rules.points, rules.board
    turns = tiles_a_city(rules)
    tiles = tiles_in_use(rules.mode)
    count = {kind: min(turns, sum(tile.kind is kind for tile in tiles)) for kind in Kind}
    borders = _borders(board)
    best_floor = max(vp / floors for floors, vp in enumerate(points.tower_block) if floors)
    best_office_floor = max(vp / floors for floors, vp in enumerate(points.office_tower[-1]) if floors)
    factory = max(vp for kind, vp in points.factory.items() if rules.mode in KINDS[kind].highest)
    return {
        "tower_block": int(count[Kind.TOWER_BLOCK] * best_floor),
        "shop": count[Kind.SHOP] * points.shop[-1],
        "public_service": points.public_service[-1] + _printed(rules, Kind.PUBLIC_SERVICE),
        "park": int(borders * points.park[-1] / SIDES),
        "factory": borders * factory,
        "harbor": points.harbor[len(board.rows[0])] + points.harbor[len(board.rows)] + _printed(rules, Kind.HARBOR),
        "office_tower": int(count[Kind.OFFICE_TOWER] * best_office_floor),
        "monument": count[Kind.MONUMENT] * SIDES * max(points.monument.values()),
        "mission": sum(bonus.highest(rules.mode) for bonus in rules.bonuses),
        "unused_inhabitants": 0,
        "unused_energy": 0,
    }


def _borders(board: Board) -> int:
    """Pairs of squares that share a side."""
    return sum(map(len, board.neighbours)) // 2


def _printed(rules: Rules, kind: Kind) -> int:
    """VP printed on the best tiles of a kind one player could build."""
    printed = sorted((tile.vp for tile in tiles_in_use(rules.mode) if tile.kind is kind), reverse=True)
    return sum(printed[: tiles_a_city(rules)])
