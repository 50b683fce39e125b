from datetime import timedelta

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

STALLED_AFTER = timedelta(minutes=1)  # work under way writes its progress every second or two
KEPT_FOR = timedelta(days=90)  # after it was worked out; working it out again takes seconds


class AnalysisQuerySet(models.QuerySet["Analysis"]):
    def under_way(self) -> "AnalysisQuerySet":
        """Return the analyses that wait or run in some process."""
        return self.filter(is_done=False, touched__gt=timezone.now() - STALLED_AFTER)

    def outdated(self) -> "AnalysisQuerySet":
        return self.filter(touched__lte=timezone.now() - KEPT_FOR)


class Analysis(models.Model):
    """The analysis of a city under a rules stamp. Equal cities share one, so none is worked out twice.

    `figures` holds the one swap and the worths (see analysis/work.py), None until they are known. `found` is the
    notation of the best arrangement so far.
    """

    city = models.CharField(max_length=200)
    stamp = models.CharField(max_length=200)
    figures = models.JSONField(null=True, blank=True)
    found = models.CharField(max_length=200, blank=True, default="")
    percent = models.PositiveSmallIntegerField(default=0)  # of the work
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
