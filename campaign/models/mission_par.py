from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaign.models.analysis import KEPT_FOR, STALLED_AFTER
from scoring.mission_lines import LONGEST_LINE


class MissionParQuerySet(models.QuerySet["MissionPar"]):
    def under_way(self) -> "MissionParQuerySet":
        """Return the pars that wait to be measured or are being measured in any process."""
        return self.filter(figures__isnull=True, touched__gt=timezone.now() - STALLED_AFTER)

    def outdated(self) -> "MissionParQuerySet":
        return self.filter(touched__lte=timezone.now() - KEPT_FOR)


class MissionPar(models.Model):
    """The par of a mission, measured in games that programs play. Missions with equal lines share one row."""

    line = models.CharField(max_length=LONGEST_LINE)
    house_rules = models.CharField(max_length=100, blank=True, default="")  # the names of the house rules that are on
    players = models.PositiveSmallIntegerField()
    edition = models.PositiveSmallIntegerField()  # the version of the programs that play the games
    figures = models.JSONField(null=True, blank=True)  # the fields of `Par`; None until the par is measured
    touched = models.DateTimeField(default=timezone.now)

    objects = MissionParQuerySet.as_manager()

    class Meta:
        verbose_name = _("par of a mission")
        verbose_name_plural = _("pars of missions")
        constraints = (
            models.UniqueConstraint(
                "line", "house_rules", "players", "edition", name="one_par_a_line_house_rules_players_and_edition"
            ),
        )

    def __str__(self) -> str:
        return self.line

    @property
    def is_under_way(self) -> bool:
        return self.figures is None and self.touched > timezone.now() - STALLED_AFTER
