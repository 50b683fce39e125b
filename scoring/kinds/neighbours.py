"""Factories and Monuments: they score by what stands beside them."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from scoring.boards import squares_of
from scoring.kinds.base import Kind, KindOfBuilding
from scoring.lines import Line, make_line
from scoring.messages import gettext

if TYPE_CHECKING:
    from scoring.rules import Points
    from scoring.settled import SettledCity

NOTHING = gettext("nothing beside it that counts")


class ScoresByNeighbours(KindOfBuilding):
    @abstractmethod
    def table(self, points: "Points") -> Mapping[Kind, int]:
        """Return the VP for each activated neighbour of a kind; a kind that is missing brings nothing."""

    def vp(self, city: "SettledCity", mask: int) -> int:
        around = city.board.neighbour_masks
        brings = [(city.masks[kind], vp) for kind, vp in self.table(city.points).items() if city.masks[kind]]
        return sum([vp * (around[square] & others).bit_count() for square in squares_of(mask) for others, vp in brings])

    def lines(self, city: "SettledCity", squares: Sequence[int]) -> Iterator[Line]:
        """Yield for each square a line for each kind of neighbour that brings points or costs them."""
        table = self.table(city.points)
        for square in squares:
            beside: dict[KindOfBuilding, list[int]] = {}
            for neighbour in squares_of(city.board.neighbour_masks[square] & city.active):
                facts = city.facts(neighbour)
                if facts.kind in table:
                    beside.setdefault(facts, []).append(neighbour)
            for facts, neighbours in beside.items():
                each = table[facts.kind]
                names, count = city.names((square, *neighbours)), len(neighbours)
                yield make_line(self.category, names, each * count, facts.beside, count=count, vp=each)
            if not beside:
                yield make_line(self.category, city.names((square,)), 0, NOTHING)
