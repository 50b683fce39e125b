"""What the engine refuses, and where."""

from scoring.messages import Message


class ScoringError(ValueError):
    """Base of everything the engine raises on purpose; `str(error)` is a sentence a player can read."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return str(self.message)


class NotationError(ScoringError):
    """The text is no city. `position` is the index of the first character at fault, len(text) if the end is missing."""

    def __init__(self, message: Message, position: int) -> None:
        super().__init__(message)
        self.position = position


class AllocationError(ScoringError):
    """The allocation does not fit the city. `square` is the square's name, such as "B3"."""

    def __init__(self, message: Message, square: str) -> None:
        super().__init__(message)
        self.square = square


class RuleError(ScoringError):
    """The city is fine, but not under these rules."""
