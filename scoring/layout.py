"""A city's buildings by kind, whether they are activated or not."""

from scoring.boards import Board, squares_of
from scoring.buildings import Building
from scoring.city import City
from scoring.kinds import SPECIALS, Kind
from scoring.rules import Points, Rules

NO_SQUARES = dict.fromkeys(Kind, 0)


class Layout:
    """A city's buildings as the search reads them. `masks` has a bit mask of squares for each kind.

    Three more bit masks hold special Public Services. `special` holds all of them. `costly` holds the tiles that need
    more Inhabitants than an ordinary Public Service, and `looking_far` the tiles whose VP depend on distant squares.
    """

    __slots__ = ("board", "city", "costly", "looking_far", "masks", "points", "special")

    def __init__(self, city: City, rules: Rules) -> None:
        self.city = city
        self.points: Points = rules.points
        self.board: Board = city.board
        self.masks = NO_SQUARES.copy()
        self.special = self.costly = self.looking_far = 0
        for square, building in enumerate(city.squares):
            if building:
                self.masks[building.kind] |= 1 << square
                if building.special:
                    self.special |= 1 << square
                    self.costly |= (building.more_inhabitants > 0) << square
                    self.looking_far |= SPECIALS[building.special].looks_far << square

    def of(self, kind: Kind) -> tuple[int, ...]:
        """Return the squares with a building of this kind."""
        return squares_of(self.masks[kind])

    def more_inhabitants(self, activated: int) -> int:
        """Count the Inhabitants that special Public Services among these buildings need beyond their kind's number."""
        return sum([self.building(square).more_inhabitants for square in squares_of(self.costly & activated)])

    def building(self, square: int) -> Building:
        building = self.city.squares[square]
        assert building is not None
        return building
