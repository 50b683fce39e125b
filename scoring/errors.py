"""Exceptions of the engine. An exception about a text or an allocation says where the mistake is."""

from scoring.messages import Message


class ScoringError(ValueError):
    """Base of the engine's exceptions; `str(error)` is a sentence for players."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return str(self.message)


class NotationError(ScoringError):
    """The text does not follow the notation.

    `position` is the index of the first wrong character, or len(text) if the text ends too early.
    """

    def __init__(self, message: Message, position: int) -> None:
        super().__init__(message)
        self.position = position


class MissionLineError(ScoringError):
    """The text is not a mission's line.

    `word` is the wrong word as typed, and `position` is the index of its first character. If the line is empty or too
    long, `word` is "".
    """

    def __init__(self, message: Message, position: int, word: str) -> None:
        super().__init__(message)
        self.position = position
        self.word = word


class AllocationError(ScoringError):
    """The allocation does not fit the city. `square` is the name of the square with the mistake, such as "B3"."""

    def __init__(self, message: Message, square: str) -> None:
        super().__init__(message)
        self.square = square


class RuleError(ScoringError):
    """The rules do not allow the number of players, an Architect's play, a draft, or the mode of a city."""
