from collections.abc import Sequence
from dataclasses import dataclass
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
A_SITTING = timedelta(minutes=15)  # changes of an entry count as one change if the pauses between them are shorter
# The action of a change that came too late and was not carried out: "late", then the place of the change. For an entry:
# "late B3" for a square, "late" for the supply, "late 2" for the third sum of a score pad, "late city" for a pad that
# would have replaced a city. For a game: "late phase", "late first" (first player), "late pawn".
LATE = "late"
THE_CITY = "city"


@dataclass(frozen=True, slots=True)
class Action:
    """The cause of a change of an evaluation or a game, as the history stores it."""

    # The command of the city editor, such as "undo", or "pad" for the score pad; "" if no person made the change.
    name: str = ""
    key: str = ""  # identifies a tap, so that the site recognises a repeated tap
    by_link: bool = False  # whether the author is a visitor with a link, who acts for a player of their choice
    author: str = ""  # the author's name, if they have no account and the change is not about their own player

    @property
    def columns(self) -> dict[str, Any]:
        """Return the values of the history columns that describe this action, by name."""
        return {
            "history_action": self.name,
            "history_key": self.key,
            "history_by_link": self.by_link,
            "history_name": self.author,
        }


UNNAMED = Action()


class Signed(models.Model):
    """The columns that every history adds to the columns of its model: the author of the change, and its cause."""

    # The author's name, if they have no account on this site: the change is imported, or made by a visitor with a link.
    history_name = models.CharField(_("name"), max_length=150, blank=True, default="", editable=False)
    history_action = models.CharField(max_length=10, blank=True, default="", editable=False)
    history_key = models.CharField(max_length=LONGEST_KEY, blank=True, default="", editable=False)
    history_by_link = models.BooleanField(default=False, editable=False)

    class Meta:
        abstract = True

    @property
    def is_late(self) -> bool:
        """Tell whether the change came too late, so that it was not carried out."""
        return self.history_action.startswith(LATE)

    @property
    def late_place(self) -> str:
        """Return the place of a change that came too late; "" for the supply of an entry."""
        return self.history_action.removeprefix(LATE).strip()


class RecordsManager(HistoryManager):  # type: ignore[misc] # comes without types
    """Make the class of a history's manager once; simple_history itself makes a new class at each access."""

    @classmethod
    @cache
    def from_queryset(cls, queryset_class: type[models.QuerySet[Any]]) -> Any:
        return super().from_queryset(queryset_class)


def signed_history(*, excluded_fields: Sequence[str] = (), no_db_index: Sequence[str] = ()) -> HistoricalRecords:
    """Return a history for a model. It stores the author of each change, and is deleted together with the model's row.

    `no_db_index` names foreign keys that no query searches by. They get no index: each tap would have to update this
    index.
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
    """Return the columns of a history record: the present values of the row, the author of the change and its cause."""
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
