"""Tower Blocks score by their floors, each stack by itself. Source: docs/rules.md section 6, D1."""

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from scoring.boards import Mode, squares_of
from scoring.kinds.base import Digit, Kind, KindOfBuilding, Tiles
from scoring.messages import Message, gettext, ngettext
from scoring.score_lines import Note, ScoreLine, make_line
from scoring.terms import Term

if TYPE_CHECKING:
    from scoring.layout import Layout
    from scoring.rules import Rules
    from scoring.settled import SettledCity

TOWER_BLOCK = (0, 1, 3, 6, 10, 15)  # VP by floors
MANUAL_TOWER_BLOCK = (0, 2, 5, 6, 10, 15)  # D1: VP by the campaign manual; the fifth floor is from the rulebooks

# The numbers of floors for which these two tables differ.
DISPUTED = frozenset(floors for floors, vp in enumerate(TOWER_BLOCK) if vp != MANUAL_TOWER_BLOCK[floors])

FLOORS = ngettext("{count} floor", "{count} floors")
BY_THE_MANUAL = Note(
    "D1",
    Message(
        gettext(
            "House rule: Tower Blocks of one or two floors bring 2 and 5 VP as in the campaign manual, not 1 and 3."
        )
    ),
)
BY_THE_RULEBOOKS = Note(
    "D1",
    Message(
        gettext(
            "Tower Blocks of one or two floors bring 1 and 3 VP as in the rulebooks;"
            " the campaign manual prints 2 and 5."
        )
    ),
)


class TowerBlock(KindOfBuilding):
    kind = Kind.TOWER_BLOCK
    category = "tower_block"
    letter = "T"
    depends_on_place = False
    energy = 1
    highest = {Mode.CLASSIC: 4, Mode.EXPERT: 5}
    digit = Digit.FLOORS
    lowest = 1
    beside = ngettext("{count} Tower Block beside it, {vp} VP", "{count} Tower Blocks beside it, {vp} VP each")

    def vp(self, city: "SettledCity", mask: int) -> int:
        table = city.points.tower_block
        return sum([table[city.building(square).floors] for square in squares_of(mask)])

    def lines(self, city: "SettledCity", mask: int) -> Iterator[ScoreLine]:
        table, names = city.points.tower_block, city.board.names
        for square in squares_of(mask):
            floors = city.building(square).floors
            yield _line(names[square], floors, table[floors])

    def notes(self, city: "SettledCity") -> Iterator[Note]:
        if not DISPUTED.isdisjoint([city.building(square).floors for square in squares_of(city.masks[self.kind])]):
            yield BY_THE_MANUAL if city.rules.house_rules.manual_tower_points else BY_THE_RULEBOOKS

    def terms(self, layout: "Layout") -> Iterator[Term]:
        for square in layout.of(self.kind):
            yield Term(1 << square, (0, layout.points.tower_block[layout.building(square).floors]))

    def limit(self, rules: "Rules", tiles: Tiles) -> int:
        table = rules.points.tower_block
        return int(len(tiles[self.kind]) * max(vp / floors for floors, vp in enumerate(table) if floors))


@lru_cache(maxsize=1 << 12)
def _line(square: str, floors: int, vp: int) -> ScoreLine:
    return make_line(TowerBlock.category, (square,), vp, FLOORS, count=floors)
