"""Undo and redo of an evaluation, read from its history: they outlive a reload, and every device sees the same.

Nothing is ever taken out of the history. Undoing writes the earlier state once more, as the action "undo", and this
module replays the actions to learn what may be undone and redone now.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from campaign.cities import line_of_columns, parse_city
from campaign.editor.moves import Do, empty_city, what_changed
from campaign.editor.screen import Steps
from campaign.models import Evaluation
from scoring import City, Rules


class State(NamedTuple):
    """What an evaluation held: columns of its history."""

    city: str = ""
    allocation: str = ""
    pad: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, record: Any) -> "State":
        """Read a record of the history."""
        return cls(record.city, record.allocation, tuple(sorted(record.pad.items())))

    def as_city(self, rules: Rules) -> City:
        return parse_city(line_of_columns(self.city, self.allocation)) if self.city else empty_city(rules)


def named(before: State, after: State, rules: Rules) -> str:
    """Name what changed from one state to another: "B3 Shop", "the supply", "the score pad"."""
    if before.pad or after.pad:
        return _("the score pad")
    return what_changed(before.as_city(rules), after.as_city(rules))


class Change(NamedTuple):
    """A state, and the record of the history that brought it about."""

    state: State
    record: Any = None


NOTHING = Change(State())


@dataclass(frozen=True, slots=True)
class Timeline:
    """`past` ends with what is stored now; `future` ends with what redo brings back."""

    past: tuple[Change, ...]
    future: tuple[Change, ...]

    def steps(self, rules: Rules) -> Steps:
        """Name what undo and redo would change."""
        undo, redo = self.undone(), self.redone()
        return Steps(undo=undo.named(rules) if undo else "", redo=redo.named(rules) if redo else "")

    def undone(self) -> "Restoration | None":
        """Take the latest change back; None where there is none."""
        if len(self.past) == 1:
            return None
        *past, latest = self.past
        return Restoration(
            past[-1].state, (past[-1].state, latest.state), latest, Timeline(tuple(past), (*self.future, latest))
        )

    def redone(self) -> "Restoration | None":
        """Make the change again that was undone last; None where there is none."""
        if not self.future:
            return None
        *future, latest = self.future
        made = (self.past[-1].state, latest.state)
        return Restoration(latest.state, made, latest, Timeline((*self.past, latest), tuple(future)))


class Restoration(NamedTuple):
    """An undo or redo: the state to write, the change it is about, and the timeline after it."""

    state: State
    made: tuple[State, State]  # before and after the change, when it was made
    change: Change
    after: Timeline

    def named(self, rules: Rules) -> str:
        return named(*self.made, rules)


LATEST = 64  # records of a history: undo seldom needs to know what was before them
LEAST_KNOWN = 2  # changes that a timeline without its beginning still names: the one undone, and the one before


def timeline(evaluation: Evaluation) -> Timeline:
    """Learn what can be undone and redone. One query for the latest changes; where these do not tell, another for all.

    Of a long history the timeline begins with the state before the latest changes.
    """
    records = evaluation.history.order_by("-history_id")
    latest = list(records[:LATEST])
    if len(latest) < LATEST:
        return replayed(reversed(latest))
    first, *others = reversed(latest)
    return replayed_from(Change(State.of(first), first), others) or replayed(reversed(records))


def replayed(records: Iterable[Any]) -> Timeline:
    """Replay a history from its beginning."""
    past: list[Change] = [NOTHING]
    future: list[Change] = []
    for record in records:
        _replay(record, past, future)
    return Timeline(tuple(past), tuple(future))


def replayed_from(start: Change, records: Iterable[Any]) -> Timeline | None:
    """Replay the end of a history; None where an undo or redo is about something before it."""
    past: list[Change] = [start]
    future: list[Change] = []
    knows_future = False  # once a change was made, what was undone before it cannot be made again
    for record in records:
        if State.of(record) == past[-1].state:
            continue  # it changed nothing that is played here
        is_about_before = len(past) == 1 if record.history_action == Do.UNDO else not (future or knows_future)
        if record.history_action in (Do.UNDO, Do.REDO) and is_about_before:
            return None
        knows_future = knows_future or record.history_action not in (Do.UNDO, Do.REDO)
        _replay(record, past, future)
    # The change that undo takes back, and the one after it, have to be in it.
    return Timeline(tuple(past), tuple(future)) if knows_future and len(past) > LEAST_KNOWN else None


def _replay(record: Any, past: list[Change], future: list[Change]) -> None:
    """Move one record's change to the past, or to the future if it was an undo."""
    state = State.of(record)
    if state == past[-1].state:
        return  # seats, finishing and reopening leave a record too
    if record.history_action == Do.UNDO and len(past) > 1:
        future.append(past.pop())
    elif record.history_action == Do.REDO and future:
        past.append(future.pop())
    else:
        past.append(Change(state, record))
        future.clear()
