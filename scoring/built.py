"""Buildings on a board, in the form in which bonuses and kinds of building read them."""

from collections.abc import Sequence

from scoring.boards import Board, squares_of
from scoring.buildings import Building
from scoring.kinds import Kind
from scoring.rules import Points

NO_SQUARES = dict.fromkeys(Kind, 0)


class Built:
    """Buildings on a board, with the tables that score them: a `Layout` or a `SettledCity`.

    Squares are indexes in reading order; masks are bit sets of squares. `masks` has a mask for each kind, and `special`
    is the mask of the special Public Services.
    """

    __slots__ = ("board", "buildings", "masks", "points", "special")

    board: Board
    buildings: Sequence[Building | None]
    masks: dict[Kind, int]
    points: Points
    special: int

    def of(self, kind: Kind) -> tuple[int, ...]:
        """Return the squares with a building of this kind."""
        return squares_of(self.masks[kind])

    def building(self, square: int) -> Building:
        building = self.buildings[square]
        assert building is not None
        return building
