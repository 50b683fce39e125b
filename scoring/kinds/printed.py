"""The VP printed on the tiles of Public Services and Harbors."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from scoring.boards import squares_of
from scoring.kinds.base import Built, Kind
from scoring.lines import Line, make_line
from scoring.messages import ngettext
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
        vp = city.building(square).vp
        if vp:
            yield _line(category, names[square], vp)


@lru_cache(maxsize=1 << 12)
def _line(category: str, square: str, vp: int) -> Line:
    return make_line(category, (square,), vp, PRINTED, count=vp)


def printed_terms(layout: "Layout", kind: Kind) -> Iterator[Term]:
    for square in layout.of(kind):
        vp = layout.building(square).vp
        if vp:
            yield Term(1 << square, (0, vp))
