from datetime import timedelta

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

KEPT_FOR = timedelta(days=2)


class SubmissionQuerySet(models.QuerySet["Submission"]):
    def outdated(self) -> "SubmissionQuerySet":
        return self.filter(created__lt=timezone.now() - KEPT_FOR)


class Submission(models.Model):
    """A submitted form that has made an object. If the form is submitted again, it makes no second object."""

    key = models.CharField(max_length=64, unique=True)
    browser = models.CharField(max_length=64)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+")
    address = models.CharField(max_length=200, blank=True, default="")  # the address of the new object's page
    created = models.DateTimeField(default=timezone.now, db_index=True)

    objects = SubmissionQuerySet.as_manager()

    class Meta:
        verbose_name = _("submission")
        verbose_name_plural = _("submissions")

    def __str__(self) -> str:
        return self.address
