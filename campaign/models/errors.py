"""Exceptions that refuse a change of a game or of an evaluation."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from campaign.models.evaluation import Evaluation
    from campaign.models.game import Game


class NotAllInError(Exception):
    """A game cannot be finished yet: the evaluations in `waiting` have no city or pad."""

    def __init__(self, waiting: "list[Evaluation]") -> None:
        super().__init__(f"{len(waiting)} evaluations to come")
        self.waiting = waiting


class OtherModeError(Exception):
    """The new mission's mode does not fit the cities that are already entered."""


class GameFinishedError(Exception):
    """The game is finished: nobody can change its evaluations until it is reopened."""


class MayorHiddenError(Exception):
    """The election's result is hidden until the group has counted the votes, or until this reader has looked."""


class VersionConflictError(Exception):
    """Somebody else changed the game or the evaluation first; `current` is the row that is stored now."""

    def __init__(self, current: "Game | Evaluation") -> None:
        super().__init__(str(current.pk))
        self.current = current
