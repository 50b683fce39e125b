"""Prepare the book's pictures for a template to draw: bars by mission, and maps of the squares that bring points."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from campaign.book.figures import Mean, MissionFigures, PlayedGame
from campaign.book.people import Person
from campaign.scores.boards import scores_together
from campaign.scores.words import signed
from scoring import Mission, ScoreLine
from scoring.boards import BOARDS, Board

# Lengths in a bar chart, in SVG units.
BAR, APART = 34, 10  # the width of a bar, and the space between two bars
TALL, ABOVE = 96, 22  # the height of the highest bar, and the height of the space for the figure above this bar

CITIES_ON_MAPS = 120  # the maps show only the latest cities, because the site has to score every city on the maps
SQUARE = 40
SHADES = 5


@dataclass(frozen=True, slots=True)
class Column:
    """A vertical bar: the average VP of a person."""

    mean: Mean
    x: int
    height: int

    @property
    def y(self) -> int:
        return ABOVE + TALL - self.height

    @property
    def middle(self) -> int:
        return self.x + BAR // 2


@dataclass(frozen=True, slots=True)
class Multiple:
    """One of several small bar charts: the average VP of people in one mission."""

    mission: Mission
    columns: tuple[Column, ...]
    width: int
    height: int = ABOVE + TALL
    bar: int = BAR


def multiples(rows: Sequence[MissionFigures]) -> list[Multiple]:
    highest = max((mean.vp or 0 for row in rows for mean in row.means), default=0) or 1
    return [
        Multiple(
            row.mission,
            tuple(
                Column(mean, index * (BAR + APART), round(TALL * max(0, mean.vp) / highest))
                for index, mean in enumerate(row.means)
                if mean.vp is not None
            ),
            len(row.means) * (BAR + APART) - APART,
        )
        for row in rows
    ]


@dataclass(frozen=True, slots=True)
class Cell:
    """A square of a map, and the average VP that came from this square."""

    name: str
    x: int
    y: int
    vp: str
    shade: int  # from 0 (no VP) to SHADES (most VP)


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A map of the board with the average VP of each square. It averages cities of one person in one mode."""

    person: Person
    board: Board
    cities: int  # the number of cities in the average
    cells: tuple[Cell, ...]

    @property
    def width(self) -> int:
        return self.board.columns * SQUARE

    @property
    def height(self) -> int:
        return len(self.board.rows) * SQUARE

    @property
    def rows(self) -> Iterator[Sequence[Cell]]:
        """Yield the rows of the board as lists of cells, for the table beside the drawing."""
        for start in range(0, len(self.cells), self.board.columns):
            yield self.cells[start : start + self.board.columns]

    @property
    def letters(self) -> str:
        return self.board.letters


def heat_maps(plays: Iterable[PlayedGame], shown: Sequence[Person]) -> list[HeatMap]:
    """Average the VP per square over the latest cities of each person in `shown`. `plays` has the latest game first."""
    vp: dict[tuple[Person, Board], list[Fraction]] = {}
    cities: dict[tuple[Person, Board], int] = defaultdict(int)
    built = (
        (person, evaluation)
        for play in plays
        for person, evaluation in play.entries
        if person in shown and evaluation.city
    )
    for (person, evaluation), _left in zip(built, range(CITIES_ON_MAPS), strict=False):
        board, sheet = evaluation.game.rules.board, evaluation.sheet()
        squares = vp.setdefault((person, board), [Fraction(0)] * len(board))
        cities[person, board] += 1
        for name, share in by_square(sheet.lines if sheet else ()):
            squares[board.names.index(name)] += share
    highest = max((total / cities[key] for key, squares in vp.items() for total in squares), default=Fraction(0))
    return [
        HeatMap(person, board, count, tuple(_cells(board, [total / count for total in vp[person, board]], highest)))
        for person in shown
        for board in BOARDS.values()
        if (count := cities.get((person, board), 0))
    ]


def by_square(lines: Iterable[ScoreLine]) -> Iterator[tuple[str, Fraction]]:
    """Distribute the VP of each line of the score sheet over squares.

    Usually the first square of a line earns its VP, and its other squares are neighbors. If a line scores several
    buildings together or belongs to the mission, divide its VP equally among all its squares.
    """
    for line in lines:
        together = scores_together(line) or line.category == "mission"
        squares = line.squares if together else line.squares[:1]
        for name in squares:
            yield name, Fraction(line.vp, len(squares))


def _cells(board: Board, means: Sequence[Fraction], highest: Fraction) -> Iterator[Cell]:
    for index, mean in enumerate(means):
        row, column = divmod(index, board.columns)
        shade = round(SHADES * mean / highest) if highest > 0 and mean > 0 else 0
        yield Cell(board.names[index], column * SQUARE, row * SQUARE, signed(round(mean)), shade)
