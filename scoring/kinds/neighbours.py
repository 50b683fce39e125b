"""The scoring that Factories and Monuments share: VP for each neighbouring building."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from scoring.boards import BOARDS, Mode, squares_of
from scoring.kinds.base import Kind, KindOfBuilding
from scoring.messages import Text, gettext
from scoring.score_lines import ScoreLine, make_line
from scoring.terms import Term

if TYPE_CHECKING:
    from scoring.layout import Layout
    from scoring.rules import Points
    from scoring.settled import SettledCity

NOTHING = gettext("nothing beside it that counts")


class ScoresByNeighbours(KindOfBuilding):
    @abstractmethod
    def table(self, points: "Points") -> Mapping[Kind, int]:
        """Return the VP of one activated neighbour, by its kind. A kind without an entry brings no VP."""

    def vp(self, city: "SettledCity", mask: int) -> int:
        around = city.board.neighbour_masks
        brings = [(city.masks[kind], vp) for kind, vp in self.table(city.points).items() if city.masks[kind]]
        return sum([vp * (around[square] & others).bit_count() for square in squares_of(mask) for others, vp in brings])

    def lines(self, city: "SettledCity", mask: int) -> tuple[ScoreLine, ...]:
        masks = city.masks
        brings = [
            (masks[kind], city.facts(kind).beside, vp) for kind, vp in self.table(city.points).items() if masks[kind]
        ]
        return _lines(self.category, city.board.mode, mask, tuple(brings))

    def terms(self, layout: "Layout") -> Iterator[Term]:
        squares, around = layout.of(self.kind), layout.board.neighbour_masks
        for kind, vp in self.table(layout.points).items():
            for square in squares:
                for neighbour in squares_of(around[square] & layout.masks[kind]):
                    yield Term(1 << square | 1 << neighbour, (0, 0, vp))


@lru_cache(maxsize=1 << 12)
def _lines(category: str, mode: Mode, mask: int, brings: tuple[tuple[int, Text, int], ...]) -> tuple[ScoreLine, ...]:
    """Return score lines: for each building, one for each kind of neighbour in `brings`, or a line of 0 VP without any.

    `brings` has for each kind of neighbour the mask of its squares, the text of its line, and the VP of one neighbour.
    """
    board, found = BOARDS[mode], []
    for square in squares_of(mask):
        name, around = board.names[square], board.neighbour_masks[square]
        # Sort the score lines by the first neighbour that they count.
        beside = sorted([(squares_of(around & others), text, each) for others, text, each in brings if around & others])
        for neighbours, text, each in beside:
            count = len(neighbours)
            names = (name, *[board.names[neighbour] for neighbour in neighbours])
            found.append(make_line(category, names, each * count, text, count=count, vp=each))
        if not beside:
            found.append(make_line(category, (name,), 0, NOTHING))
    return tuple(found)
