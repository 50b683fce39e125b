"""A city's buildings by kind, whether they are activated or not."""

from scoring.boards import Board, squares_of
from scoring.buildings import Building
from scoring.city import City
from scoring.kinds import Kind
from scoring.rules import Points, Rules

NO_SQUARES = dict.fromkeys(Kind, 0)


class Layout:
    """A city's buildings as the search reads them. `masks` has a bit mask of squares for each kind."""

    __slots__ = ("board", "city", "masks", "points")

    def __init__(self, city: City, rules: Rules) -> None:
        self.city = city
        self.points: Points = rules.points
        self.board: Board = city.board
        self.masks = NO_SQUARES.copy()
        for square, building in enumerate(city.squares):
            if building:
                self.masks[building.kind] |= 1 << square

    def of(self, kind: Kind) -> tuple[int, ...]:
        """Return the squares with a building of this kind."""
        return squares_of(self.masks[kind])

    def building(self, square: int) -> Building:
        building = self.city.squares[square]
        assert building is not None
        return building
