"""Handle a tap: read the browser's request, find the changes that others made meanwhile (meanwhile.py), play the tap on
the city, write the city, and describe the result (news.py).

    fields -> TapForm -> Meanwhile -> Played -> Evaluation -> Reply

The calculator plays taps as well, on the city in its URL. Other features use the names in this module's `__all__`,
`answer_with_parts` of parts.py and the finders of seats.py.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, cast

from django.core.exceptions import SuspiciousOperation
from django.db import OperationalError
from django.http import QueryDict
from django.utils.translation import gettext as _

from campaign.editor.differences import THE_SUPPLY, supply_of, what_changed
from campaign.editor.forms import NotationForm, TapForm, VersionForm, sentences
from campaign.editor.meanwhile import Meanwhile, merge
from campaign.editor.moves import Do, empty_city, tapped
from campaign.editor.news import came_first, news, retraced
from campaign.editor.screen import (
    FIRST_BRUSH,
    Desk,
    Notation,
    Outcome,
    Steps,
    TypedSupply,
    is_blank,
    line_of,
    screen_of,
)
from campaign.editor.undo import Restored, restore, timeline
from campaign.models import Evaluation, GameFinishedError, VersionConflictError
from campaign.models.evaluation import Entry
from campaign.models.history import LATE, Action
from campaign.scores.cities import CityError
from campaign.web.forms import OUT_OF_DATE
from campaign.web.idempotency import device_of, key_of
from scoring import City, Rules

__all__ = [
    "FIRST_BRUSH",
    "OUT_OF_DATE",
    "Desk",
    "Do",
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

MOST_TAPS = 20  # the most taps of one request; editor.js sends further taps in the next request
# The most attempts to write taps. An attempt fails if somebody else writes the city first. A tap that is left
# out changes no square, but it takes an attempt as well, because its history record has to be written.
MOST_TRIES = 12


class Sender(NamedTuple):
    """The person who tapped: their account, their browser, and whether they came by a link."""

    account: int | None
    by_link: bool
    browser: str = ""

    def action(self, form: TapForm) -> Action:
        """Return the action that the history stores for a tap."""
        return Action(form.cleaned_data["do"], self.key(form), self.by_link)

    def key(self, form: TapForm) -> str:
        """Return a tap's key. Without an account, the key depends on the browser, so no other browser can repeat it."""
        return key_of(form.cleaned_data.get("key", ""), self.account, self.browser)


# Read the request of a browser


class Taps(NamedTuple):
    """The taps of one request, and the version of the city that the page showed.

    `version` is None if the page sent no valid version.
    """

    forms: Sequence[TapForm]
    version: int | None

    @property
    def latest(self) -> TapForm:
        return self.forms[-1]


def read(sent: QueryDict, rules: Rules) -> Taps:
    """Read the taps of a request: one tap per field `tap`. Without such a field, the whole request is one tap.

    Raises SuspiciousOperation if there are more taps than a page ever sends in one request.
    """
    taps = sent.getlist("tap")
    if len(taps) > MOST_TAPS:
        raise SuspiciousOperation(f"expected {MOST_TAPS} taps at most, got {len(taps)}")
    forms = [TapForm(each, rules=rules) for each in (map(QueryDict, taps) if taps else [sent])]
    seen = VersionForm(sent)
    for form in forms:
        form.full_clean()  # `play_each` later refuses an invalid tap with its error message
        if not seen.is_valid():
            form.add_error(None, sentences(seen)[0])
    return Taps(forms, seen.cleaned_data.get("version"))


def city_of(evaluation: Evaluation) -> City:
    """Return the stored city, or an empty city if none is stored."""
    return evaluation.as_city or empty_city(evaluation.game.rules)


# Play the taps on the city


@dataclass(frozen=True, slots=True)
class Played:
    """A city after some taps: the outcome to show, and the changes to write."""

    outcome: Outcome
    changes: tuple[tuple[Entry, Action], ...] = ()
    before: City | None = None  # the city before the latest change
    was_pad: bool = False  # whether a score pad was stored before these taps
    restored: Restored | None = None  # the result of undo or redo
    is_new: bool = False  # whether at least one tap was played now, and not in an earlier request
    is_late: bool = False  # whether a tap was not played because changes of others came first
    late: tuple[str, ...] = ()  # the squares for which taps came too late; THE_SUPPLY stands for the supply
    is_finished: bool = False  # whether the game is finished

    def then(self, outcome: Outcome, form: TapForm, sender: Sender) -> "Played":
        """Add the outcome of one more tap. If this tap has no error sentence, an earlier tap's error sentence stays."""
        last = self.outcome
        moved = outcome.moved_supply or last.moved_supply
        if last.refused and not outcome.refused:
            shown = replace(outcome, said=last.said, refused=True, offers="", moved_supply=moved)
        else:
            shown = replace(outcome, moved_supply=moved)
        if outcome.city == last.city:
            return replace(self, outcome=shown, is_new=True)
        changes = (*self.changes, (entry_of(outcome.city), sender.action(form)))
        return replace(self, outcome=shown, changes=changes, before=last.city, is_new=True)

    def without(self, place: str, stored: Entry, form: TapForm, sender: Sender) -> "Played":
        """Leave out a tap that came too late for a place: a square or the supply. Add a history record that says so."""
        if place in self.late:
            return self
        action = replace(sender.action(form), name=f"{LATE} {place}".rstrip(), key="")
        return replace(self, changes=(*self.changes, (stored, action)), is_late=True, late=(*self.late, place))


def entry_of(city: City) -> Entry:
    """Return the entry to store for a city: the city itself, or None if it is blank."""
    return None if is_blank(city) else city


def play_each(evaluation: Evaluation, taps: Taps, meanwhile: Meanwhile, sender: Sender) -> Played:
    """Play taps one after the other, each as a separate change. Undo and redo read the history (see `timeline`).

    Raises GameFinishedError, or CityError if there is nothing to undo or redo.
    """
    if evaluation.game.is_finished:
        raise GameFinishedError
    rules, shown = evaluation.game.rules, meanwhile.supply
    played = Played(Outcome(city=meanwhile.now), was_pad=evaluation.is_pad)
    for form in taps.forms:
        city = played.outcome.city
        if form.is_valid() and meanwhile.has(sender.key(form)):
            again = replace(played.outcome, at=form.chosen, brush=form.letter, moved_supply=True)
            played = replace(played, outcome=again)
        elif meanwhile.refuses(form):
            played = replace(played, is_late=True)
        elif form.is_step and len(taps.forms) == 1:
            is_undo = form.cleaned_data["do"] is Do.UNDO
            restored = restore(evaluation, is_undo=is_undo)
            city, offers = restored.state.as_city(rules), "redo" if is_undo else "undo"
            outcome = Outcome(city=city, brush=form.letter, offers=offers, moved_supply=True)
            change = restored.state.entry(rules), sender.action(form)
            return Played(outcome, (change,), restored=restored, is_new=True)
        else:
            for place in meanwhile.collisions(form):
                stored = dict(evaluation.pad) if evaluation.is_pad and not played.changes else entry_of(city)
                played = played.without(place, stored, form, sender)
            if form.chosen in played.late or (form.cleaned_data.get("do") is Do.SUPPLY and THE_SUPPLY in played.late):
                # An earlier tap on this square (or on the supply) came too late and was left out. Leave out this tap
                # too, because it builds on the earlier one.
                continue
            stays = form.tap.supply if form.is_valid() and THE_SUPPLY in played.late else None
            outcome = play(city, form, rules, stays or shown)
            if supply_of(outcome.city) != supply_of(city):
                # When the player made the next tap, the page's steppers already showed this supply.
                shown = supply_of(outcome.city)
            played = played.then(outcome, form, sender)
    if played.is_late:
        return replace(played, outcome=refuse(played.outcome.city, taps.latest, ""))  # `answer` says who came first
    return played


def play(city: City, form: TapForm, rules: Rules, shown: tuple[int, int] | None = None) -> Outcome:
    """Play a tap on a city. Undo and redo are refused here, because they need the history.

    `shown` has the Inhabitants and Energy Units in the page's steppers. If it is None, the steppers show the city's own
    supply.
    """
    if form.is_valid() and form.cleaned_data["do"] is Do.PASTE:
        return replace(paste(form.pasted, city), brush=form.letter, moved_supply=True)
    try:
        return _tapped(city, form, rules, shown or supply_of(city))
    except CityError as error:
        return refuse(city, form, str(error))


def _tapped(city: City, form: TapForm, rules: Rules, shown: tuple[int, int]) -> Outcome:
    """Play a tap on a square or on the supply. Raises CityError."""
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
    """Take a typed or pasted line as a city. If the line is wrong, keep `before`, and show the line with its errors."""
    if form.is_valid():
        return Outcome(city=form.cleaned_data["city"])
    said = _("This line cannot be used; see below.")
    notation = Notation(form.data.get("city", ""), sentences(form), form.position)
    return Outcome(city=before, said=said, refused=True, notation=notation)


def refuse(city: City, form: TapForm, sentence: str) -> Outcome:
    """Leave a city unchanged, and say why. If the tap was a pasted line of text, keep showing this line."""
    typed = form.data.get("city")
    notation = None if typed is None else Notation(typed)
    return Outcome(city=city, at=form.chosen, brush=form.letter, said=sentence, refused=True, notation=notation)


# Carry out the taps


class Reply(NamedTuple):
    """The result of taps: the evaluation as it is stored now, and the outcome to show."""

    evaluation: Evaluation
    outcome: Outcome
    is_late: bool = False  # whether a tap was left out, because another change or the end of the game came first
    is_finished: bool = False


def carry_out(evaluation: Evaluation, taps: Taps, sender: Sender) -> Reply:
    """Carry out taps on a stored city. If somebody else writes at the same time, try again on the city that they wrote.

    Makes two queries, but more for undo, for redo, and if the city has changed since the page showed it.
    """
    for _attempt in range(MOST_TRIES):
        meanwhile = merge(evaluation, taps.version, sender.account, device_of(sender.key(taps.latest)))
        try:
            played = play_each(evaluation, taps, meanwhile, sender)
            if played.changes:
                evaluation.record_each(played.changes, version=evaluation.version)
            break
        except VersionConflictError as conflict:
            evaluation = cast("Evaluation", conflict.current)
        except GameFinishedError:
            said = _("This game is finished: its cities stay as they are. Reopen it to change one.")
            played = Played(refuse(meanwhile.now, taps.latest, said), is_late=True, is_finished=True)
            break
        except CityError as error:  # raised by undo or redo
            played = Played(refuse(meanwhile.now, taps.latest, str(error)))
            break
    else:
        # The browser gets a 503, and sends the request again.
        raise OperationalError("too many people change this city at this moment")
    return answer(evaluation, played, meanwhile, sender)


# Describe the result


def answer(evaluation: Evaluation, played: Played, meanwhile: Meanwhile, sender: Sender) -> Reply:
    """Describe the result of taps.

    Reads the history for undo and redo, and the players if it has to name who made a change.
    """
    outcome, restored = played.outcome, played.restored
    said, steps = outcome.said, restored.steps if restored else None
    if played.is_late and not played.is_finished:
        said = came_first(evaluation, meanwhile, played.late, others_are_saved=bool(played.before))
    elif restored:
        said = retraced(evaluation, restored, sender.account)
    elif not said and (meanwhile.late or (played.is_new and meanwhile.change)):
        said = news(evaluation, meanwhile, sender.account)
    if played.is_late or not played.is_new:
        steps = timeline(evaluation).steps(evaluation.game.rules)
    elif played.before:
        is_pad = played.was_pad and len(played.changes) == 1
        steps = Steps(undo=_("the score pad") if is_pad else what_changed(played.before, outcome.city), redo="")
    moved = outcome.moved_supply or played.is_late or bool(meanwhile.change)
    outcome = replace(outcome, said=said, moved_supply=moved, steps=steps)
    return Reply(evaluation, outcome, played.is_late, played.is_finished)
