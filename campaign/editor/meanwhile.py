"""Compare the taps of a request with the changes that others have made since the page showed the city."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from campaign.editor.differences import THE_ALLOCATION, THE_SUPPLY, changed_fields, name_fields, supply_of
from campaign.editor.forms import SupplyForm, TapForm
from campaign.editor.moves import AT_A_SQUARE, Do, empty_city
from campaign.editor.undo import EvaluationState
from campaign.meanwhile import NOBODY, Comparison, Sender, Since, since
from campaign.models import Evaluation
from scoring import City, Rules

UNCHANGED: Since[City] = Since()


class Arrival(NamedTuple):
    """A tap, and what the changes by others leave of it."""

    form: TapForm
    is_known: bool = False  # whether an earlier request has carried it out: the browser got no answer and sent it again
    is_left_out: bool = False
    late: tuple[str, ...] = ()  # the fields that it changes too late, unless an earlier tap of the request did so too
    keeps_supply: bool = False  # whether its supply is left out


@dataclass(frozen=True, slots=True)
class Meanwhile:
    """The changes made to a city since a page showed it."""

    now: City  # the stored city
    supply: tuple[int, int]  # the Inhabitants and Energy Units in the page's steppers
    since: Since[City] = UNCHANGED
    moved_game: bool = False  # whether the game was finished, reopened, or given another mission

    @property
    def what(self) -> str:
        """Name the squares or other fields that others changed, such as "B3, C4" or "the supply"."""
        return name_fields([name for name in self.now.board.names if name in self.since.theirs] or self.since.theirs)

    def compare(self, forms: Sequence[TapForm], sender: Sender) -> Iterator[Arrival]:
        """Tell for each tap of a request what is left of it."""
        late: set[str] = set()
        for form in forms:
            if form.is_valid() and self.since.has(sender.key(form.sent_key)):
                yield Arrival(form, is_known=True)
            elif self._refuses(form):
                yield Arrival(form, is_left_out=True)
            else:
                new = tuple(field for field in self._collisions(form) if field not in late)
                late.update(new)
                # A tap is also left out if an earlier tap on the same square (or on the supply) was left out.
                is_left_out = form.chosen in late or (form.cleaned_data.get("do") is Do.SUPPLY and THE_SUPPLY in late)
                yield Arrival(form, is_left_out=is_left_out, late=new, keeps_supply=THE_SUPPLY in late)

    def _refuses(self, form: TapForm) -> bool:
        """Tell whether changes by others make this tap impossible."""
        if not form.is_valid():
            return False
        is_of_the_city = form.cleaned_data["do"] in (Do.UNDO, Do.REDO, Do.PASTE)
        moved_hand = THE_ALLOCATION in self.since.theirs
        return self.moved_game or moved_hand or bool(self.since.change and is_of_the_city)

    def _collisions(self, form: TapForm) -> Iterator[str]:
        """Yield the conflicts of a tap with changes by others: the tapped square, THE_SUPPLY, or both."""
        if not (self.since.theirs and form.is_valid()):
            return
        do, supply = form.cleaned_data["do"], SupplyForm(form.data)
        if do in AT_A_SQUARE and form.chosen in self.since.theirs:
            yield form.chosen
        if THE_SUPPLY in self.since.theirs and supply.is_valid() and supply.figures != self.supply:
            yield THE_SUPPLY


def city_of(rules: Rules) -> Comparison[City]:
    """Describe a city for `campaign.meanwhile`."""
    return Comparison(
        lambda record: EvaluationState.of(record).as_city(rules) if record else empty_city(rules), changed_fields
    )


def merge(evaluation: Evaluation, version: int | None, sender: Sender = NOBODY, device: str = "") -> Meanwhile:
    """Read the changes of an evaluation since `version`. If `version` is None, assume that nothing changed."""
    now = evaluation.as_city or empty_city(evaluation.game.rules)
    if version in (None, evaluation.version):
        return Meanwhile(now, supply_of(now))
    found = since(evaluation, version, city_of(evaluation.game.rules), sender, device)
    supply = supply_of(found.edits[0].before if found.edits else now)
    for edit in found.edits:
        if edit.is_own and supply_of(edit.before) != supply_of(edit.after):
            supply = supply_of(edit.after)
    records = [found.shown, *(edit.record for edit in found.edits)]
    states = [EvaluationState.of(record) for record in records if record]
    # A change of the game gives each evaluation a new version, but no new city.
    moved_game = not found.shown or any(before == after for before, after in pairwise(states))
    return Meanwhile(now, supply, found, moved_game)
