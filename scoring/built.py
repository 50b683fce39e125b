"""The base class of `Layout` (all buildings of a city) and `SettledCity` (its activated buildings)."""

from collections.abc import Sequence

from scoring.boards import Board, squares_of
from scoring.buildings import Building
from scoring.kinds import Kind
from scoring.rules import Points

NO_SQUARES = dict.fromkeys(Kind, 0)


class Built:
    """Buildings on a board, and the point tables that score them. Squares are indexes in reading order."""

    __slots__ = ("board", "buildings", "masks", "points", "special")

    board: Board
    buildings: Sequence[Building | None]
    masks: dict[Kind, int]  # the squares of each kind of building, as a bit mask
    points: Points
    special: int  # the squares of the special Public Services, as a bit mask

    def of(self, kind: Kind) -> tuple[int, ...]:
        return squares_of(self.masks[kind])

    def building(self, square: int) -> Building:
        building = self.buildings[square]
        assert building is not None
        return building
