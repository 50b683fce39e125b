"""One line of a score sheet, and the notes beside it.

Cities have many lines in common: who makes a line remembers it by what it depends on.
"""

from typing import NamedTuple

from scoring.messages import Message, Text


class Line(NamedTuple):
    """Points and their reason: `category` is one of the sheet's eleven, `squares` are names such as "B3"."""

    category: str
    squares: tuple[str, ...]
    vp: int
    message: Message

    @property
    def reason(self) -> str:
        return str(self.message)


class Note(NamedTuple):
    """A decision (D-number, docs/rules.md section 0) that mattered for this city."""

    decision: str
    message: Message


def make_line(category: str, squares: tuple[str, ...], vp: int, text: Text, /, **params: int) -> Line:
    """Make a line of a text and its parameters."""
    return Line(category, squares, vp, Message(text, **params))
