"""Play taps that came in one request one after the other, and remember each for itself."""

from dataclasses import replace
from typing import TYPE_CHECKING

from campaign.cities import CityError, check_city
from campaign.editor.forms import TapForm
from campaign.editor.meanwhile import Meanwhile
from campaign.editor.moves import what_changed
from campaign.editor.screen import Outcome, Steps, is_blank
from campaign.editor.taps import play, refuse
from campaign.web.forms import OUT_OF_DATE
from scoring import City, Rules

if TYPE_CHECKING:
    from campaign.models.history import Action


class Series:
    """A city after some taps: `outcome` is to be shown, `changes` are to be written. Writes nothing itself."""

    def __init__(self, city: City, rules: Rules, meanwhile: Meanwhile, *, by_link: bool) -> None:
        self.stored = self.city = city
        self.rules = rules
        self.meanwhile = meanwhile
        self.by_link = by_link
        self.shown = meanwhile.city  # with the supply that stood in the steppers before the next tap
        self.outcome = Outcome(city=city)
        self.changes: list[tuple[City | None, Action]] = []
        self.played = False  # whether there was a tap that had not come before

    def is_repeated(self, form: TapForm) -> bool:
        """Tell whether this very tap was carried out already, and only its answer was lost."""
        key = form.cleaned_data.get("key")
        return bool(key) and key in self.meanwhile.keys

    def collides(self, form: TapForm) -> bool:
        """Tell whether a tap that is not repeated collides with somebody else's change."""
        return form.is_valid() and not self.is_repeated(form) and self.meanwhile.collides_with(form, self.stored)

    def play(self, form: TapForm, undoes: str = "") -> None:
        """Carry a tap out. `undoes` names what undo takes back where that is more than the tap's own change."""
        if form.is_valid() and self.is_repeated(form):
            self.outcome = replace(self.outcome, at=form.chosen, brush=form.letter, moved_supply=True)
            return
        self.played = True
        outcome = self._outcome(form)
        if outcome.city != self.city:
            changed = undoes or what_changed(self.city, outcome.city)
            outcome = replace(outcome, steps=Steps(undo=changed, redo=""))
            city = None if is_blank(outcome.city) else outcome.city
            self.changes.append((city, form.action(by_link=self.by_link)))
        self._show(outcome)

    def _outcome(self, form: TapForm) -> Outcome:
        if form.is_step:
            return refuse(self.city, form, str(OUT_OF_DATE))  # they travel alone
        outcome = play(self.city, form, self.rules, self.shown)
        try:
            check_city(outcome.city, self.rules)
        except CityError as refusal:
            return refuse(self.city, form, str(refusal))
        return outcome

    def _show(self, outcome: Outcome) -> None:
        """Show what the latest tap did, and the first sentence that refused something."""
        before, self.city = self.city, outcome.city
        if (before.inhabitants, before.energy) != (self.city.inhabitants, self.city.energy):
            inhabitants, energy = self.city.inhabitants, self.city.energy
            self.shown = replace(self.shown, allocation=None, inhabitants=inhabitants, energy=energy)
        steps = outcome.steps or self.outcome.steps
        moved = outcome.moved_supply or self.outcome.moved_supply
        outcome = replace(outcome, steps=steps, moved_supply=moved)
        if self.outcome.refused and not outcome.refused:
            outcome = replace(outcome, said=self.outcome.said, refused=True, offers="")
        self.outcome = outcome
