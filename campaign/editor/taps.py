"""Carry out the taps of a request on a stored city. See "The steps of a tap" in CONTRIBUTING.md."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from django.core.exceptions import SuspiciousOperation
from django.http import QueryDict
from django.utils.translation import gettext as _

from campaign.editor.forms import TapForm, VersionForm, sentences
from campaign.editor.meanwhile import Arrival, Meanwhile, merge
from campaign.editor.news import came_first, news, retraced
from campaign.editor.play import Played, play_each, refuse
from campaign.editor.screen import Outcome, Steps
from campaign.editor.undo import timeline
from campaign.meanwhile import Sender, try_until_stored
from campaign.models import Evaluation, GameFinishedError
from campaign.scores.cities import CityError
from campaign.web.idempotency import device_of
from scoring import Rules

MOST_TAPS = 20  # the most taps of one request; editor/queue.js sends further taps in the next request


class Taps(NamedTuple):
    """The taps of one request, and the version of the city that the page showed; None if the version is invalid."""

    forms: Sequence[TapForm]
    version: int | None

    @classmethod
    def read(cls, sent: QueryDict, rules: Rules) -> "Taps":
        """Read the taps of a request. Without a field `tap`, the request itself is one tap.

        Raises SuspiciousOperation.
        """
        taps = sent.getlist("tap")
        if len(taps) > MOST_TAPS:
            raise SuspiciousOperation(f"expected {MOST_TAPS} taps at most, got {len(taps)}")
        forms = [TapForm(each, rules=rules) for each in (map(QueryDict, taps) if taps else [sent])]
        seen = VersionForm(sent)
        for form in forms:
            form.full_clean()  # validate the form, because `add_error` needs the result
            if not seen.is_valid():
                form.add_error(None, sentences(seen)[0])
        return cls(forms, seen.cleaned_data.get("version"))

    @property
    def latest(self) -> TapForm:
        return self.forms[-1]


class Reply(NamedTuple):
    """The result of a request with taps: the stored evaluation, and the outcome to show."""

    evaluation: Evaluation
    outcome: Outcome
    is_late: bool = False  # whether a tap was left out because of earlier changes by others or a finished game
    is_finished: bool = False


def carry_out(evaluation: Evaluation, taps: Taps, sender: Sender) -> Reply:
    """Apply taps to a stored city, and store the result. Try again if somebody else is faster."""
    return try_until_stored(evaluation, partial(_carry_out, taps=taps, sender=sender))


def _carry_out(evaluation: Evaluation, taps: Taps, sender: Sender) -> Reply:
    meanwhile = merge(evaluation, taps.version, sender, device_of(sender.key(taps.latest.sent_key)))
    arrivals = list(meanwhile.compare(taps.forms, sender))
    try:
        played = play_each(evaluation, meanwhile, arrivals, sender)
        if played.changes:
            evaluation.record_each(played.changes, version=evaluation.version)
    except GameFinishedError:
        said = _("This game is finished: its cities stay as they are. Reopen it to change one.")
        return _refusal(evaluation, meanwhile, taps, said, is_finished=True)
    except CityError as error:  # raised by undo or redo
        return _refusal(evaluation, meanwhile, taps, str(error))
    return _answer(evaluation, played, meanwhile, arrivals, sender.account)


def _refusal(
    evaluation: Evaluation, meanwhile: Meanwhile, taps: Taps, said: str, *, is_finished: bool = False
) -> Reply:
    """Make the reply to taps that changed nothing."""
    steps = timeline(evaluation).steps(evaluation.game.rules)
    moved = is_finished or bool(meanwhile.since.change)
    outcome = replace(refuse(meanwhile.now, taps.latest, said), moved_supply=moved, steps=steps)
    return Reply(evaluation, outcome, is_late=is_finished, is_finished=is_finished)


def _answer(
    evaluation: Evaluation, played: Played, meanwhile: Meanwhile, arrivals: Sequence[Arrival], reader: int | None
) -> Reply:
    """Make the reply to taps: add the message for the player, and the labels of undo and redo."""
    outcome, since = played.outcome, meanwhile.since
    late = [field for arrival in arrivals for field in arrival.late]
    is_late = bool(late) or any(arrival.is_left_out for arrival in arrivals)
    is_new = not all(arrival.is_known for arrival in arrivals)
    if is_late:
        said = came_first(evaluation, meanwhile, late, others_are_saved=bool(played.undo))
        outcome = refuse(outcome.city, arrivals[-1].form, said)
    elif played.restored:
        outcome = replace(outcome, said=retraced(evaluation, played.restored, reader), steps=played.restored.steps)
    elif not outcome.said and (since.late or (is_new and since.change)):
        outcome = replace(outcome, said=news(evaluation, meanwhile, reader))
    if is_late or not is_new:
        outcome = replace(outcome, steps=timeline(evaluation).steps(evaluation.game.rules))
    elif played.undo:
        outcome = replace(outcome, steps=Steps(undo=played.undo, redo=""))
    moved = outcome.moved_supply or is_late or bool(since.change)
    return Reply(evaluation, replace(outcome, moved_supply=moved), is_late)
