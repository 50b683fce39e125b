"""Handle a request with taps, in five steps.

    read         parses the request into forms (TapForm)
    merge        finds the changes that others have made since the page showed the city (meanwhile.py)
    play_each    changes the city tap by tap (moves.py)
    record_each  stores the city and its history (a method of Evaluation)
    answer       writes the message for the player (news.py)

The calculator also uses this module, with a city that is not stored. Packages outside `campaign.editor` may import only
the names in `__all__`.
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

MOST_TAPS = 20  # the most taps of one request; editor/queue.js sends further taps in the next request
MOST_TRIES = 12  # the most attempts to store taps; an attempt fails if somebody else stores the city first


class Sender(NamedTuple):
    """The person who tapped: their account, their browser, and whether they are a visitor with a share link."""

    account: int | None
    by_link: bool
    browser: str = ""

    def action(self, form: TapForm) -> Action:
        """Return the action that the history stores for a tap."""
        return Action(form.cleaned_data["do"], self.key(form), self.by_link)

    def key(self, form: TapForm) -> str:
        """Return the key of a tap in the history. Without an account, it includes a hash of the browser's cookie."""
        return key_of(form.cleaned_data.get("key", ""), self.account, self.browser)


class Taps(NamedTuple):
    """The taps of one request, and the version of the city that the page showed; None if the version is invalid."""

    forms: Sequence[TapForm]
    version: int | None

    @property
    def latest(self) -> TapForm:
        return self.forms[-1]


def read(sent: QueryDict, rules: Rules) -> Taps:
    """Read the taps of a request. Without a field `tap`, the request itself is one tap. Raises SuspiciousOperation."""
    taps = sent.getlist("tap")
    if len(taps) > MOST_TAPS:
        raise SuspiciousOperation(f"expected {MOST_TAPS} taps at most, got {len(taps)}")
    forms = [TapForm(each, rules=rules) for each in (map(QueryDict, taps) if taps else [sent])]
    seen = VersionForm(sent)
    for form in forms:
        form.full_clean()  # validate the form, because `add_error` needs the result
        if not seen.is_valid():
            form.add_error(None, sentences(seen)[0])
    return Taps(forms, seen.cleaned_data.get("version"))


def city_of(evaluation: Evaluation) -> City:
    """Return the stored city, or an empty city if none is stored."""
    return evaluation.as_city or empty_city(evaluation.game.rules)


@dataclass(frozen=True, slots=True)
class Played:
    """The result of some taps: the outcome to show, and the changes to store."""

    outcome: Outcome
    changes: tuple[tuple[Entry, Action], ...] = ()
    before: City | None = None  # the city before the latest change; None without a change
    was_pad: bool = False  # whether a score pad was stored before these taps
    restored: Restored | None = None  # the result of undo or redo
    is_new: bool = False  # whether at least one tap was applied now, and not by an earlier request
    is_late: bool = False  # whether a tap was left out because of earlier changes by others
    late: tuple[str, ...] = ()  # the squares whose taps were left out; THE_SUPPLY stands for the supply
    is_finished: bool = False  # whether the game is finished

    def then(self, outcome: Outcome, form: TapForm, sender: Sender) -> "Played":
        """Add the outcome of one more tap. Keep the error message of an earlier tap, unless this tap also has one."""
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
        """Skip a late tap, and record it in the history. `place` is its square or THE_SUPPLY."""
        if place in self.late:
            return self
        action = replace(sender.action(form), name=f"{LATE} {place}".rstrip(), key="")
        return replace(self, changes=(*self.changes, (stored, action)), is_late=True, late=(*self.late, place))


def entry_of(city: City) -> Entry:
    """Return the entry to store for a city: the city itself, or None if it is blank."""
    return None if is_blank(city) else city


def play_each(evaluation: Evaluation, taps: Taps, meanwhile: Meanwhile, sender: Sender) -> Played:
    """Apply taps to a city one after the other, each as a separate change. Makes queries only for undo and redo.

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
                # Leave out this tap, because an earlier tap on the same square (or on the supply) was left out.
                continue
            stays = form.tap.supply if form.is_valid() and THE_SUPPLY in played.late else None
            outcome = play(city, form, rules, stays or shown)
            if supply_of(outcome.city) != supply_of(city):
                # The page showed the new supply at once, and then the player made the later taps.
                shown = supply_of(outcome.city)
            played = played.then(outcome, form, sender)
    if played.is_late:
        return replace(played, outcome=refuse(played.outcome.city, taps.latest, ""))  # `answer` adds the message
    return played


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


class Reply(NamedTuple):
    """The result of a request with taps: the stored evaluation, and the outcome to show."""

    evaluation: Evaluation
    outcome: Outcome
    is_late: bool = False  # whether a tap was left out because of earlier changes by others or a finished game
    is_finished: bool = False


def carry_out(evaluation: Evaluation, taps: Taps, sender: Sender) -> Reply:
    """Apply taps to a stored city, and store the result. Try again if somebody else is faster."""
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


def answer(evaluation: Evaluation, played: Played, meanwhile: Meanwhile, sender: Sender) -> Reply:
    """Make the reply to taps: add the message for the player, and the labels of undo and redo."""
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
