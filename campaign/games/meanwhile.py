"""Write sentences about conflicts in an open game: two people set the same column at the same time."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from campaign.meanwhile import Comparison, Sender, last_to_change, latest_late
from campaign.models import Game
from campaign.models.history import Action
from campaign.models.phase import is_before_the_pawn, title_of
from campaign.people import People

LATEST_RECORDS = 20  # the number of history records of a game that `latest_records` reads
# Names of the fields that can conflict, and their columns.
PHASE, FIRST, PAWN = "phase", "first", "pawn"
COLUMNS = {PHASE: "phase", FIRST: "first_player_id", PAWN: "pawn_id"}


def changed_columns(before: Any, after: Any) -> list[str]:
    """Name the fields that differ in two history records of a game."""
    return [field for field, column in COLUMNS.items() if getattr(before, column) != getattr(after, column)]


TABLE: Comparison[Any] = Comparison(lambda record: record, changed_columns)


def latest_records(game: Game) -> list[Any]:
    """Read the latest history records of a game, the latest first. Makes one query."""
    return list(game.history.order_by("-history_id")[:LATEST_RECORDS])


def field_of_choice(phase: str) -> str:
    """Return FIRST (the first player) up to round 1, and PAWN later, when the holder of the Mayor pawn goes first."""
    return FIRST if is_before_the_pawn(phase) else PAWN


def come_late(game: Game, field: str, action: Action, sender: Sender) -> str:
    """Record a change that came too late. Return a sentence, or "" for a repeated request. Raises GameFinishedError."""
    if action.key and game.history.filter(history_key=action.key, history_user=sender.account).exists():
        return ""
    first = last_to_change(latest_records(game), field, TABLE)
    game.record_late(action.late(field))
    values = {"what": _name(field, game), "name": People(game.campaign).call(first)}
    return _("%(what)s: %(name)s chose first, and that stays.") % values


def told_late(game: Game, records: Sequence[Any], reader: int | None) -> list[str]:
    """Write sentences about the changes refused since the last stored change. `reader` is the reader's account id."""
    late = latest_late(records, TABLE)
    if not late:
        return []
    people = People(game.campaign)
    return [
        each.told(
            people,
            reader,
            own=_("%(what)s: what you chose stays, because %(late)s came later."),
            others=_("%(what)s: what %(name)s chose stays, because %(late)s came later."),
            what=_name(each.field, game),
        )
        for each in late
    ]


def told_reopening(game: Game, records: Sequence[Any]) -> str:
    """Write a sentence: who reopened the game and when, and that its result is gone. Return "" without a reopening."""
    for record, before in pairwise(records):
        if before.state == Game.State.FINISHED and record.state == Game.State.OPEN:
            name, time = People(game.campaign).call(record), f"{localtime(record.history_date):%H:%M}"
            said = _("%(name)s reopened this game at %(time)s. The result is gone until somebody finishes it again.")
            return capfirst(said % {"name": name, "time": time})
    return ""


def _name(field: str, game: Game) -> str:
    return {PHASE: title_of(game.phase), FIRST: _("First player"), PAWN: _("Mayor pawn")}[field]
