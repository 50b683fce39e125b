"""A finished city, and its allocation: the resources that each building gets."""

from dataclasses import dataclass, replace

from scoring.boards import Board, Mode
from scoring.buildings import Building
from scoring.notation import EMPTY, read_allocation, read_city


@dataclass(frozen=True, slots=True, repr=False)
class Allocation:
    """The resources on each building: one mark per square, in reading order.

    `.` is an empty square, or a building that is not activated. `+` is an activated building. A digit is an activated
    Shop with that many Customers. `e` is a Park that absorbs an Energy Unit.

    >>> str(Allocation.parse("+4+./e.++/..../...."))
    '+4+./e.++/..../....'
    """

    board: Board
    marks: str

    @classmethod
    def parse(cls, text: str) -> "Allocation":
        """Read an allocation in the notation, such as "+4+./e.++/..../....". Raises NotationError for a wrong text."""
        return cls(*read_allocation(text))

    def __str__(self) -> str:
        width = self.board.columns
        return "/".join(self.marks[start : start + width] for start in range(0, len(self.marks), width))

    def __repr__(self) -> str:
        return f"Allocation.parse({str(self)!r})"


@dataclass(frozen=True, slots=True, repr=False)
class City:
    """A finished city: the building on each square in reading order, and all the player's Inhabitants and Energy Units.

    >>> city = City.parse("T3SU1-/P-FH2/----/---- 12i5e")
    >>> city.squares[0]
    Building(kind=<Kind.TOWER_BLOCK: 'tower_block'>, floors=3, vp=0, mayors=0, special=None, cost=None)
    """

    board: Board
    squares: tuple[Building | None, ...]
    inhabitants: int
    energy: int
    allocation: Allocation | None = None

    @classmethod
    def parse(cls, text: str) -> "City":
        """Read a city in the notation (docs/notation.md). Raises NotationError if any part of the text is wrong."""
        board, squares, supply, marks = read_city(text)
        return cls(board, squares, *supply, None if marks is None else Allocation(board, marks))

    @property
    def mode(self) -> Mode:
        return self.board.mode

    @property
    def tile_count(self) -> int:
        """Count the tiles in the city. A stack of three floors is one building, but three tiles.

        >>> City.parse("T3SU1-/P-FH2/----/---- 12i5e").tile_count
        8
        """
        return sum(building.floors for building in self.squares if building)

    @property
    def unsettled(self) -> "City":
        return replace(self, allocation=None)

    def settled(self, allocation: Allocation) -> "City":
        return replace(self, allocation=allocation)

    def __str__(self) -> str:
        cells = [str(building) if building else EMPTY for building in self.squares]
        width = self.board.columns
        grid = "/".join("".join(cells[start : start + width]) for start in range(0, len(cells), width))
        text = f"{grid} {self.inhabitants}i{self.energy}e"
        return f"{text} {self.allocation}" if self.allocation else text

    def __repr__(self) -> str:
        return f"City.parse({str(self)!r})"
