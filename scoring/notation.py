"""Read the notation: one line of text is one city. Source: docs/notation.md."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from scoring.boards import BOARDS, ROWS, Board, Mode
from scoring.buildings import COST, Building
from scoring.errors import NotationError
from scoring.kinds import (
    KIND_OF_LETTER,
    KINDS,
    SPECIAL_OF_LETTER,
    SPECIALS,
    Digit,
    Kind,
    KindOfBuilding,
    Special,
    SpecialService,
)
from scoring.messages import Message, Text, gettext, ngettext

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


Supply = tuple[int, int]  # the number of Inhabitants, and the number of Energy Units


def read_city(text: str) -> tuple[Board, tuple[Building | None, ...], Supply, str | None]:
    """Read a city: its board, the building on each square, its supply, and the marks of its allocation.

    The marks are None if the text has no allocation. Raises NotationError.
    """
    _check_characters(text)
    grid, *rest = _words(text)
    board, squares = _read_grid(grid)
    if not rest:
        raise _wrong(
            len(text),
            gettext("The supply is missing: add every Inhabitant and Energy Unit the player owns, for example 12i5e."),
        )
    supply, *rest = rest
    read = _read_supply(supply)
    if not rest:
        return board, squares, read, None
    marks, *rest = rest
    _, read_marks = _read_marks(marks, board)
    if rest:
        too_much = gettext("After the allocation the city is complete; {found} is too much.")
        raise _wrong(rest[0].position, too_much, found=rest[0].text)
    return board, squares, read, read_marks


def read_allocation(text: str) -> tuple[Board, str]:
    """Read an allocation: its board and its marks. Raises NotationError."""
    _check_characters(text)
    return _read_marks(_Word(text, 0), None)


class _Word(NamedTuple):
    text: str
    position: int


def _wrong(position: int, text: Text, /, **params: object) -> NotationError:
    return NotationError(Message(text, **params), position)


def _check_characters(text: str) -> None:
    if len(text) > LONGEST_TEXT:
        too_long = gettext("This text has {count} characters; a city never needs more than {limit}.")
        raise _wrong(LONGEST_TEXT, too_long, count=len(text), limit=LONGEST_TEXT)
    if text.isascii() and text.isprintable():
        return
    for position, character in enumerate(text):
        if character.isascii() and character.isprintable():
            continue
        if character.isdigit():
            raise _wrong(position, gettext("Write numbers with the digits 0 to 9, not {found}."), found=character)
        if not character.isprintable():
            invisible = gettext("There is an invisible control character at place {position}; remove it.")
            raise _wrong(position, invisible, position=position + 1)
        raise _wrong(position, gettext("{found} does not belong to the notation."), found=character)


def _words(text: str) -> list[_Word]:
    words = []
    position = 0
    for word in text.split(" "):
        if not word and text:
            raise _wrong(
                position, gettext("One space too many: grid, supply and allocation are separated by one space each.")
            )
        words.append(_Word(word, position))
        position += len(word) + 1
    return words


def _rows(word: _Word) -> Iterator[_Word]:
    """Yield the four rows between the slashes, each with its position in the whole text."""
    rows = word.text.split("/")
    position = word.position
    for row in rows[:ROWS]:
        yield _Word(row, position)
        position += len(row) + 1
    if len(rows) != ROWS:
        wrong_number = gettext("There must be {expected} rows separated by /, not {count}.")
        raise _wrong(position - 1, wrong_number, expected=ROWS, count=len(rows))


# Equal buildings share one object, because a building never changes.
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
        raise _wrong(cell.position, ONLY_ONE, square=square, tile=building.special.label)


def _cells(row: _Word) -> Iterator[_SquareText]:
    for match in _SQUARE.finditer(row.text):
        letter, digits, cost, mayors = match.groups(default="")
        yield _SquareText(letter, digits, cost, mayors, row.position + match.start())


def _board_of_row(board: Board | None, number: int, starts: list[int], row: _Word) -> Board:
    """Return the board to which the row belongs. Raises NotationError if the row has a wrong number of squares.

    `board` is the board of the rows above. `starts` holds the position of each square of the row.
    """
    width = len(starts)
    if board is None:
        if width in _BOARD_OF_WIDTH:
            return _BOARD_OF_WIDTH[width]
        classic, expert = sorted(_BOARD_OF_WIDTH)
        widths = Message(gettext("a Classic row has {classic}, an Expert row {expert}"), classic=classic, expert=expert)
        one_row = ngettext("Row 1 has {count} square; {widths}.", "Row 1 has {count} squares; {widths}.")
        message, limit = Message(one_row, count=width, widths=widths), expert
    elif width == board.columns:
        return board
    else:
        unequal = ngettext(
            "Row {row} has {count} square, but the rows above have {expected}.",
            "Row {row} has {count} squares, but the rows above have {expected}.",
        )
        message, limit = Message(unequal, row=number, count=width, expected=board.columns), board.columns
    raise NotationError(message, starts[limit] if width > limit else row.position + len(row.text))


def _building(board: Board, cell: _SquareText, square: str) -> Building | None:
    if cell.letter == EMPTY:
        if cell.digits or cell.cost or cell.mayors:
            raise _wrong(cell.position + 1, NOTHING_FOLLOWS, square=square)
        return None
    special = SPECIAL_OF_LETTER.get(cell.letter)
    kind = Kind.PUBLIC_SERVICE if special else KIND_OF_LETTER.get(cell.letter)
    if kind is None:
        no_building = gettext("{found} is no building: the letters are {letters}, and - is an empty square.")
        letters = ", ".join((*KIND_OF_LETTER, *SPECIAL_OF_LETTER))
        raise _wrong(cell.position, no_building, found=cell.letter, letters=letters)
    facts = SPECIALS[special] if special else KINDS[kind]
    named = special or kind
    if board.mode not in facts.highest:
        other_mode = gettext("{square}: {kind} belongs to Expert Mode; this board has the four columns of Classic.")
        raise _wrong(cell.position, other_mode, square=square, kind=named.label)
    digit = _digit(facts, named, board.mode, cell, square) if cell.digits else facts.lowest
    cost = _cost(facts, named, cell, square) if cell.cost else None
    mayors, mayor_position = len(cell.mayors), cell.position + 1 + len(cell.digits) + len(cell.cost)
    if mayors and kind is not Kind.TOWER_BLOCK:
        raise _wrong(mayor_position, NO_MAYOR, square=square, kind=named.label)
    floors = digit if facts.digit is Digit.FLOORS else 1
    if mayors > floors:
        too_many = ngettext(
            "{square}: {count} Mayor tile, but only {floors} in the stack.",
            "{square}: {count} Mayor tiles, but the stack has only {floors}.",
        )
        raise _wrong(mayor_position + floors, too_many, square=square, count=mayors, floors=floors)
    return _made(kind, floors, digit if facts.digit is Digit.VP else 0, mayors, special, cost)


def _digit(
    facts: KindOfBuilding | SpecialService, named: Kind | Special, mode: Mode, cell: _SquareText, square: str
) -> int:
    """Return the number of floors or VP that follows the letter."""
    position, highest = cell.position + 1, facts.highest[mode]
    if facts.digit is None:
        raise _wrong(position, NO_DIGIT, square=square, kind=named.label)
    if len(cell.digits) <= len(str(highest)) and facts.lowest <= int(cell.digits) <= highest:
        return int(cell.digits)
    limits = {"square": square, "kind": named.label, "lowest": facts.lowest, "highest": highest}
    if facts.digit is Digit.FLOORS:
        raise _wrong(position, FLOORS, floors=Message(FLOOR_COUNT, count=int(cell.digits)), **limits)
    text = TYPED_VP if isinstance(facts, SpecialService) else PRINTED_VP
    raise _wrong(position, text, found=cell.digits, **limits)


def _cost(facts: KindOfBuilding | SpecialService, named: Kind | Special, cell: _SquareText, square: str) -> int | None:
    """Return the number of Inhabitants typed for a special Public Service; None if it is the tile's usual number."""
    position = cell.position + 1 + len(cell.digits)
    if not isinstance(facts, SpecialService) or facts.most_inhabitants is None:
        raise _wrong(position, NO_COST, square=square, kind=named.label)
    typed, highest = cell.cost.removeprefix(COST), facts.most_inhabitants
    limits = {"square": square, "lowest": facts.inhabitants, "highest": highest}
    if not typed:
        raise _wrong(position, COST_MISSING, **limits)
    if len(typed) != 1 or not facts.inhabitants <= int(typed) <= highest:
        raise _wrong(position + len(COST), TYPED_COST, kind=named.label, found=typed, **limits)
    return None if int(typed) == facts.inhabitants else int(typed)


def _read_supply(word: _Word) -> tuple[int, int]:
    match = _SUPPLY.fullmatch(word.text)
    if match is None:
        begun = _SUPPLY_BEGUN.match(word.text)
        assert begun is not None  # the pattern matches even an empty text
        no_supply = gettext("{found} is no supply: write Inhabitants and Energy Units like this: 12i5e.")
        raise _wrong(word.position + begun.end(), no_supply, found=word.text)
    return int(match[1]), int(match[2])


def _read_marks(word: _Word, board: Board | None) -> tuple[Board, str]:
    """Read the marks of an allocation. If `board` is None, the width of the first row chooses the board."""
    marks = []
    for number, row in enumerate(_rows(word), start=1):
        for offset, mark in enumerate(row.text):
            if mark not in MARKS:
                no_mark = gettext("{found} is no mark of an allocation: the marks are . + e and the digits 0 to 5.")
                raise _wrong(row.position + offset, no_mark, found=mark)
        starts = list(range(row.position, row.position + len(row.text)))
        board = _board_of_row(board, number, starts, row)
        marks.append(row.text)
    assert board is not None  # _rows yields four rows or raises an error
    return board, "".join(marks)
