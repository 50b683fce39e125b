"""Read the notation: one line of text is one city. Source: docs/notation.md."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from scoring.boards import BOARDS, ROWS, Board
from scoring.buildings import COST, Building
from scoring.errors import NotationError
from scoring.kinds import KIND_OF_LETTER, KINDS, SPECIAL_OF_LETTER, SPECIALS, Digit, Kind, Special
from scoring.messages import Message, gettext, ngettext

LONGEST_TEXT = 200
MARKS = ".+e012345"
EMPTY = "-"

FLOOR_COUNT = ngettext("{count} floor", "{count} floors")
FLOORS = gettext("{square}: {kind} with {floors}; here it has {lowest} to {highest}.")
PRINTED_VP = gettext("{square}: {kind} with {found} VP printed on it; it shows {lowest} to {highest}.")
TYPED_COST = gettext("{square}: {kind} with {found} Inhabitants; the table can type {lowest} to {highest}.")
COST_MISSING = gettext(
    "{square}: the colon has no number of Inhabitants behind it; the table can type {lowest} to {highest}."
)
NO_COST = gettext("{square}: this building ({kind}) takes no number of Inhabitants.")
TYPED_VP = gettext("{square}: {kind} with {found} VP; the table can type {lowest} to {highest}.")
ONLY_ONE = gettext("{square}: {tile} stands in this city already; the expansion has only one.")
NOTHING_FOLLOWS = gettext("{square} is empty (-), so nothing can follow on that square.")
NO_DIGIT = gettext("{square}: this building ({kind}) takes no digit.")
NO_MAYOR = gettext("{square}: the Mayor mark * stands only behind a Tower Block, not here ({kind}).")

_BOARD_OF_WIDTH = {board.columns: board for board in BOARDS.values()}
_SUPPLY = re.compile(r"([0-9]+)i([0-9]+)e", re.ASCII)
_SUPPLY_BEGUN = re.compile(r"([0-9]+(i([0-9]+e?)?)?)?", re.ASCII)
_SQUARE = re.compile(rf"(.)([0-9]*)({COST}[0-9]*)?(\**)", re.ASCII)


# A number of Inhabitants, and a number of Energy Units.
Supply = tuple[int, int]


def read_city(text: str) -> tuple[Board, tuple[Building | None, ...], Supply, str | None]:
    """Read a city: its board, the building on each square, its supply, and the marks of its allocation.

    The marks are None if the text has no allocation. Raises NotationError.
    """
    _check_characters(text)
    grid, *rest = _words(text)
    board, squares = _read_grid(grid)
    if not rest:
        raise NotationError(
            Message(
                gettext(
                    "The supply is missing: add every Inhabitant and Energy Unit the player owns, for example 12i5e."
                )
            ),
            len(text),
        )
    supply, *rest = rest
    read = _read_supply(supply)
    if not rest:
        return board, squares, read, None
    marks, *rest = rest
    _, read_marks = _read_marks(marks, board)
    if rest:
        raise NotationError(
            Message(gettext("After the allocation the city is complete; {found} is too much."), found=rest[0].text),
            rest[0].position,
        )
    return board, squares, read, read_marks


def read_allocation(text: str) -> tuple[Board, str]:
    """Read an allocation: its board and its marks. Raises NotationError."""
    _check_characters(text)
    return _read_marks(_Word(text, 0), None)


class _Word(NamedTuple):
    text: str
    position: int


def _check_characters(text: str) -> None:
    if len(text) > LONGEST_TEXT:
        raise NotationError(
            Message(
                gettext("This text has {count} characters; a city never needs more than {limit}."),
                count=len(text),
                limit=LONGEST_TEXT,
            ),
            LONGEST_TEXT,
        )
    if text.isascii() and text.isprintable():
        return
    for position, character in enumerate(text):
        if character.isascii() and character.isprintable():
            continue
        if character.isdigit():
            raise NotationError(
                Message(gettext("Write numbers with the digits 0 to 9, not {found}."), found=character), position
            )
        if not character.isprintable():
            raise NotationError(
                Message(
                    gettext("There is an invisible control character at place {position}; remove it."),
                    position=position + 1,
                ),
                position,
            )
        raise NotationError(Message(gettext("{found} does not belong to the notation."), found=character), position)


def _words(text: str) -> list[_Word]:
    words = []
    position = 0
    for word in text.split(" "):
        if not word and text:
            raise NotationError(
                Message(gettext("One space too many: grid, supply and allocation are separated by one space each.")),
                position,
            )
        words.append(_Word(word, position))
        position += len(word) + 1
    return words


def _rows(word: _Word) -> Iterator[_Word]:
    """Yield the four rows between the slashes, each with its position in the whole text."""
    rows = word.text.split("/")
    position = word.position
    for number, row in enumerate(rows):
        if number == ROWS:
            raise NotationError(
                Message(
                    gettext("There must be {expected} rows separated by /, not {count}."),
                    expected=ROWS,
                    count=len(rows),
                ),
                position - 1,
            )
        yield _Word(row, position)
        position += len(row) + 1
    if len(rows) < ROWS:
        raise NotationError(
            Message(
                gettext("There must be {expected} rows separated by /, not {count}."), expected=ROWS, count=len(rows)
            ),
            position - 1,
        )


# Make each building only once: many squares have equal buildings, and a building never changes.
_made = lru_cache(maxsize=1 << 10)(Building)


class _SquareText(NamedTuple):
    """One square's text, cut into its parts."""

    letter: str
    digits: str
    cost: str  # the sign COST (":") and the number of Inhabitants that the players typed; "" without the sign
    mayors: str
    position: int


def _read_grid(grid: _Word) -> tuple[Board, tuple[Building | None, ...]]:
    board: Board | None = None
    squares: list[Building | None] = []
    for number, row in enumerate(_rows(grid), start=1):
        cells = list(_cells(row))
        board = _board_of_row(board, number, [cell.position for cell in cells], row)
        for cell in cells:
            building = _building(board, cell, board.names[len(squares)])
            if building and building.special:
                _check_second(building, squares, cell, board.names[len(squares)])
            squares.append(building)
    assert board is not None  # _rows yields four rows or raises an error
    return board, tuple(squares)


def _check_second(building: Building, before: list[Building | None], cell: _SquareText, square: str) -> None:
    """Refuse a second special Public Service of the same name, because the expansion has each named tile only once."""
    if building.special and SPECIALS[building.special].is_one and building in before:
        raise NotationError(Message(ONLY_ONE, square=square, tile=building.special.label), cell.position)


def _cells(row: _Word) -> Iterator[_SquareText]:
    for match in _SQUARE.finditer(row.text):
        letter, digits, cost, mayors = match.groups(default="")
        yield _SquareText(letter, digits, cost, mayors, row.position + match.start())


def _board_of_row(board: Board | None, number: int, starts: list[int], row: _Word) -> Board:
    """Return the board with rows of this length.

    `starts` holds the position of each square of the row. Raises NotationError if no board has such rows, or if the
    row does not fit `board`.
    """
    width = len(starts)
    if board is None:
        board = _BOARD_OF_WIDTH.get(width)
        if board is not None:
            return board
        message = Message(
            ngettext("Row 1 has {count} square; {widths}.", "Row 1 has {count} squares; {widths}."),
            count=width,
            widths=_widths(),
        )
        limit = max(_BOARD_OF_WIDTH)
    elif width == board.columns:
        return board
    else:
        message = Message(
            ngettext(
                "Row {row} has {count} square, but the rows above have {expected}.",
                "Row {row} has {count} squares, but the rows above have {expected}.",
            ),
            row=number,
            count=width,
            expected=board.columns,
        )
        limit = board.columns
    raise NotationError(message, starts[limit] if width > limit else row.position + len(row.text))


def _widths() -> Message:
    classic, expert = sorted(_BOARD_OF_WIDTH)
    return Message(gettext("a Classic row has {classic}, an Expert row {expert}"), classic=classic, expert=expert)


def _building(board: Board, cell: _SquareText, square: str) -> Building | None:
    digit_position = cell.position + 1
    cost_position = digit_position + len(cell.digits)
    mayor_position = cost_position + len(cell.cost)
    if cell.letter == EMPTY:
        if cell.digits or cell.cost or cell.mayors:
            raise NotationError(
                Message(NOTHING_FOLLOWS, square=square),
                digit_position,
            )
        return None
    special = SPECIAL_OF_LETTER.get(cell.letter)
    kind = Kind.PUBLIC_SERVICE if special else KIND_OF_LETTER.get(cell.letter)
    if kind is None:
        raise NotationError(
            Message(
                gettext("{found} is no building: the letters are {letters}, and - is an empty square."),
                found=cell.letter,
                letters=", ".join((*KIND_OF_LETTER, *SPECIAL_OF_LETTER)),
            ),
            cell.position,
        )
    facts = SPECIALS[special] if special else KINDS[kind]
    named = special or kind
    if board.mode not in facts.highest:
        raise NotationError(
            Message(
                gettext("{square}: {kind} belongs to Expert Mode; this board has the four columns of Classic."),
                square=square,
                kind=named.label,
            ),
            cell.position,
        )
    if cell.digits and facts.digit is None:
        raise NotationError(
            Message(NO_DIGIT, square=square, kind=named.label),
            digit_position,
        )
    highest = facts.highest[board.mode]
    if cell.digits and (len(cell.digits) > len(str(highest)) or not facts.lowest <= int(cell.digits) <= highest):
        limits = {"square": square, "kind": named.label, "lowest": facts.lowest, "highest": highest}
        message = (
            Message(FLOORS, floors=Message(FLOOR_COUNT, count=int(cell.digits)), **limits)
            if facts.digit is Digit.FLOORS
            else Message(TYPED_VP if special else PRINTED_VP, found=cell.digits, **limits)
        )
        raise NotationError(message, digit_position)
    cost = _cost(special, cell, square, cost_position) if cell.cost else None
    if cell.mayors and kind is not Kind.TOWER_BLOCK:
        raise NotationError(
            Message(
                NO_MAYOR,
                square=square,
                kind=named.label,
            ),
            mayor_position,
        )
    digit = int(cell.digits) if cell.digits else facts.lowest
    floors = digit if facts.digit is Digit.FLOORS else 1
    vp = digit if facts.digit is Digit.VP else 0
    building = _made(kind, floors, vp, len(cell.mayors), special, cost)
    if building.mayors > building.floors:
        message = Message(
            ngettext(
                "{square}: {count} Mayor tile, but only {floors} in the stack.",
                "{square}: {count} Mayor tiles, but the stack has only {floors}.",
            ),
            square=square,
            count=building.mayors,
            floors=building.floors,
        )
        raise NotationError(message, mayor_position + building.floors)
    return building


def _cost(special: Special | None, cell: _SquareText, square: str, position: int) -> int | None:
    """Return the number of Inhabitants typed for a special Public Service; None if it is the tile's usual number."""
    facts = SPECIALS[special] if special else None
    if facts is None or facts.most_inhabitants is None:
        named = special or KIND_OF_LETTER[cell.letter]
        raise NotationError(Message(NO_COST, square=square, kind=named.label), position)
    typed, highest = cell.cost.removeprefix(COST), facts.most_inhabitants
    limits = {"square": square, "lowest": facts.inhabitants, "highest": highest}
    if not typed:
        raise NotationError(Message(COST_MISSING, **limits), position)
    if len(typed) != 1 or not facts.inhabitants <= int(typed) <= highest:
        message = Message(TYPED_COST, kind=facts.special.label, found=typed, **limits)
        raise NotationError(message, position + len(COST))
    return None if int(typed) == facts.inhabitants else int(typed)


def _read_supply(word: _Word) -> tuple[int, int]:
    match = _SUPPLY.fullmatch(word.text)
    if match is None:
        begun = _SUPPLY_BEGUN.match(word.text)
        assert begun is not None  # the pattern matches an empty text too
        raise NotationError(
            Message(
                gettext("{found} is no supply: write Inhabitants and Energy Units like this: 12i5e."), found=word.text
            ),
            word.position + begun.end(),
        )
    return int(match[1]), int(match[2])


def _read_marks(word: _Word, board: Board | None) -> tuple[Board, str]:
    """Read the marks of an allocation. If `board` is None, the width of the first row chooses the board."""
    marks = []
    for number, row in enumerate(_rows(word), start=1):
        for offset, mark in enumerate(row.text):
            if mark not in MARKS:
                raise NotationError(
                    Message(
                        gettext("{found} is no mark of an allocation: the marks are . + e and the digits 0 to 5."),
                        found=mark,
                    ),
                    row.position + offset,
                )
        starts = list(range(row.position, row.position + len(row.text)))
        board = _board_of_row(board, number, starts, row)
        marks.append(row.text)
    assert board is not None  # _rows yields four rows or raises an error
    return board, "".join(marks)
