"""Write sentences about conflicts in an open game: two people set the same value at the same time.

The first change stays. The second change "came too late": it changes nothing, but gets a history record.
"""

from collections.abc import Sequence
from itertools import pairwise, takewhile
from operator import attrgetter
from typing import Any

from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from campaign.models import Game
from campaign.models.history import LATE, Action
from campaign.models.phase import is_before_the_pawn, title_of
from campaign.people import People

LATEST_RECORDS = 20  # the number of history records of a game that `latest_records` reads
# Names of the values that can conflict. The functions below take one of these names as `place`.
TABLE, FIRST, PAWN = "phase", "first", "pawn"
COLUMNS = {TABLE: "phase", FIRST: "first_player_id", PAWN: "pawn_id"}


def latest_records(game: Game) -> list[Any]:
    """Read the latest history records of a game, the latest first. Makes one query."""
    return list(game.history.order_by("-history_id")[:LATEST_RECORDS])


def place_of_choice(phase: str) -> str:
    """Return FIRST (the first player) up to round 1, and PAWN later, when the holder of the Mayor pawn goes first."""
    return FIRST if is_before_the_pawn(phase) else PAWN


def come_late(game: Game, place: str, action: Action, account: int | None) -> str:
    """Record a change that came too late. Return a sentence, or "" for a repeated request. Raises GameFinishedError."""
    if action.key and game.history.filter(history_key=action.key, history_user=account).exists():
        return ""
    author = _author(latest_records(game), place)
    game.note_late(Action(f"{LATE} {place}", author=action.author))
    values = {"what": _name(place, game), "name": People(game.campaign).call(author)}
    return _("%(what)s: %(name)s chose first, and that stays.") % values


def told_late(game: Game, records: Sequence[Any], reader: int | None) -> list[str]:
    """Write sentences about the changes refused since the last stored change. `reader` is the reader's account id."""
    late = {record.late_place: record for record in takewhile(attrgetter("is_late"), records)}
    people = People(game.campaign) if late else None
    return [_told(game, place, record, _author(records, place), people, reader) for place, record in late.items()]


def told_reopening(game: Game, records: Sequence[Any]) -> str:
    """Write a sentence: who reopened the game and when, and that its result is gone. Return "" without a reopening."""
    for record, before in pairwise(records):
        if before.state == Game.State.FINISHED and record.state == Game.State.OPEN:
            name, time = People(game.campaign).call(record), f"{localtime(record.history_date):%H:%M}"
            said = _("%(name)s reopened this game at %(time)s. The result is gone until somebody finishes it again.")
            return capfirst(said % {"name": name, "time": time})
    return ""


def _told(game: Game, place: str, late: Any, author: Any, people: Any, reader: int | None) -> str:
    values = {"what": _name(place, game), "name": people.call(author), "late": people.call(late)}
    if author and author.history_user_id and author.history_user_id == reader:
        return _("%(what)s: what you chose stays, because %(late)s came later.") % values
    return _("%(what)s: what %(name)s chose stays, because %(late)s came later.") % values


def _name(place: str, game: Game) -> str:
    return {TABLE: title_of(game.phase), FIRST: _("First player"), PAWN: _("Mayor pawn")}[place]


def _author(records: Sequence[Any], place: str) -> Any:
    """Find the latest history record that changed a value (TABLE, FIRST or PAWN). Return None if there is none."""
    column = COLUMNS[place]
    changes = (record for record, before in pairwise(records) if getattr(record, column) != getattr(before, column))
    return next(changes, None)
