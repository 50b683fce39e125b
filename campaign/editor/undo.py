"""Undo and redo of an evaluation, read from its history: they outlive a reload, and every device sees the same.

Nothing is ever taken out of the history. Undoing writes the earlier state once more, as the action "undo", and this
module replays the actions to learn what may be undone and redone now.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from campaign.editor.moves import Do
from campaign.editor.screen import Steps
from campaign.models import Evaluation


class State(NamedTuple):
    """What an evaluation held: columns of its history."""

    city: str = ""
    allocation: str = ""
    pad: tuple[tuple[str, str], ...] = ()


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

    @property
    def steps(self) -> Steps:
        return Steps(undo=len(self.past) > 1, redo=bool(self.future))

    def undone(self) -> "Step | None":
        """Take the latest change back; None where there is none."""
        if len(self.past) == 1:
            return None
        *past, latest = self.past
        return Step(past[-1].state, latest, Timeline(tuple(past), (*self.future, latest)))

    def redone(self) -> "Step | None":
        """Make the change again that was undone last; None where there is none."""
        if not self.future:
            return None
        *future, latest = self.future
        return Step(latest.state, latest, Timeline((*self.past, latest), tuple(future)))


class Step(NamedTuple):
    """An undo or redo: the state to write, the change it is about, and what can be undone and redone then."""

    state: State
    change: Change
    after: Timeline


def timeline(evaluation: Evaluation) -> Timeline:
    """Learn what can be undone and redone. One query, which reads every change of this evaluation."""
    records = evaluation.history.order_by("history_id")
    return replayed(records)


def replayed(records: Iterable[Any]) -> Timeline:
    past: list[Change] = [NOTHING]
    future: list[Change] = []
    for record in records:
        state = State(record.city, record.allocation, tuple(sorted(record.pad.items())))
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
