"""Undo and redo of an evaluation, read from its history: they outlive a reload, and every device sees the same.

Nothing is ever taken out of the history. Undoing writes the earlier state once more, with the reason "undo", and this
module replays the reasons to learn what may be undone and redone now.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from campaign.editor.moves import Do
from campaign.models import Evaluation

if TYPE_CHECKING:
    from campaign.models import User


class State(NamedTuple):
    """What an evaluation held: columns of its history."""

    city: str = ""
    allocation: str = ""
    pad: tuple[tuple[str, str], ...] = ()


class Change(NamedTuple):
    """A state, who brought it about, and when."""

    state: State
    by: "User | None" = None
    at: datetime | None = None


NOTHING = Change(State())


@dataclass(frozen=True, slots=True)
class Timeline:
    """`past` ends with what is stored now; `future` ends with what redo brings back."""

    past: tuple[Change, ...]
    future: tuple[Change, ...]

    @property
    def can_undo(self) -> bool:
        return len(self.past) > 1

    @property
    def can_redo(self) -> bool:
        return bool(self.future)


def timeline(evaluation: Evaluation) -> Timeline:
    """What can be undone and redone. One query, which reads every change of this evaluation."""
    records = evaluation.history.select_related("history_user").order_by("history_id")
    return replayed(records)


def replayed(records: Iterable[Any]) -> Timeline:
    past: list[Change] = [NOTHING]
    future: list[Change] = []
    for record in records:
        state = State(record.city, record.allocation, tuple(sorted(record.pad.items())))
        change = Change(state, record.history_user, record.history_date)
        reason = (record.history_change_reason or "").partition(" ")[0]
        if state == past[-1].state:
            continue  # seats, finishing and reopening leave a record too
        if reason == Do.UNDO and len(past) > 1:
            future.append(past.pop())
        elif reason == Do.REDO and future:
            past.append(future.pop())
        else:
            past.append(change)
            future.clear()
    return Timeline(tuple(past), tuple(future))
