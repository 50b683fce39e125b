from datetime import timedelta

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaign.scores.stamps import LONGEST_STAMP

# An analysis that has written no progress for this long has died. A running analysis writes every second or two.
STALLED_AFTER = timedelta(minutes=1)
# how long an analysis is kept; a new analysis of the same city takes only seconds
KEPT_FOR = timedelta(days=90)


class AnalysisQuerySet(models.QuerySet["Analysis"]):
    def under_way(self) -> "AnalysisQuerySet":
        """Return the analyses that wait or are running, in any process."""
        return self.filter(is_done=False, touched__gt=timezone.now() - STALLED_AFTER)

    def outdated(self) -> "AnalysisQuerySet":
        return self.filter(touched__lte=timezone.now() - KEPT_FOR)


class Analysis(models.Model):
    """The stored analysis of a city under certain rules. Equal cities with the same rules share one analysis."""

    city = models.CharField(max_length=200)
    stamp = models.CharField(max_length=LONGEST_STAMP)  # the rules as text, such as "edition=1 mission=7"
    figures = models.JSONField(null=True, blank=True)  # the results; None until they are computed
    found = models.CharField(max_length=200, blank=True, default="")  # the best arrangement of the tiles so far
    percent = models.PositiveSmallIntegerField(default=0)  # the percentage of the work that is done
    is_done = models.BooleanField(default=False)
    touched = models.DateTimeField(default=timezone.now)

    objects = AnalysisQuerySet.as_manager()

    class Meta:
        verbose_name = _("analysis")
        verbose_name_plural = _("analyses")
        constraints = (
            models.UniqueConstraint("city", "stamp", name="one_analysis_a_city_and_stamp"),
            models.CheckConstraint(condition=Q(percent__lte=100), name="analysis_percent_exists"),
        )

    def __str__(self) -> str:
        return self.city

    @property
    def is_under_way(self) -> bool:
        return not self.is_done and self.touched > timezone.now() - STALLED_AFTER
