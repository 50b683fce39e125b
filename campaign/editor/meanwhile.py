"""Find the changes of a city between the version that a page shows and the stored version.

The key of a tap begins with an id of its device, as in "k3f9x2-17". So changes by the same device can be left out.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from campaign.editor.differences import THE_SUPPLY, changed_squares, difference, name_places, supply_of
from campaign.editor.forms import SupplyForm, TapForm
from campaign.editor.moves import AT_A_SQUARE, Do, empty_city
from campaign.editor.undo import EvaluationState
from campaign.models import Evaluation
from campaign.web.idempotency import device_of
from scoring import City


@dataclass(frozen=True, slots=True)
class Meanwhile:
    """The changes made to a city since a page showed it. The sender's other devices count as "others"."""

    now: City  # the stored city
    supply: tuple[int, int]  # the Inhabitants and Energy Units in the page's steppers
    keys: frozenset[str] = frozenset()  # the keys of the sender's taps recorded since the page showed the city
    # For each square that others changed, and for THE_SUPPLY: the history record of their latest change.
    theirs: Mapping[str, Any] = field(default_factory=dict)
    change: Any = None  # the history record of the latest change by others
    what: str = ""  # the squares or parts that others changed, such as "B3, C4" or "the supply"
    late: Sequence[Any] = ()  # the history records of taps that came too late and changed nothing
    moved_game: bool = False  # whether the game was finished, reopened, or given another mission
    moved_hand: bool = False  # whether others switched between the best allocation and an allocation made by hand

    def has(self, key: str) -> bool:
        """Tell whether the sender's tap with this key is stored. The browser sends a tap again if it got no answer."""
        return bool(key) and key in self.keys

    def refuses(self, form: TapForm) -> bool:
        """Tell whether changes by others make this tap impossible."""
        if not form.is_valid():
            return False
        is_of_the_city = form.cleaned_data["do"] in (Do.UNDO, Do.REDO, Do.PASTE)
        return self.moved_game or self.moved_hand or bool(self.change and is_of_the_city)

    def collisions(self, form: TapForm) -> Iterator[str]:
        """Yield the conflicts of a tap with changes by others: the tapped square, THE_SUPPLY, or both."""
        if not (self.theirs and form.is_valid()):
            return
        do, supply = form.cleaned_data["do"], SupplyForm(form.data)
        if do in AT_A_SQUARE and form.chosen in self.theirs:
            yield form.chosen
        if THE_SUPPLY in self.theirs and supply.is_valid() and supply.figures != self.supply:
            yield THE_SUPPLY


def merge(evaluation: Evaluation, version: int | None, account: int | None = None, device: str = "") -> Meanwhile:
    """Read the changes of an evaluation since `version`. If `version` is None, assume that nothing changed.

    `account` and `device` identify the sender, whose own changes do not count. Makes at most two queries.
    """
    rules = evaluation.game.rules
    now = evaluation.as_city or empty_city(rules)
    if version is None or version == evaluation.version:
        return Meanwhile(now, supply_of(now))
    latest = evaluation.history.order_by("-history_id")
    records = list(latest[: max(evaluation.version - version, 0) + 1])  # at first, assume one record for each version
    if records and records[-1].version > version:
        records = list(latest.filter(version__gte=version))
    records = [record for record in reversed(records) if record.version >= version]
    shown = [record for record in records if record.version == version][-1:]
    later = [record for record in records if record.version > version]
    late = [record for record in later if record.is_late]
    changes = [record for record in later if record not in late]
    own = [
        bool(device) and (record.history_user_id, device_of(record.history_key)) == (account, device)
        for record in changes
    ]
    states = [EvaluationState.of(record) for record in (*shown, *changes)]
    cities = [state.as_city(rules) for state in states]
    if not shown:
        cities.insert(0, empty_city(rules))
    return Meanwhile(
        now,
        keys=frozenset(record.history_key for record in changes if record.history_user_id == account),
        late=late,
        moved_game=not shown or any(a == b for a, b in pairwise(states)),
        **_compared(cities, changes, own),
    )


def _compared(cities: Sequence[City], changes: Sequence[Any], own: Sequence[bool]) -> dict[str, Any]:
    """Compute the fields about changes by others. The change `changes[i]` led from `cities[i]` to `cities[i + 1]`."""
    theirs: dict[Any, Any] = {}
    supply, moved_hand = supply_of(cities[0]), False
    change = None
    for (before, after), record, is_own in zip(pairwise(cities), changes, own, strict=True):
        moved_supply = supply_of(before) != supply_of(after)
        if is_own:
            supply = supply_of(after) if moved_supply else supply
            continue
        change = record
        theirs |= dict.fromkeys(changed_squares(before, after), record)
        theirs |= {THE_SUPPLY: record} if moved_supply else {}
        moved_hand = moved_hand or (before.allocation is None) != (after.allocation is None)
    first, last = cities[0], cities[-1]
    if not any(own):
        # If others changed a square and then changed it back, this square does not count as changed.
        still = {*changed_squares(first, last), *([THE_SUPPLY] if supply_of(first) != supply_of(last) else [])}
        theirs = {name: record for name, record in theirs.items() if name in still}
        moved_hand = (first.allocation is None) != (last.allocation is None)
        what = difference(first, last)
    else:
        what = name_places([name for name in last.board.names if name in theirs] or [*theirs])
    return {"supply": supply, "theirs": theirs, "moved_hand": moved_hand, "change": change, "what": what}
