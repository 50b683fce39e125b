from datetime import timedelta

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaign.scores.stamps import LONGEST_STAMP

# A job that no worker has touched for this long has died. A worker touches all jobs under way every second or two.
STALLED_AFTER = timedelta(minutes=1)
# how long a result is kept; working it out again takes only seconds
KEPT_FOR = timedelta(days=90)
LONGEST_CITY = 200


class JobQuerySet(models.QuerySet["Job"]):
    def under_way(self) -> "JobQuerySet":
        """Return the jobs that wait or are being done, whichever process does them."""
        return self.filter(is_done=False, touched__gt=timezone.now() - STALLED_AFTER)

    def outdated(self) -> "JobQuerySet":
        return self.filter(touched__lte=timezone.now() - KEPT_FOR)


class Job(models.Model):
    """Something that takes seconds and is worked out once for everybody, such as the par of a mission."""

    class Kind(models.TextChoices):
        WORTHS = "worths"  # the VP that each tile of a city brings, and its best swap
        ARRANGEMENT = "arrangement"  # the best arrangement of a city's tiles
        PAR = "par"  # the par of a mission

    kind = models.CharField(max_length=20, choices=Kind)
    task = models.CharField(max_length=LONGEST_CITY + LONGEST_STAMP)  # what the result depends on, in lines
    asker = models.CharField(max_length=20, blank=True, default="")  # a pseudonym of an address; "" when it is done
    result = models.JSONField(default=dict, blank=True)  # the result so far; empty without one
    percent = models.PositiveSmallIntegerField(default=0)  # the percentage of the work that is done
    is_done = models.BooleanField(default=False)
    touched = models.DateTimeField(default=timezone.now)

    objects = JobQuerySet.as_manager()

    class Meta:
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        constraints = (
            models.UniqueConstraint("kind", "task", name="one_job_a_kind_and_task"),
            models.CheckConstraint(condition=Q(percent__lte=100), name="job_percent_exists"),
        )

    def __str__(self) -> str:
        return f"{self.kind}: {self.task}"

    @property
    def is_under_way(self) -> bool:
        return not self.is_done and self.touched > timezone.now() - STALLED_AFTER
