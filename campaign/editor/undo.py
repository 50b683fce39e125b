"""Undo and redo of an evaluation, read from its history: they outlive a reload, and every device sees the same.

Nothing is ever taken out of the history. Undoing writes the earlier state once more, as the action "undo", and this
module replays the actions to learn what may be undone and redone now.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from campaign.cities import parse_city
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
        return parse_city(f"{self.city} {self.allocation}".rstrip()) if self.city else empty_city(rules)


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


def timeline(evaluation: Evaluation) -> Timeline:
    """Learn what can be undone and redone. One query, which reads every change of this evaluation."""
    records = evaluation.history.order_by("history_id")
    return replayed(records)


def replayed(records: Iterable[Any]) -> Timeline:
    past: list[Change] = [NOTHING]
    future: list[Change] = []
    for record in records:
        state = State.of(record)
        change = Change(state, record)
        if state == past[-1].state:
            continue  # seats, finishing and reopening leave a record too
        if record.history_action == Do.UNDO and len(past) > 1:
            future.append(past.pop())
        elif record.history_action == Do.REDO and future:
            past.append(future.pop())
        else:
            past.append(change)
            future.clear()
    return Timeline(tuple(past), tuple(future))
