"""One line of a score sheet, and the notes beside it."""

from typing import NamedTuple

from scoring.messages import Message, Text


class ScoreLine(NamedTuple):
    """Points and their reason. `category` is one of the sheet's eleven categories. `squares` are names such as "B3"."""

    category: str
    squares: tuple[str, ...]
    vp: int
    message: Message
    is_of_first: bool = False  # True if only the building on the first square scores, by counting the other buildings

    @property
    def reason(self) -> str:
        return str(self.message)


class Note(NamedTuple):
    """A decision about unclear rules (D-number, docs/rules.md section 0) that matters to this city's VP."""

    decision: str
    message: Message


def make_line(category: str, squares: tuple[str, ...], vp: int, text: Text, /, **params: int) -> ScoreLine:
    return ScoreLine(category, squares, vp, Message(text, **params))
