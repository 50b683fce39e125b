from typing import TYPE_CHECKING, Any

from django.db import models, transaction
from django.utils import timezone

from campaign.models.bounds import MOST_GAMES, CampaignFullError, no_more_games
from campaign.models.campaign import TIME_IN_BIN, Campaign
from campaign.models.player import Seating

if TYPE_CHECKING:
    from collections.abc import Iterable

    from campaign.models.game import Game
    from campaign.models.player import Player


class GameQuerySet(models.QuerySet["Game"]):
    def in_bin(self) -> "GameQuerySet":
        """Return the deleted games that can still be restored, latest first.

        Call this on `Game.everything`, because `Game.objects` leaves out the bin.
        """
        return self.filter(deleted_at__gt=timezone.now() - TIME_IN_BIN).order_by("-deleted_at", "-pk")

    def finished(self) -> "GameQuerySet":
        return self.filter(state=self.model.State.FINISHED)

    def in_figures(self) -> "GameQuerySet":
        """Return the finished games that count in books, averages and records."""
        return self.finished().filter(left_out=False)

    def in_standings(self) -> "GameQuerySet":
        """Return the finished games that count in the standings, one per mission."""
        return self.finished().filter(in_standings=True)

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
            game = self.create(campaign=campaign, mission=mission, **{"played_on": campaign.today} | details)
            game.seat(Seating(tuple(seats), tuple(absent)))
        return game

    def planned(self) -> "GameQuerySet":
        """Return the open games of today and of later days, the earliest first."""
        return self.filter(state=self.model.State.OPEN, played_on__gte=timezone.localdate()).order_by("played_on", "pk")

    def for_evening(self) -> "GameQuerySet":
        """Also fetch the evaluations and the players whom the game names. Makes three queries."""
        return self.select_related("first_player", "pawn", "begun_by").prefetch_related("evaluations__player")


_GameManager = models.Manager.from_queryset(GameQuerySet)


class GameManager(_GameManager["Game"]):
    """A manager that leaves out games in the bin."""

    def get_queryset(self) -> GameQuerySet:
        return GameQuerySet(self.model, using=self._db).filter(deleted_at=None)
