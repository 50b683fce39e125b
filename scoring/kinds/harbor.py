"""Harbors score once for a city, by its longest row and its longest column. Source: docs/rules.md section 6."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from scoring.boards import Board, Mode, mask_of, squares_of
from scoring.kinds.base import Built, Digit, Kind, KindOfBuilding, Tiles
from scoring.kinds.printed import printed_lines, printed_terms, printed_vp
from scoring.lines import Line, make_line
from scoring.messages import gettext, ngettext
from scoring.terms import Term

if TYPE_CHECKING:
    from scoring.layout import Layout
    from scoring.rules import Rules
    from scoring.settled import SettledCity

HARBOR = (0, 0, 3, 7, 12, 18)  # by length of the line

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
        return self.together(city, mask) + printed_vp(city, squares_of(mask))

    def lines(self, city: "SettledCity", squares: Sequence[int]) -> Iterator[Line]:
        if not squares:
            return
        table, mask = city.points.harbor, mask_of(squares)
        row = max(runs(mask, city.board.rows), key=len)
        column = max(runs(mask, city.board.column_lines), key=len)
        counted: set[int] = set()
        for run, text in ((row, ROW), (column, COLUMN)):
            if len(run) > 1:
                counted.update(run)
                yield make_line(self.category, city.names(run), table[len(run)], text, count=len(run))
        others = [square for square in squares if square not in counted]
        if others:
            yield make_line(self.category, city.names(others), 0, OUTSIDE if counted else NO_LINE)
        yield from printed_lines(city, self.category, squares)

    def terms(self, layout: "Layout") -> Iterator[Term]:
        return printed_terms(layout, self.kind)

    def claims(self, layout: "Layout") -> list[list[Term]]:
        """Pair every row with every column, each counted as if its activated Harbors had no gap between them."""
        # A longer line that brings less than a shorter one is promised the shorter one's VP.
        promised = tuple(accumulate(layout.points.harbor, max))
        rows, columns = (
            [
                [Term(mask_of(run), promised)]
                for run in sorted(runs(layout.masks[self.kind], lines), key=len, reverse=True)
                if len(run) > 1
            ]
            for lines in (layout.board.rows, layout.board.column_lines)
        )
        return [[*row, *column] for row in rows or [[]] for column in columns or [[]]]

    def together(self, built: Built, mask: int) -> int:
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


def runs(mask: int, lines: Iterable[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Find every unbroken run of squares along the lines, single squares included."""
    found = []
    for line in lines:
        run: list[int] = []
        for square in line:
            if mask >> square & 1:
                run.append(square)
            elif run:
                found.append(tuple(run))
                run = []
        if run:
            found.append(tuple(run))
    return found
