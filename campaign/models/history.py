from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from simple_history.manager import HistoryManager
from simple_history.models import HistoricalRecords

if TYPE_CHECKING:
    from campaign.models.evaluation import Evaluation
    from campaign.models.game import Game


LONGEST_KEY = 40
# Pages show an account's changes to one entry as one change if the pauses between them are shorter than this.
A_SITTING = timedelta(minutes=15)
# If two people change the same thing, the site refuses the later change, but records it. The record's action begins
# with "late": "late B3" for a square, for example, or "late phase" for a game's phase.
LATE = "late"
THE_CITY = "city"
# The actions of records that give an evaluation to another player, because two players were one person, and back.
MERGED, APART = "merge", "unmerge"


@dataclass(frozen=True, slots=True)
class Action:
    """The cause of a change of an evaluation or a game, as the history stores it."""

    # The action, such as "undo" or "pad" (the score pad); "" for none. For a refused change: see LATE.
    name: str = ""
    key: str = ""  # identifies a tap, so the site recognises a tap that a phone sends twice
    by_link: bool = False  # whether the author is a visitor with a link, who has chosen a player
    author: str = ""  # name of the visitor's player, if a visitor with a link changed a game

    @property
    def columns(self) -> dict[str, Any]:
        """Return a dict of history columns: {"history_action": "undo", ...}."""
        return {
            "history_action": self.name,
            "history_key": self.key,
            "history_by_link": self.by_link,
            "history_name": self.author,
        }

    def late(self, field: str) -> "Action":
        """Return the action to record if the site refuses the change of this field: see LATE."""
        return replace(self, name=f"{LATE} {field}".rstrip(), key="")


UNNAMED = Action()


class Signed(models.Model):
    """The columns that every history adds to its model's columns: the author and the cause of a change."""

    # The author's name, if the change was imported, or if a visitor with a link changed a game.
    history_name = models.CharField(_("name"), max_length=150, blank=True, default="", editable=False)
    history_action = models.CharField(max_length=10, blank=True, default="", editable=False)
    history_key = models.CharField(max_length=LONGEST_KEY, blank=True, default="", editable=False)
    history_by_link = models.BooleanField(default=False, editable=False)

    class Meta:
        abstract = True

    @property
    def is_late(self) -> bool:
        """Tell whether the site refused the change, because it came too late."""
        return self.history_action.startswith(LATE)

    @property
    def late_field(self) -> str:
        """Return the square or field of a refused change: "B3" if the action is "late B3"; "" if it is "late"."""
        return self.history_action.removeprefix(LATE).strip()


class RecordsManager(HistoryManager):  # type: ignore[misc] # comes without types
    """A history manager that caches `from_queryset`, because simple_history calls it at each access."""

    @classmethod
    @cache
    def from_queryset(cls, queryset_class: type[models.QuerySet[Any]]) -> Any:
        return super().from_queryset(queryset_class)


def signed_history(*, excluded_fields: Sequence[str] = (), no_db_index: Sequence[str] = ()) -> HistoricalRecords:
    """Return a history for a model. The history stores the author of each change, and is deleted with the model's row.

    `no_db_index` names foreign keys that get no index, because no query searches by them.
    """
    return HistoricalRecords(
        bases=[Signed],
        cascade_delete_history=True,
        excluded_fields=excluded_fields,
        no_db_index=no_db_index,
        history_id_field=models.BigAutoField(),  # 32 bits are too few: a busy site writes 2**31 records within years
        history_manager=RecordsManager,
    )


def record_values(thing: "Game | Evaluation", action: Action) -> dict[str, Any]:
    """Return a history record's columns: the row's present values, and the author and the cause of the change."""
    history: Any = type(thing).history.model
    user = history.get_default_history_user(thing)
    return {
        "history_date": timezone.now(),
        "history_user_id": user and user.pk,
        "history_type": "~",
        "history_change_reason": None,
        **{field.attname: getattr(thing, field.attname) for field in history.tracked_fields},
        **action.columns,
    }


def find_latest_change(thing: "Game | Evaluation") -> Any:
    """Find the latest history record of a game or evaluation; return None without one. Makes one query."""
    return thing.history.order_by("-history_date", "-history_id").first()
