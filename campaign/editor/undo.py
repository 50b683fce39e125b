"""Undo and redo changes of an evaluation. Both use the stored history, so they work on every device and after a reload.

Undo deletes nothing from the history. It stores the earlier state again, as a new record with the action "undo". To
find the changes that can be undone or redone, this module replays the records.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from campaign.editor.differences import what_changed
from campaign.editor.moves import Do, empty_city
from campaign.editor.screen import Steps
from campaign.models import Evaluation
from campaign.models.evaluation import Entry
from campaign.scores.cities import CityError, line_of_columns, parse_city
from scoring import City, Rules


class EvaluationState(NamedTuple):
    """The city, the allocation and the score pad of an evaluation at one time, as its history stores them."""

    city: str = ""
    allocation: str = ""
    pad: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, record: Any) -> "EvaluationState":
        """Return the state that a history record of an evaluation contains."""
        return cls(record.city, record.allocation, tuple(sorted(record.pad.items())))

    def as_city(self, rules: Rules) -> City:
        return parse_city(line_of_columns(self.city, self.allocation)) if self.city else empty_city(rules)

    def entry(self, rules: Rules) -> Entry:
        """Return the value to store for this state: a score pad, a city, or None if both are empty."""
        return dict(self.pad) if self.pad else self.as_city(rules) if self.city else None


def name_change(before: EvaluationState, after: EvaluationState, rules: Rules) -> str:
    """Name the difference between two states: "B3 Shop", "the supply" or "the score pad"."""
    if before.pad or after.pad:
        return _("the score pad")
    return what_changed(before.as_city(rules), after.as_city(rules))


class Change(NamedTuple):
    """A state, and the history record of the change that led to it."""

    state: EvaluationState
    record: Any = None


NOTHING = Change(EvaluationState())


@dataclass(frozen=True, slots=True)
class Timeline:
    """The changes that undo and redo can use. `past[-1]` has the present state. Redo restores `future[-1]`."""

    past: tuple[Change, ...]
    future: tuple[Change, ...]

    def steps(self, rules: Rules) -> Steps:
        """Name the changes that undo and redo would make."""
        undo, redo = self.undone(), self.redone()
        return Steps(undo=undo.named(rules) if undo else "", redo=redo.named(rules) if redo else "")

    def undone(self) -> "Restoration | None":
        """Compute the undo of the latest change. Return None if there is no change to undo."""
        if len(self.past) == 1:
            return None
        *past, latest = self.past
        return Restoration(
            past[-1].state, (past[-1].state, latest.state), latest, Timeline(tuple(past), (*self.future, latest))
        )

    def redone(self) -> "Restoration | None":
        """Compute the redo of the change that was undone last. Return None if there is no change to redo."""
        if not self.future:
            return None
        *future, latest = self.future
        made = (self.past[-1].state, latest.state)
        return Restoration(latest.state, made, latest, Timeline((*self.past, latest), tuple(future)))


class Restoration(NamedTuple):
    """An undo or redo: the state to store, the change that is undone or redone, and the timeline afterwards."""

    state: EvaluationState
    made: tuple[EvaluationState, EvaluationState]  # the state before the change, and the state after it
    change: Change
    after: Timeline

    def named(self, rules: Rules) -> str:
        return name_change(*self.made, rules)


LATEST = 500  # the number of records that undo and redo know; a city of 20 tiles has about 30


def timeline(evaluation: Evaluation) -> Timeline:
    """Find the changes that can be undone and redone, by replaying the latest records. Makes one query."""
    records = list(evaluation.history.order_by("-history_id")[: LATEST + 1])
    records.reverse()
    if len(records) <= LATEST:
        return replayed(NOTHING, records)
    first, *others = records
    return replayed(Change(EvaluationState.of(first), first), others)


class Restored(NamedTuple):
    """The result of undo or redo: the restored state, the change and its name, and the next possible undo and redo."""

    state: EvaluationState
    change: Any  # the history record of the undone or redone change
    what: str
    steps: Steps
    is_undo: bool


def restore(evaluation: Evaluation, *, is_undo: bool) -> Restored:
    """Find the state that undo or redo restores. Raises CityError if there is nothing to undo or redo."""
    rules, line = evaluation.game.rules, timeline(evaluation)
    found = line.undone() if is_undo else line.redone()
    if found is None:
        raise CityError(_("There is nothing to undo.") if is_undo else _("There is nothing to redo."))
    return Restored(found.state, found.change.record, found.named(rules), found.after.steps(rules), is_undo)


def replayed(start: Change, records: Iterable[Any]) -> Timeline:
    """Replay records. Undo moves the latest change to the future, and redo moves it back. Others add a change."""
    past, future = [start], list[Change]()
    for record in records:
        state = EvaluationState.of(record)
        if state == past[-1].state:
            continue  # the record is about another column, such as the seat or the result
        if record.history_action == Do.UNDO and len(past) > 1:
            future.append(past.pop())
        elif record.history_action == Do.REDO and future:
            past.append(future.pop())
        else:
            past.append(Change(state, record))
            future.clear()
    return Timeline(tuple(past), tuple(future))
