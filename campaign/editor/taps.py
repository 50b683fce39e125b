"""Carry a tap out, from the data of the browser to its outcome: on a city of a game, or of the calculator's address.

    form -> move -> Outcome -> Screen

Other features use what stands in `__all__` here, `answer_with_parts` of parts.py and the finders of seats.py.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from campaign.cities import CityError
from campaign.editor.forms import NotationForm, SupplyForm, TapForm, sentences
from campaign.editor.moves import Do, empty_city, supplied, tapped, what_changed
from campaign.editor.screen import FIRST_BRUSH, Desk, Notation, Outcome, Steps, Supply, line_of, screen_of
from campaign.web.forms import OUT_OF_DATE
from campaign.words import words
from scoring import City, Rules

__all__ = [
    "FIRST_BRUSH",
    "OUT_OF_DATE",
    "Desk",
    "Do",
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


def play(city: City, form: TapForm, rules: Rules, shown: City | None = None) -> Outcome:
    """Carry out a tap on a city: any but undo and redo, which need its history. Writes nothing.

    `shown` is the city the page was showing, where that was another one.
    """
    if not form.is_valid():
        return refuse(city, form, sentences(form)[0])
    do: Do = form.cleaned_data["do"]
    if do is Do.PASTE:
        return replace(paste(form.data, city, rules), brush=form.letter, moved_supply=True)
    at = "" if do is Do.SUPPLY else form.chosen
    try:
        changed = city if do is Do.SUPPLY else tapped(city, form.tap, rules)
        outcome = _with_supply(Outcome(city=changed, at=at, brush=form.letter), form, rules, shown or city)
    except CityError as error:
        return refuse(city, form, str(error))
    if do in (Do.TAP, Do.TYPE) and not outcome.said and (said := _replaced(city, changed, at)):
        return replace(outcome, said=said, offers="undo")
    return outcome


def refuse(city: City, form: TapForm, sentence: str) -> Outcome:
    """Leave a city as it is, say why, and keep the line of text that came with the tap."""
    typed = form.data.get("city")
    notation = None if typed is None else Notation(typed)
    return Outcome(city=city, at=form.chosen, brush=form.letter, said=sentence, refused=True, notation=notation)


def paste(data: Mapping[str, Any], before: City, rules: Rules) -> Outcome:
    """Read the city of a typed or pasted line; keep a wrong line, with its errors, beside the city of before."""
    form = NotationForm(data, rules=rules)
    if form.is_valid():
        return Outcome(city=form.cleaned_data["city"])
    said = _("This line cannot be used; see below.")
    notation = Notation(data.get("city", ""), sentences(form), form.position)
    return Outcome(city=before, said=said, refused=True, notation=notation)


def _replaced(before: City, after: City, at: str) -> str:
    """Say which building a tap put in another one's place; "" where it did not."""
    index = after.board.names.index(at)
    old, new = before.squares[index], after.squares[index]
    if old is None or new is None or old.kind is new.kind:
        return ""
    values = {"square": at, "new": words(new.kind.label), "old": words(old.kind.label)}
    return _("%(square)s: %(new)s replaces %(old)s.") % values


def _with_supply(outcome: Outcome, form: TapForm, rules: Rules, shown: City) -> Outcome:
    """Add the figures of the steppers: every tap brings them along, so that nothing typed is lost. Raises CityError."""
    given = {"inhabitants", "energy"} <= form.data.keys()
    if not given and form.cleaned_data["do"] is not Do.SUPPLY:
        return outcome
    supply = SupplyForm(form.data)
    if supply.is_valid():
        if supply.figures == (shown.inhabitants, shown.energy):
            return outcome
        return replace(outcome, city=supplied(outcome.city, *supply.figures, rules))
    errors = sentences(supply)
    typed = Supply(form.data.get("inhabitants", ""), form.data.get("energy", ""), errors)
    return replace(outcome, supply=typed, moved_supply=True, refused=True, said=errors[0])
