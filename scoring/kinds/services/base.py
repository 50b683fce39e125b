"""The interface of a special Public Service: a tile of the expansion. Source: docs/rules.md section 10."""

from abc import ABC
from enum import StrEnum
from typing import ClassVar

from scoring.boards import Mode
from scoring.kinds.base import Digit
from scoring.messages import Message, Text, gettext


class Special(StrEnum):
    """The special Public Services that a city can have. `TYPED` is any of them, with VP that the table types."""

    TYPED = "typed"

    @property
    def label(self) -> Message:
        return Message(NAMES[self])


# The tiles of the expansion in each mode, and how many of them lie face-up at the start of a round.
TILES = {Mode.CLASSIC: 11, Mode.EXPERT: 13}
FACE_UP = 4

NAMES = {Special.TYPED: gettext("special Public Service")}


class SpecialService(ABC):
    """One special Public Service. It counts as a Public Service in every way, and its own VP come on top.

    `highest` has the largest number that can follow the letter in each mode; a mode without an entry lacks this tile.
    """

    special: ClassVar[Special]
    letter: ClassVar[str]
    highest: ClassVar[dict[Mode, int]]
    digit: ClassVar[Digit | None] = None
    lowest: ClassVar[int] = 0
    # The text of the score line for the number that follows the letter.
    reason: ClassVar[Text]
