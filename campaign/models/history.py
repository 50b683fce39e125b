from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from django.db import models
from django.utils.translation import gettext_lazy as _
from simple_history.manager import HistoryManager
from simple_history.models import HistoricalRecords

if TYPE_CHECKING:
    from campaign.models.evaluation import Evaluation
    from campaign.models.game import Game


LONGEST_KEY = 40


@dataclass(frozen=True, slots=True)
class Action:
    """The act that changed an evaluation, as its history keeps it."""

    name: str = ""  # a tap of the editor, such as "undo", or "pad"; "" where nobody did it by hand
    key: str = ""  # tells a tap that comes twice
    by_link: bool = False  # somebody without an account entered it, as the player they said they are

    @property
    def columns(self) -> dict[str, Any]:
        """Return what a record of the history holds of it, by column."""
        return {"history_action": self.name, "history_key": self.key, "history_by_link": self.by_link}


UNNAMED = Action()


class Signed(models.Model):
    """Further columns of every history: who made the change, and how."""

    # The name of somebody without an account here: it came from another site, with an import.
    history_name = models.CharField(_("name"), max_length=150, blank=True, default="", editable=False)
    history_action = models.CharField(max_length=10, blank=True, default="", editable=False)
    history_key = models.CharField(max_length=LONGEST_KEY, blank=True, default="", editable=False)
    history_by_link = models.BooleanField(default=False, editable=False)

    class Meta:
        abstract = True


class RecordsManager(HistoryManager):  # type: ignore[misc] # comes without types
    """Make the class of a history's manager once; simple_history makes it anew each time it is asked for one."""

    @classmethod
    @cache
    def from_queryset(cls, queryset_class: type[models.QuerySet[Any]]) -> Any:
        return super().from_queryset(queryset_class)


def signed_history(excluded_fields: Sequence[str] = ()) -> HistoricalRecords:
    """Return the history of a model, which says who changed what and is deleted along with its row."""
    return HistoricalRecords(
        bases=[Signed],
        cascade_delete_history=True,
        excluded_fields=excluded_fields,
        history_manager=RecordsManager,
    )


def find_latest_change(thing: "Game | Evaluation") -> Any:
    """Find the latest record of the history of a thing, None where there is none. One query."""
    return thing.history.order_by("-history_date", "-history_id").first()
