"""Play taps on a city, one after the other. The rules for a tap are in moves.py.

The calculator also uses this module, with a city that is not stored. Packages outside `campaign.editor` may import only
the names in `__all__`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import reduce

from django.utils.translation import gettext as _

from campaign.editor.differences import supply_of, what_changed
from campaign.editor.forms import NotationForm, TapForm, sentences
from campaign.editor.meanwhile import Arrival, Meanwhile
from campaign.editor.moves import Do, empty_city, tapped
from campaign.editor.screen import (
    FIRST_BRUSH,
    EditorContext,
    Notation,
    Outcome,
    Steps,
    TypedSupply,
    is_blank,
    line_of,
    screen_of,
)
from campaign.editor.undo import Restored, restore
from campaign.meanwhile import Sender
from campaign.models import Evaluation, GameFinishedError
from campaign.models.evaluation import Entry
from campaign.models.history import Action
from campaign.scores.cities import CityError
from campaign.web.forms import OUT_OF_DATE
from scoring import City, Rules

__all__ = [
    "FIRST_BRUSH",
    "OUT_OF_DATE",
    "Do",
    "EditorContext",
    "NotationForm",
    "Outcome",
    "Steps",
    "TapForm",
    "empty_city",
    "line_of",
    "paste",
    "play",
    "refuse",
    "screen_of",
    "what_changed",
]


@dataclass(frozen=True, slots=True)
class Played:
    """What the taps of a request have done so far: the outcome to show, and the changes to store."""

    outcome: Outcome
    supply: tuple[int, int]  # the Inhabitants and Energy Units in the page's steppers
    entry: Entry  # the entry that is stored after the changes
    changes: tuple[tuple[Entry, Action], ...] = ()
    undo: str = ""  # names the latest change of the city; "" without one
    restored: Restored | None = None  # the result of undo or redo

    def then(self, arrival: Arrival, rules: Rules, sender: Sender) -> "Played":
        """Play one more tap. Keep the error message of an earlier tap, unless this tap also has one."""
        form, last = arrival.form, self.outcome
        if arrival.is_known:
            return replace(self, outcome=replace(last, at=form.chosen, brush=form.letter, moved_supply=True))
        action = sender.action(form.cleaned_data.get("do", ""), form.sent_key)
        played = replace(self, changes=(*self.changes, *((self.entry, action.late(field)) for field in arrival.late)))
        if arrival.is_left_out:
            return played
        typed = form.tap.supply if arrival.keeps_supply and form.is_valid() else None
        outcome = play(last.city, form, rules, typed or self.supply)
        outcome = replace(outcome, moved_supply=outcome.moved_supply or last.moved_supply)
        if last.refused and not outcome.refused:
            outcome = replace(outcome, said=last.said, refused=True, offers="")
        if outcome.city == last.city:
            return replace(played, outcome=outcome)
        # The page showed a new supply at once, and then the player made the later taps.
        moved = supply_of(outcome.city) != supply_of(last.city)
        entry = entry_of(outcome.city)
        return replace(
            played,
            outcome=outcome,
            supply=supply_of(outcome.city) if moved else self.supply,
            entry=entry,
            changes=(*played.changes, (entry, action)),
            undo=_("the score pad") if isinstance(self.entry, Mapping) else what_changed(last.city, outcome.city),
        )


def entry_of(city: City) -> Entry:
    """Return the entry to store for a city: the city itself, or None if it is blank."""
    return None if is_blank(city) else city


def play_each(evaluation: Evaluation, meanwhile: Meanwhile, arrivals: Iterable[Arrival], sender: Sender) -> Played:
    """Play the taps of a request, each as a separate change. Makes queries only for undo and redo.

    Raises GameFinishedError, or CityError if there is nothing to undo or redo.
    """
    if evaluation.game.is_finished:
        raise GameFinishedError
    arrivals, rules = list(arrivals), evaluation.game.rules
    entry = evaluation.pad if evaluation.is_pad else entry_of(meanwhile.now)
    played = Played(Outcome(city=meanwhile.now), meanwhile.supply, entry)
    match arrivals:
        case [Arrival(form, is_known=False, is_left_out=False)] if form.is_step:
            return _retrace(played, form, evaluation, sender)
    return reduce(lambda played, arrival: played.then(arrival, rules, sender), arrivals, played)


def _retrace(played: Played, form: TapForm, evaluation: Evaluation, sender: Sender) -> Played:
    """Undo or redo a change. Raises CityError."""
    do, rules = form.cleaned_data["do"], evaluation.game.rules
    restored = restore(evaluation, is_undo=do is Do.UNDO)
    offers = "redo" if do is Do.UNDO else "undo"
    outcome = Outcome(city=restored.state.as_city(rules), brush=form.letter, offers=offers, moved_supply=True)
    change = restored.state.entry(rules), sender.action(do, form.sent_key)
    return replace(played, outcome=outcome, changes=(change,), restored=restored)


def play(city: City, form: TapForm, rules: Rules, shown: tuple[int, int] | None = None) -> Outcome:
    """Apply a tap other than undo or redo. `shown` is the supply on the page; the default is the supply of `city`."""
    if form.is_valid() and form.cleaned_data["do"] is Do.PASTE:
        return replace(paste(form.pasted, city), brush=form.letter, moved_supply=True)
    try:
        return _tapped(city, form, rules, shown or supply_of(city))
    except CityError as error:
        return refuse(city, form, str(error))


def _tapped(city: City, form: TapForm, rules: Rules, shown: tuple[int, int]) -> Outcome:
    """Apply a tap on a square or on the supply. Raises CityError."""
    if not form.is_valid():
        raise CityError(sentences(form)[0])
    if form.is_step:
        raise CityError(str(OUT_OF_DATE))  # an undo or redo has to be the only tap of its request
    do: Do = form.cleaned_data["do"]
    changed, said = tapped(city, form.tap, rules, shown)
    at, offers = "" if do is Do.SUPPLY else form.chosen, "undo" if said else ""
    outcome = Outcome(city=changed, at=at, brush=form.letter, said=said, offers=offers)
    if form.supply and not form.supply.is_valid():
        errors = sentences(form.supply)
        typed = TypedSupply(form.data.get("inhabitants", ""), form.data.get("energy", ""), errors)
        return replace(outcome, supply=typed, moved_supply=True, refused=True, said=errors[0], offers="")
    return outcome


def paste(form: NotationForm, before: City) -> Outcome:
    """Replace the city `before` by a typed or pasted notation. If it is invalid, keep `before` and show the errors."""
    if form.is_valid():
        return Outcome(city=form.cleaned_data["city"])
    said = _("This line cannot be used; see below.")
    notation = Notation(form.data.get("city", ""), sentences(form), form.position)
    return Outcome(city=before, said=said, refused=True, notation=notation)


def refuse(city: City, form: TapForm, sentence: str) -> Outcome:
    """Return an outcome with an unchanged city and an error message. Keep showing the text of a pasted city."""
    typed = form.data.get("city")
    notation = None if typed is None else Notation(typed)
    return Outcome(city=city, at=form.chosen, brush=form.letter, said=sentence, refused=True, notation=notation)
