from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import transaction

from campaign.models.errors import NotAllInError, VersionConflictError
from campaign.models.history import UNNAMED, Action
from campaign.models.phase import REVEALS, is_before_the_pawn, phases_of

if TYPE_CHECKING:
    from campaign.models.game import Game
    from campaign.models.player import Player


@dataclass(frozen=True, slots=True)
class Course:
    """The course of an open game: its phases, and who begins a round."""

    game: "Game"

    @property
    def phases(self) -> tuple[str, ...]:
        return phases_of(self.game.rules.rounds)

    @property
    def goes_first(self) -> "Player | None":
        """Return the player who begins the round: the first player, or later the holder of the Mayor pawn."""
        return self.game.first_player if is_before_the_pawn(self.game.phase) else self.game.pawn

    @property
    def is_revealed(self) -> bool:
        """Tell whether the game is open and the players are revealing the cities, category by category."""
        return not self.game.is_finished and self.game.phase in REVEALS

    def move(self, phase: str, *, seen: str, action: Action = UNNAMED) -> None:
        """Change the phase of the game from `seen` to `phase`. Do nothing if this game lacks one of these phases.

        Raises VersionConflictError if the game is already in another phase, and GameFinishedError if it is finished.
        Raises NotAllInError if the new phase reveals the cities, but a city or score pad is missing.
        """
        with transaction.atomic():
            self.game.lock_open()
            known = {*self.phases, *REVEALS}
            if not {phase, seen} <= known or not self._is_new(phase, stored=self.game.phase, seen=seen):
                return
            if phase in REVEALS and self.game.waiting:
                raise NotAllInError(self.game.waiting)
            # If the reveal begins or ends, change the version too, so that the open pages of cities notice it.
            changes_cities = (phase in REVEALS) is not (self.game.phase in REVEALS)
            self.game.record(action, phase=phase, version=self.game.version + changes_cities)

    def let_go_first(self, player: int, *, during: str, seen: int | None, action: Action = UNNAMED) -> None:
        """Store which player goes first. From the second round on, this player holds the Mayor pawn.

        `during` and `seen` are the phase and the player that the page showed. Raises VersionConflictError if somebody
        else has chosen another player, and GameFinishedError if the game is finished.
        """
        with transaction.atomic():
            self.game.lock_open()
            column = "first_player_id" if is_before_the_pawn(during) else "pawn_id"
            if self._is_new(player, stored=getattr(self.game, column), seen=seen):
                self.game.record(action, **{column: player})

    def _is_new(self, wanted: Any, *, stored: Any, seen: Any) -> bool:
        """Tell whether to store `wanted`. Raises VersionConflictError if `stored` is neither `wanted` nor `seen`."""
        if stored not in (wanted, seen):
            raise VersionConflictError(self.game)
        return bool(stored != wanted)
