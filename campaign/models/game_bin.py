from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from campaign.models.bounds import MOST_GAMES, CampaignFullError, no_more_games
from campaign.models.history import UNNAMED, Action
from campaign.models.player import Player, send_guests_home, welcome_guests
from campaign.scores.names import folded

if TYPE_CHECKING:
    from campaign.models.game import Game


@dataclass(frozen=True, slots=True)
class GameBin:
    """Moves a game to the bin, and back."""

    game: "Game"

    def throw_away(self, action: Action = UNNAMED) -> None:
        """Move the game to the bin, as the delete button does. Its guests go home, if it was open."""
        with transaction.atomic():
            self.game.lock()
            if self.game.deleted_at is None:
                self.game.record(action, deleted_at=timezone.now(), version=self.game.version + 1)
                if not self.game.is_finished:
                    send_guests_home(self._seated())

    def restore(self, action: Action = UNNAMED) -> None:
        """Bring the game back from the bin. It no longer counts if another game of its mission counts by now.

        Raises CampaignFullError if the campaign has MOST_GAMES games.
        """
        with transaction.atomic():
            self.game.lock()
            if self.game.deleted_at is None:
                return
            games = type(self.game).objects.filter(campaign=self.game.campaign_id)
            if games.count() >= MOST_GAMES:
                raise CampaignFullError(no_more_games())
            is_replaced = self.game.is_finished and games.in_standings().filter(mission=self.game.mission).exists()
            in_standings = self.game.in_standings and not is_replaced
            self.game.record(action, deleted_at=None, in_standings=in_standings, version=self.game.version + 1)
            if not self.game.is_finished:
                active = Player.objects.active().filter(campaign=self.game.campaign_id)
                taken = {folded(name) for name in active.values_list("name", flat=True)}
                # A guest stays away if somebody else has the name by now.
                welcome_guests([one for one in self._seated() if not one.is_guest or folded(one.name) not in taken])

    def _seated(self) -> list[Player]:
        present = self.game.evaluations.filter(absent=False).select_related("player")
        return [evaluation.player for evaluation in present]
