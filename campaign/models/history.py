from django.db import models
from django.utils.translation import gettext_lazy as _


class Signed(models.Model):
    """What each record of a history holds on top: who did it, where that is somebody without an account here."""

    history_name = models.CharField(_("name"), max_length=150, blank=True, default="", editable=False)

    class Meta:
        abstract = True
