from typing import TYPE_CHECKING

from django.db import models
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from campaign.models.evaluation import Evaluation
    from campaign.models.game import Game
    from campaign.models.user import User


class Signed(models.Model):
    """What each record of a history holds on top: who did it, where that is somebody without an account here."""

    history_name = models.CharField(_("name"), max_length=150, blank=True, default="", editable=False)

    class Meta:
        abstract = True


def last_changed_by(thing: "Game | Evaluation") -> "User | None":
    """Who made the latest change the history knows of."""
    latest = thing.history.select_related("history_user").order_by("-history_date", "-history_id").first()
    return latest.history_user if latest else None
