from typing import TYPE_CHECKING, Any

from django.db import models, transaction
from django.utils import timezone

from campaign.models.bounds import MOST_GAMES, CampaignFullError, no_more_games
from campaign.models.campaign import Campaign
from campaign.models.seating import Seating

if TYPE_CHECKING:
    from collections.abc import Iterable

    from campaign.models.game import Game
    from campaign.models.player import Player


class GameQuerySet(models.QuerySet["Game"]):
    def finished(self) -> "GameQuerySet":
        return self.filter(state=self.model.State.FINISHED)

    def counting(self) -> "GameQuerySet":
        """Return the finished games that count in the standings, one per mission."""
        return self.finished().filter(counts=True)

    def start(
        self,
        campaign: Campaign,
        mission: int,
        *,
        seats: "Iterable[Player]",
        absent: "Iterable[Player]" = (),
        **details: Any,
    ) -> "Game":
        """Begin a game: make the row, and an evaluation for each seated and each absent player.

        `details` are other columns, such as `notes`. If `mission` is 0, they must include `line`, the mission's line.
        Raises CampaignFullError if the campaign has MOST_GAMES games.
        """
        with transaction.atomic():
            Campaign.everything.select_for_update().get(pk=campaign.pk)  # one game at a time begins, so all are counted
            if self.filter(campaign=campaign).count() >= MOST_GAMES:
                raise CampaignFullError(no_more_games())
            game = self.create(campaign=campaign, mission=mission, **details)
            game.seat(Seating(tuple(seats), tuple(absent)))
        return game

    def planned(self) -> "GameQuerySet":
        """Return the open games of today and of later days, the earliest first."""
        return self.filter(state=self.model.State.OPEN, played_on__gte=timezone.localdate()).order_by("played_on", "pk")

    def for_evening(self) -> "GameQuerySet":
        """Also fetch the first player, the pawn's holder, the evaluations and their players. Makes three queries."""
        return self.select_related("first_player", "pawn").prefetch_related("evaluations__player")
