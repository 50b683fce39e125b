"""City Planning: 1 VP for each district without an empty square, and 1 VP more if all five districts are full.

Squares without an activated building are empty, as for every bonus (decision D5 in docs/rules.md).
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from scoring.boards import Board, squares_of
from scoring.kinds.services.base import CATEGORY, Special, SpecialService
from scoring.messages import Message, gettext, ngettext
from scoring.score_lines import ScoreLine
from scoring.terms import Term

if TYPE_CHECKING:
    from scoring.layout import Layout
    from scoring.settled import SettledCity

FULL_DISTRICTS = ngettext("{tile}: {count} full district", "{tile}: {count} full districts")
ALL_FULL = gettext("{tile}: every district is full")


class CityPlanning(SpecialService):
    special = Special.CITY_PLANNING
    letter = "N"
    looks_far = True

    def vp(self, city: "SettledCity", square: int, services: int) -> int:
        full = _full(city.board, city.active | services)
        return len(full) + _for_all(city.board, full)

    def lines(self, city: "SettledCity", square: int, services: int) -> Iterator[ScoreLine]:
        full = _full(city.board, city.active | services)
        others = sum(full) & ~(1 << square)
        names = city.names((square, *squares_of(others)))
        message = Message(FULL_DISTRICTS, tile=self.special.label, count=len(full))
        yield ScoreLine(CATEGORY, names, len(full), message, is_of_first=True)
        if _for_all(city.board, full):
            yield ScoreLine(CATEGORY, city.names([square]), 1, Message(ALL_FULL, tile=self.special.label))

    def terms(self, layout: "Layout", square: int) -> Iterator[Term]:
        built = sum(layout.masks.values())
        districts = _full(layout.board, built)
        for district in districts:
            yield _if_all(district | 1 << square)
        if _for_all(layout.board, districts):
            yield _if_all(built)


def _full(board: Board, occupied: int) -> list[int]:
    """Return the districts whose squares are all occupied, as bit masks."""
    return [district for district in board.district_masks.values() if not district & ~occupied]


def _for_all(board: Board, full: list[int]) -> int:
    """Return the extra VP if all districts are full, otherwise 0."""
    return int(len(full) == len(board.district_masks))


def _if_all(members: int) -> Term:
    """Return a term of 1 VP if all these squares have an activated building."""
    return Term(members, (*[0] * members.bit_count(), 1))
