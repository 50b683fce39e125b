"""A city's buildings by kind: what stays the same whatever is activated."""

from scoring.boards import Board, mask_of
from scoring.buildings import Building
from scoring.city import City
from scoring.kinds import Kind
from scoring.rules import Points, Rules


class Layout:
    """What the search knows of a city. Masks are bit sets of square indexes."""

    __slots__ = ("board", "city", "masks", "points", "rules", "squares")

    def __init__(self, city: City, rules: Rules) -> None:
        self.city = city
        self.rules = rules
        self.points: Points = rules.points
        self.board: Board = city.board
        self.squares: dict[Kind, list[int]] = {kind: [] for kind in Kind}
        for square, building in enumerate(city.squares):
            if building:
                self.squares[building.kind].append(square)
        self.masks = {kind: mask_of(squares) for kind, squares in self.squares.items()}

    def building(self, square: int) -> Building:
        building = self.city.squares[square]
        assert building is not None
        return building
