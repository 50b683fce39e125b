from django.db import models
from django.db.models import Count, F, Q, Sum
from django.utils.translation import gettext_lazy as _

from campaign.models.game import Game
from scoring.mission_lines import LONGEST_LINE


class SharedSumQuerySet(models.QuerySet["SharedSum"]):
    def whole(self) -> "SharedSumQuerySet":
        """Return the sums that are not dissolved."""
        return self.filter(total__isnull=False)

    def broken(self) -> "SharedSumQuerySet":
        """Return the sums that have to be dissolved, because they hold a game that no longer counts.

        Such a game was deleted or reopened, or its campaign is in the bin or no longer shares its results.
        """
        unchanged = Q(
            shared_games__game__state=Game.State.FINISHED,
            shared_games__game__finished_at=F("shared_games__finished_at"),
            shared_games__game__campaign__shares_results=True,
            shared_games__game__campaign__deleted_at=None,
        )
        return self.whole().annotate(still=Count("shared_games", filter=unchanged)).exclude(still=F("games"))

    def dissolve_broken(self) -> None:
        """Forget the totals of broken sums, and delete sums whose games are all deleted. Makes at most five queries."""
        broken = list(self.broken().values_list("pk", flat=True))
        self.filter(pk__in=broken).update(total=None)
        self.filter(shared_games=None).delete()

    def by_kind(self) -> list[tuple[str, str, int, int, int]]:
        """Return a row for each kind of game: line, house rules, number of players, number of cities, and all VP.

        Dissolved sums are left out. Makes one query.
        """
        kinds = self.whole().order_by().values_list("line", "house_rules", "players")
        return list(kinds.annotate(Sum("cities"), Sum("total")))


class SharedSum(models.Model):
    """The VP of all cities in some games of one kind, added up. The games' campaigns share their results.

    The games have the same line, house rules (the names of the switches that are on) and number of players. No two
    games have the same owner. A sum is published and dissolved as a whole. The games of a dissolved sum never count
    again. Otherwise, the difference between the old and a new sum would reveal the results of a withdrawn game.
    """

    line = models.CharField(max_length=LONGEST_LINE)
    house_rules = models.CharField(max_length=100, blank=True, default="")
    players = models.PositiveSmallIntegerField()
    games = models.PositiveSmallIntegerField()
    cities = models.PositiveSmallIntegerField()
    total = models.IntegerField(null=True)  # VP of all the cities; None for a dissolved sum

    objects = SharedSumQuerySet.as_manager()

    class Meta:
        verbose_name = _("sum of shared results")
        verbose_name_plural = _("sums of shared results")

    def __str__(self) -> str:
        return self.line
