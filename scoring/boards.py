"""The two sides of a player mat: squares, districts, numbers, neighbours and lines."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache, reduce
from operator import or_

from scoring.messages import Message, gettext

ROWS = 4
LETTERS = "ABCDE"  # the names of the columns
SIDES = 4  # the number of sides of a square


class Mode(StrEnum):
    CLASSIC = "classic"
    EXPERT = "expert"

    @property
    def label(self) -> Message:
        return Message(NAMES[self])


NAMES = {Mode.CLASSIC: gettext("Classic Mode"), Mode.EXPERT: gettext("Expert Mode")}


@dataclass(frozen=True, slots=True)
class Board:
    """One side of a mat. Squares are indexes in reading order; sets of squares are bit masks over these indexes.

    Source: docs/rules.md section 2, which follows the rulebooks and photographs of the mats.

    Classic, districts and square names::

           A B C D
        1  1 1 2 2        An Architect's number is a row (from the top) or a column (from the left).
        2  1 1 2 2
        3  3 3 4 4
        4  3 3 4 4

    Expert, districts and printed square numbers::

           A B C D E         A B C D E
        1  1 1 4 2 2      1  2 3 1 1 3        An Architect's number is a district or a printed number.
        2  1 1 4 2 2      2  5 4 2 5 4
        3  5 5 4 3 3      3  1 2 3 1 2
        4  5 5 4 3 3      4  4 3 5 5 4
    """

    mode: Mode
    districts: tuple[int, ...] = field(compare=False, repr=False)  # the district of each square
    numbers: tuple[int, ...] = field(compare=False, repr=False)  # the number printed on each square; () in Classic
    # The fields below follow from `districts`. They are computed once, because scoring reads them very often.
    columns: int = field(init=False, compare=False, repr=False)
    names: tuple[str, ...] = field(init=False, compare=False, repr=False)
    neighbours: tuple[tuple[int, ...], ...] = field(init=False, compare=False, repr=False)
    neighbour_masks: tuple[int, ...] = field(init=False, compare=False, repr=False)
    rows: tuple[tuple[int, ...], ...] = field(init=False, compare=False, repr=False)
    column_lines: tuple[tuple[int, ...], ...] = field(init=False, compare=False, repr=False)
    row_masks: tuple[int, ...] = field(init=False, compare=False, repr=False)
    column_masks: tuple[int, ...] = field(init=False, compare=False, repr=False)
    # The rank of each square, which breaks ties between allocations. A1 has the highest rank, then A2.
    ranks: tuple[int, ...] = field(init=False, compare=False, repr=False)
    district_masks: dict[int, int] = field(init=False, compare=False, repr=False)
    # The position of each square, from 0, in an order that finishes each district before it begins the next one.
    walk: tuple[int, ...] = field(init=False, compare=False, repr=False)
    not_first_column: int = field(init=False, compare=False, repr=False)
    not_last_column: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        count = len(self.districts)
        columns = count // ROWS
        neighbours = tuple(_neighbours(square, columns) for square in range(count))
        rows = tuple(tuple(range(row * columns, (row + 1) * columns)) for row in range(ROWS))
        column_lines = tuple(tuple(range(column, count, columns)) for column in range(columns))
        by_columns = [row * columns + column for column in range(columns) for row in range(ROWS)]
        districts = list(dict.fromkeys([self.districts[square] for square in by_columns]))
        walk = sorted(by_columns, key=lambda square: districts.index(self.districts[square]))
        laid_out = {
            "columns": columns,
            "names": tuple(f"{LETTERS[square % columns]}{square // columns + 1}" for square in range(count)),
            "neighbours": neighbours,
            "neighbour_masks": tuple(mask_of(squares) for squares in neighbours),
            "rows": rows,
            "column_lines": column_lines,
            "row_masks": tuple(map(mask_of, rows)),
            "column_masks": tuple(map(mask_of, column_lines)),
            "ranks": tuple(count - 1 - square % columns * ROWS - square // columns for square in range(count)),
            "district_masks": {
                district: mask_of(square for square in range(count) if self.districts[square] == district)
                for district in sorted(set(self.districts))
            },
            "walk": tuple(map(walk.index, range(count))),
            "not_first_column": mask_of(square for square in range(count) if square % columns),
            "not_last_column": mask_of(square for square in range(count) if (square + 1) % columns),
        }
        for name, value in laid_out.items():
            object.__setattr__(self, name, value)

    def __len__(self) -> int:
        """Return the number of squares: 16 or 20."""
        return len(self.districts)

    def names_of(self, mask: int) -> tuple[str, ...]:
        """Return the names of the squares of a bit mask, in reading order."""
        return tuple([self.names[square] for square in squares_of(mask)])

    @property
    def letters(self) -> str:
        """Return the letters of the columns: "ABCD" or "ABCDE"."""
        return LETTERS[: self.columns]

    @property
    def corners(self) -> int:
        """Return the four corner squares as a bit mask."""
        return (self.row_masks[0] | self.row_masks[-1]) & (self.column_masks[0] | self.column_masks[-1])

    @property
    def borders(self) -> int:
        """Count the pairs of squares that share a side."""
        return sum(map(len, self.neighbours)) // 2

    def groups(self, mask: int) -> tuple[int, ...]:
        """Split a bit mask into groups of connected squares. Squares that share a side are connected."""
        return _groups(self.mode, mask)

    def opened_by(self, number: int) -> tuple[int, ...]:
        """Return the squares, empty or not, on which an Architect with this number allows building."""
        if self.numbers:
            return tuple(
                square for square in range(len(self)) if number in (self.districts[square], self.numbers[square])
            )
        return tuple(sorted({*self.rows[number - 1], *self.column_lines[number - 1]}))


def mask_of(squares: Iterable[int]) -> int:
    """Return the bit mask of some square indexes."""
    return sum(1 << square for square in squares)


def united(masks: Iterable[int]) -> int:
    """Return the squares of all these bit masks."""
    return reduce(or_, masks, 0)


@lru_cache(maxsize=1 << 14)
def squares_of(mask: int) -> tuple[int, ...]:
    """Return the square indexes of a bit mask, in reading order."""
    squares = []
    while mask:
        lowest = mask & -mask
        squares.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(squares)


@lru_cache(maxsize=1 << 14)
def _groups(mode: Mode, mask: int) -> tuple[int, ...]:
    board, found = BOARDS[mode], []
    while mask:
        group, grown = 0, mask & -mask
        while group != grown:
            group = grown
            sideways = (group & board.not_last_column) << 1 | (group & board.not_first_column) >> 1
            grown = (group | sideways | group << board.columns | group >> board.columns) & mask
        found.append(group)
        mask ^= group
    return tuple(found)


def _neighbours(square: int, columns: int) -> tuple[int, ...]:
    # Neighbours share a side. Squares that touch only at a corner are no neighbours (docs/rules.md section 6).
    row, column = divmod(square, columns)
    around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return tuple(r * columns + c for r, c in around if 0 <= r < ROWS and 0 <= c < columns)


CLASSIC = Board(
    mode=Mode.CLASSIC,
    districts=(1, 1, 2, 2, 1, 1, 2, 2, 3, 3, 4, 4, 3, 3, 4, 4),
    numbers=(),
)
EXPERT = Board(
    mode=Mode.EXPERT,
    districts=(1, 1, 4, 2, 2, 1, 1, 4, 2, 2, 5, 5, 4, 3, 3, 5, 5, 4, 3, 3),
    numbers=(2, 3, 1, 1, 3, 5, 4, 2, 5, 4, 1, 2, 3, 1, 2, 4, 3, 5, 5, 4),
)
BOARDS = {board.mode: board for board in (CLASSIC, EXPERT)}
