"""Parks score by the Tower Blocks and Office Towers beside them. Source: docs/rules.md section 6."""

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from scoring.boards import BOARDS, Mode, squares_of
from scoring.kinds.base import Kind, KindOfBuilding, Tiles
from scoring.messages import gettext, ngettext
from scoring.score_lines import ScoreLine, make_line
from scoring.terms import Term

if TYPE_CHECKING:
    from scoring.layout import Layout
    from scoring.rules import Rules
    from scoring.settled import SettledCity

PARK = (0, 2, 4, 7, 11)  # VP by number of towers beside the Park

TOWERS = ngettext("{count} tower beside it", "{count} towers beside it")
NO_TOWER = gettext("no tower beside it")


class Park(KindOfBuilding):
    """A Park is always active and can absorb one unused Energy Unit."""

    kind = Kind.PARK
    category = "park"
    letter = "P"
    beside = ngettext("{count} Park beside it, {vp} VP", "{count} Parks beside it, {vp} VP each")
    wrong_mark = gettext("{square}: a Park is always active; its mark is + or, with an Energy Unit, e, not {mark}.")

    def marks(self, customers_a_shop: int) -> str:
        return "+e"

    def vp(self, city: "SettledCity", mask: int) -> int:
        table, around = city.points.park, city.board.neighbour_masks
        towers = city.masks[Kind.TOWER_BLOCK] | city.masks[Kind.OFFICE_TOWER]
        return sum([table[(around[square] & towers).bit_count()] for square in squares_of(mask)])

    def lines(self, city: "SettledCity", mask: int) -> tuple[ScoreLine, ...]:
        towers = city.masks[Kind.TOWER_BLOCK] | city.masks[Kind.OFFICE_TOWER]
        return _lines(city.board.mode, mask, towers, city.points.park)

    def terms(self, layout: "Layout") -> Iterator[Term]:
        towers = layout.masks[Kind.TOWER_BLOCK] | layout.masks[Kind.OFFICE_TOWER]
        for square in layout.of(self.kind):
            yield Term(layout.board.neighbour_masks[square] & towers, layout.points.park)

    def limit(self, rules: "Rules", tiles: Tiles) -> int:
        table = rules.points.park
        best_side = max(vp / towers for towers, vp in enumerate(table) if towers)
        return int(rules.board.borders * best_side)


@lru_cache(maxsize=1 << 12)
def _lines(mode: Mode, mask: int, towers: int, table: tuple[int, ...]) -> tuple[ScoreLine, ...]:
    """Return a score line for each Park. The line's VP depend on the number of towers beside the Park."""
    board, found = BOARDS[mode], []
    for square in squares_of(mask):
        beside = board.neighbour_masks[square] & towers
        count = beside.bit_count()
        names = (board.names[square], *board.names_of(beside))
        found.append(make_line(Park.category, names, table[count], TOWERS if count else NO_TOWER, count=count))
    return tuple(found)
