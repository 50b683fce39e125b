"""Settle that two people change the same city, score pad or game at the same time.

Each of these has fields: the squares and the supply, the sums of the pad, the phase and the first player. The change of
a field that came first stays. A later one is left out ("late"), but gets a history record, by which pages tell both.

The key of a tap begins with an id of its device, as in "k3f9x2-17". So changes by the same device can be left out.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, takewhile
from operator import attrgetter
from typing import Any, Generic, NamedTuple, TypeVar, cast

from django.db import OperationalError

from campaign.http import CampaignRequest
from campaign.models import Evaluation, VersionConflictError
from campaign.models.history import LONGEST_KEY, Action
from campaign.people import People
from campaign.web.idempotency import browser_of, device_of, key_of

MOST_TRIES = 12  # the most attempts to store a change; an attempt fails if somebody else stores the row first

R = TypeVar("R")
S = TypeVar("S")  # the state of a row, such as a city


class Sender(NamedTuple):
    """The person who makes a change: their account, their browser, and whether they are a visitor with a link."""

    account: int | None = None
    by_link: bool = False
    browser: str = ""

    @classmethod
    def of(cls, request: CampaignRequest) -> "Sender":
        return cls(request.user.pk, request.membership.is_by_link, browser_of(request))

    def key(self, sent: str) -> str:
        """Return the key of a tap in the history. Without an account, it includes a hash of the browser's cookie."""
        return key_of(sent[:LONGEST_KEY], self.account, self.browser)

    def action(self, name: str, sent: str) -> Action:
        """Return the action that the history stores for a tap."""
        return Action(name, self.key(sent), self.by_link)


NOBODY = Sender()


class Comparison(NamedTuple, Generic[S]):
    """A kind of thing that several people change, such as a city."""

    state: Callable[[Any], S]  # returns the state in a history record; for None, the state before the first record
    changed: Callable[[S, S], Collection[str]]  # returns the fields that differ in two states


class Edit(NamedTuple, Generic[S]):
    """A change that is stored: its history record, and the states before and after it."""

    record: Any
    before: S
    after: S
    is_own: bool  # whether the sender's device made it


@dataclass(frozen=True, slots=True)
class Since(Generic[S]):
    """The changes of a row since a page showed it. The sender's other devices count as "others"."""

    shown: Any = None  # the history record that the page showed
    edits: Sequence[Edit[S]] = ()
    late: Sequence[Any] = ()  # the history records of changes that came too late and changed nothing
    theirs: Mapping[str, Any] = field(default_factory=dict)  # each field that others changed: their latest record
    keys: frozenset[str] = frozenset()  # the keys of the sender's changes

    @property
    def change(self) -> Any:
        """Return the history record of the latest change by others; None without one."""
        return next((edit.record for edit in reversed(self.edits) if not edit.is_own), None)

    def has(self, key: str) -> bool:
        """Tell whether the sender's change with this key is stored. A browser that got no answer sends it again."""
        return bool(key) and key in self.keys


def since(row: Evaluation, version: int, comparison: Comparison[S], sender: Sender, device: str = "") -> Since[S]:
    """Read the changes of a row since `version`. The changes of the sender's `device` are the sender's own.

    Makes at most two queries.
    """
    latest = row.history.order_by("-history_id")
    records = list(latest[: max(row.version - version, 0) + 1])  # at first, assume one record for each version
    if records and records[-1].version > version:
        records = list(latest.filter(version__gte=version))
    shown = next((record for record in records if record.version == version), None)
    later = [record for record in reversed(records) if record.version > version]
    changes = [record for record in later if not record.is_late]
    keys = frozenset(record.history_key for record in changes if record.history_user_id == sender.account)
    own = [
        bool(device) and record.history_key in keys and device_of(record.history_key) == device for record in changes
    ]
    states = [comparison.state(record) for record in (shown, *changes)]
    edits = [Edit(record, *both, is_own) for record, both, is_own in zip(changes, pairwise(states), own, strict=True)]
    theirs = {
        name: edit.record for edit in edits if not edit.is_own for name in comparison.changed(edit.before, edit.after)
    }
    if not any(own):
        # If others changed a field and then changed it back, this field does not count as changed.
        still = comparison.changed(states[0], states[-1])
        theirs = {name: record for name, record in theirs.items() if name in still}
    return Since(shown, edits, [record for record in later if record.is_late], theirs, keys)


def try_until_stored(row: Evaluation, change: Callable[[Evaluation], R]) -> R:
    """Call `change(row)`. If somebody else stores the row at the same moment, call it again with the new row."""
    for _attempt in range(MOST_TRIES):
        try:
            return change(row)
        except VersionConflictError as conflict:
            row = cast("Evaluation", conflict.current)
    # The browser gets a 503, and sends the request again.
    raise OperationalError("too many people change this city or score pad at this moment")


class Late(NamedTuple):
    """A change of a field that was refused, because somebody else had changed this field first."""

    field: str
    record: Any  # the history record of the refused change
    first: Any  # the history record of the change that stays; None if it is unknown

    def told(self, people: People, reader: int | None, *, own: str, others: str, what: str) -> str:
        """Write a sentence about it. `own` is the text for the reader whose change stays, `others` for all others."""
        text = own if is_by(self.first, reader) else others
        return text % {"what": what, "name": people.call(self.first), "late": people.call(self.record)}


def latest_late(records: Sequence[Any], comparison: Comparison[Any]) -> list[Late]:
    """Find the fields that were refused since the last stored change. `records` has the latest record first."""
    late = {record.late_field: record for record in reversed(list(takewhile(attrgetter("is_late"), records)))}
    return [Late(name, record, last_to_change(records, name, comparison)) for name, record in late.items()]


def last_to_change(records: Sequence[Any], name: str, comparison: Comparison[Any]) -> Any:
    """Return the latest of these history records that changed a field. `records` has the latest record first."""
    both = zip(records, pairwise(map(comparison.state, records)), strict=False)
    return next((record for record, (after, before) in both if name in comparison.changed(before, after)), None)


def is_by(record: Any, account: int | None) -> bool:
    """Tell whether this account made a change. Return False if `account` is None (a visitor without an account)."""
    return bool(record and record.history_user_id and record.history_user_id == account)
