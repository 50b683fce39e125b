"""The page of a player's city, every tap on it, and the answers to an open page that follows the others' taps.

A tap goes down this module once: the view finds the city, `tap` carries it out and writes it, `show` draws the answer.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from django.core.exceptions import SuspiciousOperation
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.http import urlencode
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect, HttpResponseClientRefresh, trigger_client_event

from campaign.access import in_campaign
from campaign.cities import CityError
from campaign.editor.forms import FollowForm, TapForm, VersionForm, sentences
from campaign.editor.meanwhile import changes_since
from campaign.editor.moves import Do, difference, empty_city
from campaign.editor.parts import answer_with_parts
from campaign.editor.screen import FIRST_BRUSH, Desk, Done, Outcome, Steps, screen_of
from campaign.editor.seats import Seat, seat_or_404
from campaign.editor.series import Series
from campaign.editor.taps import refuse
from campaign.editor.undo import Change, State, timeline
from campaign.http import CampaignRequest, Role
from campaign.models import Campaign, Evaluation, GameFinishedError, VersionConflictError
from campaign.models.history import Action
from campaign.people import People
from campaign.web.following import is_asking, tag_of, tagged
from campaign.web.partials import render_part
from scoring import City


class TooLateError(Exception):
    """Somebody else changed what a tap was meant for; `change` is the latest record of the history."""

    def __init__(self, what: str, change: Any) -> None:
        super().__init__(what)
        self.what = what
        self.change = change


TABLE = "../"  # from a city: so what leads on is drawn once for all games
MOST_TRIES = 5  # to write a tap, while others write theirs on the same city
MOST_TAPS = 20  # that travel together; editor.js sends the rest after them


@in_campaign(read=Role.LOOK, write=Role.SCORE, followed=True)
@require_http_methods(["GET", "HEAD", "POST"])
def evaluation_page(request: CampaignRequest, campaign: Campaign, game_id: int, player_id: int) -> HttpResponse:
    """Show a player's city, and carry out taps on it. A tap takes six queries: who, campaign, cities, writing one."""
    seat = seat_or_404(campaign, game_id, player_id)
    if request.method == "POST":
        return answer(request, seat)
    may_edit = request.membership.may_score(player_id) and not seat.evaluation.game.is_finished
    if is_asking(request):
        return follow(request, seat, may_edit=may_edit)
    at, brush = request.GET.get("at", ""), request.GET.get("brush", FIRST_BRUSH)
    return show(request, seat, Outcome(city=city_of(seat.evaluation), at=at, brush=brush), may_edit=may_edit)


def city_of(evaluation: Evaluation) -> City:
    """Return the city as it is stored, an empty one where there is none."""
    return evaluation.as_city or empty_city(evaluation.game.rules)


# A tap


def answer(request: CampaignRequest, seat: Seat) -> HttpResponse:
    """Carry out taps and show their outcome. Where somebody writes at the same time, try again on what they wrote."""
    rules = seat.evaluation.game.rules
    forms = [TapForm(sent, rules=rules) for sent in taps_of(request.POST)]
    form = forms[-1]
    form.is_valid()
    for _attempt in range(MOST_TRIES):
        try:
            outcome = tap(request, seat.evaluation, forms)
        except VersionConflictError as conflict:
            seat = seat._replace(evaluation=cast("Evaluation", conflict.current))
        except GameFinishedError:
            said = _("This game is finished: its cities stay as they are. Reopen it to change one.")
            outcome = refuse(city_of(seat.evaluation), form, said)
            return show(request, seat, outcome, may_edit=False, status=409)
        except TooLateError as late:
            return too_late(request, seat, form, late)
        else:
            break
    else:
        return too_late(request, seat, form, TooLateError(_("the city"), None))
    if not request.htmx and not outcome.refused:
        query = urlencode({"at": outcome.at, "brush": outcome.brush})
        return redirect(f"{seat.evaluation.get_absolute_url()}?{query}#city")
    return show(request, seat, outcome)


def taps_of(sent: QueryDict) -> list[QueryDict]:
    """Read the taps that travel together, each as a form of its own in a field `tap`; without one, a tap is the form.

    Raises SuspiciousOperation for more of them than a page sends.
    """
    taps = sent.getlist("tap")
    if len(taps) > MOST_TAPS:
        raise SuspiciousOperation(f"expected {MOST_TAPS} taps at most, got {len(taps)}")
    return [QueryDict(each) for each in taps] or [sent]


def tap(request: CampaignRequest, evaluation: Evaluation, forms: Sequence[TapForm]) -> Outcome:
    """Carry out taps on a stored city, and write each. GameFinishedError, TooLateError, VersionConflictError."""
    city = city_of(evaluation)
    if evaluation.game.is_finished:
        raise GameFinishedError
    seen = VersionForm(request.POST)
    if not seen.is_valid():
        return refuse(city, forms[-1], sentences(seen)[0])
    meanwhile = changes_since(evaluation, seen.cleaned_data["version"], city)
    series = Series(city, evaluation.game.rules, meanwhile, by_link=request.membership.is_by_link)
    late = next((form for form in forms if series.collides(form)), None)
    in_time = forms if late is None else forms[: forms.index(late)]
    if not late and len(forms) == 1 and forms[0].is_step and not series.is_repeated(forms[0]):
        return step(request, evaluation, forms[0])
    for form in in_time:
        series.play(form, undoes=_("the score pad") if evaluation.is_pad and not series.changes else "")
    if series.changes:
        evaluation.record_each(series.changes, version=evaluation.version)
    if late:
        raise TooLateError(difference(meanwhile.city, city), meanwhile.change)
    if not series.played:
        return replace(series.outcome, steps=steps_of(evaluation))
    if not meanwhile.keys:
        return series.outcome
    # Somebody else's taps stand on this board now, too.
    said = series.outcome.said or changed_by(meanwhile.change, difference(meanwhile.city, city), evaluation)
    return replace(series.outcome, said=said, moved_supply=True)


def step(request: CampaignRequest, evaluation: Evaluation, form: TapForm) -> Outcome:
    """Undo or redo: write what was stored before, or after, once more. Raises what `tap` does."""
    line, rules = timeline(evaluation), evaluation.game.rules
    is_undo = form.cleaned_data["do"] is Do.UNDO
    found = line.undone() if is_undo else line.redone()
    if found is None:
        sentence = _("There is nothing to undo.") if is_undo else _("There is nothing to redo.")
        return replace(refuse(city_of(evaluation), form, sentence), steps=line.steps(rules), moved_supply=True)
    try:
        restore(evaluation, found.state, form.action(by_link=request.membership.is_by_link))
    except CityError as refusal:
        return replace(refuse(city_of(evaluation), form, str(refusal)), steps=line.steps(rules), moved_supply=True)
    sentence = _("Undone: %(what)s (%(who)s).") if is_undo else _("Done again: %(what)s (%(who)s).")
    return Outcome(
        city=city_of(evaluation),
        brush=form.letter,
        said=sentence
        % {"what": found.named(rules), "who": who_and_when(found.change, request, evaluation.game.campaign)},
        offers="redo" if is_undo else "undo",
        moved_supply=True,
        steps=found.after.steps(rules),
    )


def restore(evaluation: Evaluation, state: State, action: Action) -> None:
    """Write what an evaluation once held over what it holds now. Raises what Evaluation.record does."""
    if state.pad:
        evaluation.record_pad(dict(state.pad), version=evaluation.version, action=action)
    else:
        city = state.as_city(evaluation.game.rules) if state.city else None
        evaluation.record(city, version=evaluation.version, action=action)


def too_late(request: CampaignRequest, seat: Seat, form: TapForm, late: TooLateError) -> HttpResponse:
    """Show the present city instead of the tap's, and say who changed it."""
    evaluation = seat.evaluation
    sentence = _("%(name)s changed %(what)s first. Your change was not saved.")
    said = capfirst(sentence % {"name": People(evaluation.game.campaign).call(late.change), "what": late.what})
    outcome = replace(refuse(city_of(evaluation), form, said), moved_supply=True, steps=steps_of(evaluation))
    return show(request, seat, outcome, status=409)


def steps_of(evaluation: Evaluation) -> Steps:
    """Find what can be undone and redone. One query."""
    return timeline(evaluation).steps(evaluation.game.rules)


# An open page


def follow(request: CampaignRequest, seat: Seat, *, may_edit: bool) -> HttpResponse:
    """Send an open page somebody else's change to this city, and say whose; 204 where the city is the same."""
    evaluation = seat.evaluation
    form = FollowForm(request.GET)
    if not form.is_valid() or form.cleaned_data["editing"] != may_edit:
        if evaluation.game.is_finished:
            return HttpResponseClientRedirect(evaluation.game.get_reveal_url())
        return HttpResponseClientRefresh()  # reopened meanwhile: the page has other tools
    seen = form.cleaned_data["version"]
    if seen == evaluation.version:
        return HttpResponse(status=204)
    city = city_of(evaluation)
    meanwhile = changes_since(evaluation, seen, city)
    said = changed_by(meanwhile.change, difference(meanwhile.city, city), evaluation)
    outcome = Outcome(
        city=city,
        at=request.GET.get("at", ""),
        brush=request.GET.get("brush", FIRST_BRUSH),
        said=said,
        moved_supply=True,
        steps=steps_of(evaluation) if may_edit else None,
    )
    response = show(request, seat, outcome, may_edit=may_edit)
    return trigger_client_event(response, "announce", {"value": said})


def changed_by(change: Any, what: str, evaluation: Evaluation) -> str:
    """Say who changed which squares of a city: "Ada changed B3"."""
    name = People(evaluation.game.campaign).call(change)
    return capfirst(_("%(name)s changed %(what)s.") % {"name": name, "what": what})


# What is shown


def show(
    request: CampaignRequest, seat: Seat, outcome: Outcome, *, may_edit: bool = True, status: int = 200
) -> HttpResponse:
    """Draw the page, or the parts of it that htmx asked for."""
    evaluation, game = seat.evaluation, seat.evaluation.game
    answering = request.htmx.target == "city"
    if may_edit and outcome.steps is None and not answering:
        outcome = replace(outcome, steps=steps_of(evaluation))
    desk = Desk(
        stamp=game.stamp,
        players=1 + len(seat.others),
        action=request.path,
        state={"version": evaluation.version},
        may_edit=may_edit,
        is_finished=game.is_finished,
        is_pad=evaluation.is_pad,
        done=done(request, seat) if may_edit else Done(TABLE),
        together=MOST_TAPS,
    )
    screen = screen_of(outcome, desk)
    if answering and may_edit and request.method == "POST":
        counts = game.campaign.version, game.version, evaluation.version
        # So that the page need not ask, when it is told of this very tap.
        tag = tag_of(request.path, request.membership, counts)
        return tagged(answer_with_parts(request, screen, status=status), tag)
    context = {
        "screen": screen,
        "evaluation": evaluation,
        "game": game,
        "campaign": game.campaign,
        "next": seat.others[0] if seat.others else None,
        "may_analyze": game.is_finished or game.campaign.analyses_open_games,
    }
    return render_part(request, "editor/evaluation.html", context, part="city", status=status)


def done(request: CampaignRequest, seat: Seat) -> Done:
    """Tell where the editor leads once a city is entered."""
    waiting = [other for other in seat.others if not other.is_in]
    for other in waiting:
        if request.membership.may_score(other.player_id):
            return Done(f"{TABLE}{other.player_id}/", next_player=other.player.name)
    return Done(TABLE, finishes=not waiting and request.membership.role >= Role.MEMBER)


def who_and_when(change: Change, request: CampaignRequest, campaign: Campaign) -> str:
    """Say who made a change, and when: "you, 21:04"."""
    assert change.record  # noqa: S101 - what can be undone was recorded
    mine = request.user.is_authenticated and change.record.history_user_id == request.user.pk
    name = _("you") if mine else People(campaign).call(change.record)
    return f"{name}, {localtime(change.record.history_date):%H:%M}"
