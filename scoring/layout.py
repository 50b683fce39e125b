"""All buildings of a city, whether they are activated or not."""

from scoring.boards import squares_of
from scoring.built import NO_SQUARES, Built
from scoring.city import City
from scoring.kinds import SPECIALS
from scoring.rules import Rules


class Layout(Built):
    """All buildings of a city, whether they are activated or not.

    `costly` is the bit mask of special Public Services that need more Inhabitants than an ordinary one, and
    `looking_far` the bit mask of those whose VP depend on distant squares.
    """

    __slots__ = ("city", "costly", "looking_far")

    def __init__(self, city: City, rules: Rules) -> None:
        self.city = city
        self.board, self.points, self.buildings = city.board, rules.points, city.squares
        self.masks = NO_SQUARES.copy()
        self.special = self.costly = self.looking_far = 0
        for square, building in enumerate(city.squares):
            if building:
                self.masks[building.kind] |= 1 << square
                if building.special:
                    self.special |= 1 << square
                    self.costly |= (building.more_inhabitants > 0) << square
                    self.looking_far |= SPECIALS[building.special].looks_far << square

    def more_inhabitants(self, activated: int) -> int:
        """Count the Inhabitants that special Public Services among these buildings need beyond the usual number."""
        return sum([self.building(square).more_inhabitants for square in squares_of(self.costly & activated)])
