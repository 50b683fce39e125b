"""Delete most history records of old games. The pages stay the same, because they show quick changes as one change.

Delete a record if the same author soon changed the same city again, without changing its total. Always keep the first
record of a city. The same applies to score pads.
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
SAME = ("history_user_id", "absent", "total", "seat")  # pages combine records into one change if these fields are equal


def thin(ended_before: datetime) -> Iterator[int]:
    """Thin the history of games that were finished before `ended_before`, and yield counts of deleted records.

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
    following = {f"next_{name}": _of_same_entry(Lead(name)) for name in (*SAME, "history_date")}
    told = records.order_by().annotate(before=_of_same_entry(Lag("history_id")), **following)
    goes_on = Q(before__isnull=False, next_history_date__lt=F("history_date") + A_SITTING)
    for name in SAME:
        goes_on &= Q(**{f"next_{name}": F(name)}) | Q(**{name: None, f"next_{name}": None})
    count: int = records.model.objects.filter(pk__in=told.filter(goes_on).values("pk")).delete()[0]
    # A remaining record now stands for many changes, but has the action of the last one. So remove the action.
    records.exclude(history_action="").update(history_action="", history_key="")
    return count


def _of_same_entry(value: Any) -> Window:
    return Window(value, partition_by="id", order_by=[F("history_date").asc(), F("history_id").asc()])
