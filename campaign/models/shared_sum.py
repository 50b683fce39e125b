from django.db import models
from django.db.models import Count, F, Q, Sum
from django.utils.translation import gettext_lazy as _

from campaign.models.game import Game
from scoring.mission_lines import LONGEST_LINE


class SharedSumQuerySet(models.QuerySet["SharedSum"]):
    def whole(self) -> "SharedSumQuerySet":
        """Return the rows with a total. The total is None after one of the games was withdrawn."""
        return self.filter(total__isnull=False)

    def broken(self) -> "SharedSumQuerySet":
        """Return the rows whose total must be removed, because one of the games was withdrawn.

        A game is withdrawn if it was deleted, reopened or left out, or if its campaign no longer shares results. A game
        or campaign in the bin is deleted.
        """
        unchanged = Q(
            shared_games__game__state=Game.State.FINISHED,
            shared_games__game__deleted_at=None,
            shared_games__game__left_out=False,
            shared_games__game__finished_at=F("shared_games__finished_at"),
            shared_games__game__campaign__shares_results=True,
            shared_games__game__campaign__deleted_at=None,
        )
        return self.whole().annotate(still=Count("shared_games", filter=unchanged)).exclude(still=F("games"))

    def dissolve_broken(self) -> None:
        """Set the total to None in rows with a withdrawn game. Delete rows whose games are all deleted."""
        broken = list(self.broken().values_list("pk", flat=True))
        self.filter(pk__in=broken).update(total=None)
        self.filter(shared_games=None).delete()

    def by_kind(self) -> list[tuple[str, str, int, int, int]]:
        """Add up cities and VP. Each row has mission line, house rules, number of players, cities and VP."""
        kinds = self.whole().order_by().values_list("line", "house_rules", "players")
        return list(kinds.annotate(Sum("cities"), Sum("total")))


class SharedSum(models.Model):
    """The total VP of games with equal rules and number of players, from campaigns that share their results.

    If one of these games is withdrawn, the row never has a total again. A new total would reveal the withdrawn result.
    """

    line = models.CharField(max_length=LONGEST_LINE)
    house_rules = models.CharField(max_length=100, blank=True, default="")  # the names of the house rules that are on
    players = models.PositiveSmallIntegerField()
    games = models.PositiveSmallIntegerField()
    cities = models.PositiveSmallIntegerField()
    total = models.IntegerField(null=True)  # total VP of all cities; None if a game was withdrawn

    objects = SharedSumQuerySet.as_manager()

    class Meta:
        verbose_name = _("sum of shared results")
        verbose_name_plural = _("sums of shared results")

    def __str__(self) -> str:
        return self.line
