"""Count the VP printed on the tiles of Public Services and Harbors."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from scoring.messages import ngettext
from scoring.score_lines import ScoreLine, make_line
from scoring.terms import Term

if TYPE_CHECKING:
    from scoring.built import Built
    from scoring.settled import SettledCity

PRINTED = ngettext("{count} VP printed on the tile", "{count} VP printed on the tile")


def printed_lines(city: "SettledCity", category: str, squares: Iterable[int]) -> Iterator[ScoreLine]:
    names = city.board.names
    for square in squares:
        vp = city.building(square).vp
        if vp:
            yield _line(category, names[square], vp)


@lru_cache(maxsize=1 << 12)
def _line(category: str, square: str, vp: int) -> ScoreLine:
    return make_line(category, (square,), vp, PRINTED, count=vp)


def printed_terms(built: "Built", squares: Iterable[int]) -> Iterator[Term]:
    for square in squares:
        vp = built.building(square).vp
        if vp:
            yield Term(1 << square, (0, vp))
