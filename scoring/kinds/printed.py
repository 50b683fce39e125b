"""The VP printed on the tiles of Public Services and Harbors, or typed by the table."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from scoring.boards import squares_of
from scoring.kinds.base import Built, Kind
from scoring.kinds.services import SPECIALS
from scoring.lines import Line, make_line
from scoring.messages import Text, ngettext
from scoring.terms import Term

if TYPE_CHECKING:
    from scoring.settled import SettledCity
    from scoring.settling.layout import Layout

PRINTED = ngettext("{count} VP printed on the tile", "{count} VP printed on the tile")


def printed_vp(built: Built, squares: Iterable[int]) -> int:
    return sum([built.building(square).vp for square in squares])


def printed_lines(city: "SettledCity", category: str, mask: int) -> Iterator[Line]:
    names = city.board.names
    for square in squares_of(mask):
        building = city.building(square)
        if building.special:
            yield _line(category, names[square], building.vp, SPECIALS[building.special].reason)
        elif building.vp:
            yield _line(category, names[square], building.vp, PRINTED)


@lru_cache(maxsize=1 << 12)
def _line(category: str, square: str, vp: int, text: Text) -> Line:
    return make_line(category, (square,), vp, text, count=vp)


def printed_terms(layout: "Layout", kind: Kind) -> Iterator[Term]:
    for square in layout.of(kind):
        vp = layout.building(square).vp
        if vp:
            yield Term(1 << square, (0, vp))
