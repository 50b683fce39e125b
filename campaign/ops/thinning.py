"""Thin the histories of old games: keep the first record of each entry and the last record of each sitting.

A sitting is a series of changes that one account makes to one entry, with pauses shorter than A_SITTING.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import Lag, Lead

from campaign.models import Evaluation, Game
from campaign.models.history import A_SITTING

GAMES_AT_A_TIME = 200  # one transaction thins the histories of at most this many games
SAME = ("history_user_id", "absent", "total", "seat")  # if one of these fields changes, a new sitting begins


def thin(ended_before: datetime) -> Iterator[int]:
    """Thin the histories of all games that were finished before this moment.

    Each step is a transaction of its own, so that nobody waits long. Yields the number of records that a step deleted.

    The page of a game's history stays the same, because the page shows a sitting as one change. If a thinned
    game is reopened, each undo takes back a whole sitting.
    """
    last = 0
    while games := list(_finished(ended_before, last).values_list("pk", flat=True)[:GAMES_AT_A_TIME]):
        last = games[-1]
        with transaction.atomic():
            yield _thin(Evaluation.history.filter(game_id__in=games))


def _finished(before: datetime, last: int) -> QuerySet[Game]:
    """Find the finished games with a key above `last`. Leave out games that were finished later than this moment."""
    return Game.objects.finished().filter(finished_at__lt=before, pk__gt=last).order_by("pk")


def _thin(records: Any) -> int:
    """Delete all records except the last record of each sitting and the first record of each entry."""
    following = {f"next_{name}": _of_same_entry(Lead(name)) for name in (*SAME, "history_date")}
    told = records.order_by().annotate(before=_of_same_entry(Lag("history_id")), **following)
    goes_on = Q(before__isnull=False, next_history_date__lt=F("history_date") + A_SITTING)
    for name in SAME:
        goes_on &= Q(**{f"next_{name}": F(name)}) | Q(**{name: None, f"next_{name}": None})
    count: int = records.model.objects.filter(pk__in=told.filter(goes_on).values("pk")).delete()[0]
    # A remaining record now stands for all changes of its sitting, but its action is the action of the last tap. So
    # remove this action. Otherwise, if the last tap was an undo, the editor would undo a change again.
    records.exclude(history_action="").update(history_action="", history_key="")
    return count


def _of_same_entry(value: Any) -> Window:
    return Window(value, partition_by="id", order_by=[F("history_date").asc(), F("history_id").asc()])
