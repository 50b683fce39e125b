"""Harbors score once for a city, by its longest row and its longest column. Source: docs/rules.md section 6."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING

from scoring.boards import BOARDS, Board, Mode, squares_of
from scoring.kinds.base import Digit, Kind, KindOfBuilding, Tiles
from scoring.kinds.printed import printed_lines, printed_terms
from scoring.messages import gettext, ngettext
from scoring.score_lines import ScoreLine, make_line
from scoring.terms import Term, is_rising

if TYPE_CHECKING:
    from scoring.built import Built
    from scoring.layout import Layout
    from scoring.rules import Points, Rules
    from scoring.settled import SettledCity

HARBOR = (0, 0, 3, 7, 12, 18)  # VP by length of the line

ROW = ngettext("longest row: {count} Harbor", "longest row: {count} Harbors")
COLUMN = ngettext("longest column: {count} Harbor", "longest column: {count} Harbors")
OUTSIDE = gettext("outside the lines that count")
NO_LINE = gettext("no two Harbors in a line")


class Harbor(KindOfBuilding):
    kind = Kind.HARBOR
    category = "harbor"
    letter = "H"
    is_collective = True
    inhabitants = 1
    highest = {Mode.CLASSIC: 3, Mode.EXPERT: 3}
    digit = Digit.VP
    beside = ngettext("{count} Harbor beside it, {vp} VP", "{count} Harbors beside it, {vp} VP each")

    def vp(self, city: "SettledCity", mask: int) -> int:
        return self.collective_vp(city, mask) + sum([city.building(square).vp for square in squares_of(mask)])

    def lines(self, city: "SettledCity", mask: int) -> Iterator[ScoreLine]:
        yield from _lines(city.board.mode, mask, city.points.harbor)
        yield from printed_lines(city, self.category, squares_of(mask))

    def terms(self, layout: "Layout") -> Iterator[Term]:
        return printed_terms(layout, layout.of(self.kind))

    def never_loses(self, points: "Points") -> bool:
        return is_rising(points.harbor)

    def estimates(self, layout: "Layout") -> list[list[Term]]:
        """Return two lists of terms: one for the rows of adjacent Harbors, and one for the columns."""
        return _estimates(layout.board.mode, layout.masks[self.kind], layout.points.harbor)

    def collective_vp(self, built: "Built", mask: int) -> int:
        table, board = built.points.harbor, built.board
        return table[longest_row(board, mask)] + table[longest_column(board, mask)]

    def limit(self, rules: "Rules", tiles: Tiles) -> int:
        table, board = rules.points.harbor, rules.board
        return (
            max(table[: board.columns + 1])
            + max(table[: len(board.rows) + 1])
            + sum(tile.vp for tile in tiles[self.kind])
        )


def longest_row(board: Board, mask: int) -> int:
    length = 0
    while mask:
        length += 1
        mask &= (mask & board.not_last_column) << 1
    return length


def longest_column(board: Board, mask: int) -> int:
    length = 0
    while mask:
        length += 1
        mask &= mask << board.columns
    return length


@lru_cache(maxsize=1 << 12)
def _estimates(mode: Mode, mask: int, table: tuple[int, ...]) -> list[list[Term]]:
    # If the table gives a longer line fewer VP than a shorter line, use the higher VP: a term must never be too low.
    board, estimated = BOARDS[mode], tuple(accumulate(table, max))
    return [
        [Term(line, estimated[: line.bit_count() + 1]) for line in runs(board, mask, lines)]
        for lines in (board.row_masks, board.column_masks)
    ]


@lru_cache(maxsize=1 << 12)
def _lines(mode: Mode, mask: int, table: tuple[int, ...]) -> tuple[ScoreLine, ...]:
    """Return up to three score lines: for the longest row, for the longest column, and for all other Harbors."""
    board, found, counted = BOARDS[mode], [], 0
    for lines, text in ((board.row_masks, ROW), (board.column_masks, COLUMN)):
        longest = max(runs(board, mask, lines), key=int.bit_count, default=0)
        if longest:
            counted |= longest
            length = longest.bit_count()
            found.append(make_line(Harbor.category, board.names_of(longest), table[length], text, count=length))
    others = mask & ~counted
    if others:
        found.append(make_line(Harbor.category, board.names_of(others), 0, OUTSIDE if counted else NO_LINE))
    return tuple(found)


def runs(board: Board, mask: int, lines: Iterable[int]) -> list[int]:
    """Return bit masks of the unbroken runs of two or more squares of `mask` along the rows or columns in `lines`."""
    found = []
    for line in lines:
        if (mask & line).bit_count() > 1:
            found += [run for run in board.groups(mask & line) if run.bit_count() > 1]
    return found
