"""Merge a tap with the changes that others made to the city while it was on its way, or tell that they collide."""

from itertools import pairwise
from typing import Any, NamedTuple

from campaign.editor.forms import SupplyForm, TapForm
from campaign.editor.moves import AT_A_SQUARE, Do, changed_squares, empty_city
from campaign.editor.undo import State
from campaign.models import Evaluation
from scoring import City


class Meanwhile(NamedTuple):
    """The changes of a city since a page showed it: `city` is the one it showed, `keys` are those of all later taps."""

    city: City
    keys: tuple[str, ...] = ()
    change: Any = None  # the latest record of the history
    moved_game: bool = False  # finished, reopened, or made another mission

    def collides_with(self, form: TapForm, now: City) -> bool:
        """Tell whether a tap on the city of that page must not be carried out on the present one."""
        if not self.keys:
            return False
        do = form.cleaned_data["do"]
        if self.moved_game or do in (Do.UNDO, Do.REDO, Do.PASTE):
            return True
        if (self.city.allocation is None) != (now.allocation is None):
            return True
        supply = SupplyForm(form.data)
        moved = (self.city.inhabitants, self.city.energy) != (now.inhabitants, now.energy)
        if moved and supply.is_valid() and supply.figures != (self.city.inhabitants, self.city.energy):
            return True
        return do in AT_A_SQUARE and form.chosen in changed_squares(self.city, now)


def changes_since(evaluation: Evaluation, version: int, now: City) -> Meanwhile:
    """Read the changes since this version of an evaluation, which holds `now`. One query if there are any."""
    if version == evaluation.version:
        return Meanwhile(city=now)
    latest = evaluation.history.order_by("-history_id")
    records = list(latest[: max(evaluation.version - version, 0) + 1])  # one a version, as a rule
    if records and records[-1].version > version:
        records = list(latest.filter(version__gte=version))
    records = [record for record in reversed(records) if record.version >= version]
    shown = [record for record in records if record.version == version]
    later = [record for record in records if record.version > version]
    states = [State.of(record) for record in (*shown[-1:], *later)]
    return Meanwhile(
        city=states[0].as_city(evaluation.game.rules) if shown else empty_city(evaluation.game.rules),
        keys=tuple(record.history_key for record in later) or ("",),
        change=later[-1] if later else None,
        moved_game=not shown or any(a == b for a, b in pairwise(states)),
    )
