"""Delete most history records of old games. The pages stay the same, because they show a sitting as one change.

A sitting is a series of changes by one account to one player's city or score pad, with pauses shorter than A_SITTING.
Keep the first record of each city or score pad, and the last record of each sitting.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import Lag, Lead

from campaign.models import Evaluation, Game
from campaign.models.history import A_SITTING

GAMES_AT_A_TIME = 200  # one transaction handles at most this many games
SAME = ("history_user_id", "absent", "total", "seat")  # the columns that are equal in all records of a sitting


def thin(ended_before: datetime) -> Iterator[int]:
    """Thin the history of games that were finished before `ended_before`, and yield numbers of deleted records.

    Work in many short transactions, so that nobody waits long.
    """
    last = 0
    while games := list(_finished(ended_before, last).values_list("pk", flat=True)[:GAMES_AT_A_TIME]):
        last = games[-1]
        with transaction.atomic():
            yield _thin(Evaluation.history.filter(game_id__in=games))


def _finished(before: datetime, last: int) -> QuerySet[Game]:
    return Game.objects.finished().filter(finished_at__lt=before, pk__gt=last).order_by("pk")


def _thin(records: Any) -> int:
    """Delete all but the first record of each city or score pad and the last of each sitting. Return their number."""
    following = {f"next_{name}": _of_same_entry(Lead(name)) for name in (*SAME, "history_date")}
    told = records.order_by().annotate(before=_of_same_entry(Lag("history_id")), **following)
    goes_on = Q(before__isnull=False, next_history_date__lt=F("history_date") + A_SITTING)
    for name in SAME:
        goes_on &= Q(**{f"next_{name}": F(name)}) | Q(**{name: None, f"next_{name}": None})
    count: int = records.model.objects.filter(pk__in=told.filter(goes_on).values("pk")).delete()[0]
    # A kept record now stands for a whole series of changes, but has the action of the last tap. So remove the action.
    # Otherwise, if the last tap was an undo, the editor would undo a change again.
    records.exclude(history_action="").update(history_action="", history_key="")
    return count


def _of_same_entry(value: Any) -> Window:
    return Window(value, partition_by="id", order_by=[F("history_date").asc(), F("history_id").asc()])
