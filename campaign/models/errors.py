"""Why a game or an evaluation was not changed."""

from typing import TYPE_CHECKING

from campaign.models.history import find_latest_change

if TYPE_CHECKING:
    from campaign.models.evaluation import Evaluation
    from campaign.models.game import Game


class NotAllInError(Exception):
    """A game cannot be finished yet; `waiting` are the evaluations without a city or pad."""

    def __init__(self, waiting: "list[Evaluation]") -> None:
        super().__init__(", ".join(evaluation.player.name for evaluation in waiting))
        self.waiting = waiting


class OtherModeError(Exception):
    """The mission cannot be changed to one of the other mode: there are cities already."""


class GameFinishedError(Exception):
    """The game is finished: its evaluations are results, and change only after it is reopened."""


class VersionConflictError(Exception):
    """Somebody else was faster. `current` is what is stored now, `change` the latest record of its history, or None."""

    def __init__(self, current: "Game | Evaluation") -> None:
        super().__init__(str(current.pk))
        self.current = current
        self.change = find_latest_change(current)
