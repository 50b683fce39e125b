"""The page of a player's city, every tap on it, and what an open page is told of the others' taps.

A tap goes down this module once: the view finds the city, `tap` carries it out and writes it, `show` draws the answer.
"""

from dataclasses import replace

from django.db.models import Count, OuterRef, Subquery
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.http import urlencode
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRefresh, trigger_client_event

from campaign.access import in_campaign
from campaign.cities import CityError
from campaign.editor.forms import FollowForm, TapForm, VersionForm, sentences
from campaign.editor.moves import Do, empty_city
from campaign.editor.screen import FIRST_BRUSH, Desk, Outcome, Steps, is_blank, screen_of
from campaign.editor.taps import play, refuse
from campaign.editor.undo import Change, State, timeline
from campaign.http import CampaignRequest, Role
from campaign.models import Campaign, Evaluation, GameFinishedError, VersionConflictError
from campaign.models.history import Action, find_latest_change
from campaign.people import People
from campaign.web.partials import render_part
from campaign.web.polling import is_asking
from scoring import City


def evaluation_or_404(campaign: Campaign, game_id: int, player_id: int) -> Evaluation:
    """Somebody's evaluation in a game of this campaign: its game and player, and `players` at the table. One query."""
    at_the_table = (
        Evaluation.objects.filter(game=OuterRef("game"), absent=False)
        .order_by()
        .values("game")
        .annotate(count=Count("pk"))
        .values("count")
    )
    found = (
        Evaluation.objects.select_related("game", "player")
        .filter(game__campaign=campaign, game=game_id, player=player_id, absent=False)
        .annotate(players=Subquery(at_the_table))
    )
    evaluation = next(iter(found.order_by()[:1]), None)
    if evaluation is None:
        raise Http404
    evaluation.game.campaign = campaign
    return evaluation


@in_campaign(read=Role.LOOK, write=Role.SCORE, followed=True)
@require_http_methods(["GET", "HEAD", "POST"])
def evaluation_page(request: CampaignRequest, campaign: Campaign, game_id: int, player_id: int) -> HttpResponse:
    """A player's city, and every tap on it. A tap takes six queries: who, campaign, city, and the writing of it."""
    evaluation = evaluation_or_404(campaign, game_id, player_id)
    if request.method == "POST":
        return answer(request, evaluation)
    may_edit = request.membership.may_score(player_id) and not evaluation.game.is_finished
    if is_asking(request):
        return follow(request, evaluation, may_edit=may_edit)
    at, brush = request.GET.get("at", ""), request.GET.get("brush", FIRST_BRUSH)
    steps = timeline(evaluation).steps if may_edit else None
    return show(
        request, evaluation, Outcome(city=city_of(evaluation), at=at, brush=brush, steps=steps), may_edit=may_edit
    )


def city_of(evaluation: Evaluation) -> City:
    """The city as it is stored, an empty one where there is none."""
    return evaluation.as_city or empty_city(evaluation.game.rules)


# A tap


def answer(request: CampaignRequest, evaluation: Evaluation) -> HttpResponse:
    """Carry out a tap, and show what became of it."""
    form = TapForm(request.POST, rules=evaluation.game.rules)
    form.is_valid()
    try:
        outcome = tap(request, evaluation, form)
    except GameFinishedError:
        said = _("This game is finished: its cities stay as they are. Reopen it to change one.")
        outcome = refuse(city_of(evaluation), form, said)
        return show(request, evaluation, outcome, may_edit=False, status=409)
    except VersionConflictError as conflict:
        return too_late(request, conflict, form)
    if not request.htmx and not outcome.refused:
        query = urlencode({"at": outcome.at, "brush": outcome.brush})
        return redirect(f"{evaluation.get_absolute_url()}?{query}#city")
    return show(request, evaluation, outcome)


def tap(request: CampaignRequest, evaluation: Evaluation, form: TapForm) -> Outcome:
    """Carry out a tap on a stored city and write it. Raises GameFinishedError and VersionConflictError."""
    city, steps = city_of(evaluation), Steps(undo=evaluation.version > 0, redo=False)
    if evaluation.game.is_finished:
        raise GameFinishedError
    seen = VersionForm(request.POST)
    if not (seen.is_valid() and form.is_valid()):
        return replace(refuse(city, form, (*sentences(seen), *sentences(form))[0]), steps=steps)
    if seen.cleaned_data["version"] != evaluation.version:
        raise VersionConflictError(evaluation)
    do = form.cleaned_data["do"]
    action = Action(do, form.cleaned_data["key"], request.membership.is_by_link)
    if do in (Do.UNDO, Do.REDO):
        return step(request, evaluation, form, action)
    outcome = play(city, form, evaluation.game.rules)
    if outcome.city == city:
        return replace(outcome, steps=steps)
    try:
        evaluation.record(None if is_blank(outcome.city) else outcome.city, version=evaluation.version, action=action)
    except CityError as refusal:
        return replace(refuse(city, form, str(refusal)), steps=steps)
    return replace(outcome, steps=Steps(undo=True, redo=False))


def step(request: CampaignRequest, evaluation: Evaluation, form: TapForm, action: Action) -> Outcome:
    """Undo or redo: write what was stored before, or after, once more. Raises what `tap` does."""
    line = timeline(evaluation)
    is_undo = form.cleaned_data["do"] is Do.UNDO
    found = line.undone() if is_undo else line.redone()
    city = city_of(evaluation)
    if found is None:
        sentence = _("There is nothing to undo.") if is_undo else _("There is nothing to redo.")
        return replace(refuse(city, form, sentence), steps=line.steps, moved_supply=True)
    try:
        restore(evaluation, found.state, action)
    except CityError as refusal:
        return replace(refuse(city, form, str(refusal)), steps=line.steps, moved_supply=True)
    sentence = _("Undone: what %(who)s.") if is_undo else _("Done again: what %(who)s.")
    return Outcome(
        city=city_of(evaluation),
        at=form.chosen,
        brush=form.letter,
        said=sentence % {"who": who_did(found.change, request, evaluation.game.campaign)},
        moved_supply=True,
        steps=found.after.steps,
    )


def restore(evaluation: Evaluation, state: State, action: Action) -> None:
    """Write what an evaluation once held over what it holds now. Raises what Evaluation.record does."""
    if state.pad:
        evaluation.record_pad(dict(state.pad), version=evaluation.version, action=action)
    else:
        city = City.parse(f"{state.city} {state.allocation}".rstrip()) if state.city else None
        evaluation.record(city, version=evaluation.version, action=action)


def too_late(request: CampaignRequest, conflict: VersionConflictError, form: TapForm) -> HttpResponse:
    """Show what is stored now and say who changed what; a tap that had arrived before is simply shown."""
    current = conflict.current
    assert isinstance(current, Evaluation)  # noqa: S101 - the tap was on an evaluation
    steps = timeline(current).steps
    key = form.cleaned_data.get("key", "")
    if key and conflict.change and conflict.change.history_key == key:
        again = Outcome(city=city_of(current), at=form.chosen, brush=form.letter, moved_supply=True, steps=steps)
        return show(request, current, again)
    what = difference(city_at(current, int(request.POST["version"])), current)
    sentence = _("Meanwhile %(name)s changed %(what)s. This is what is stored now; your tap was not taken over.")
    said = sentence % {"name": People(current.game.campaign).call(conflict.change), "what": what}
    outcome = replace(refuse(city_of(current), form, said), moved_supply=True, steps=steps)
    return show(request, current, outcome, status=409)


# An open page


def follow(request: CampaignRequest, evaluation: Evaluation, *, may_edit: bool) -> HttpResponse:
    """Bring an open page what somebody else changed, and say who; 204 where it was something else."""
    form = FollowForm(request.GET)
    if not form.is_valid() or form.cleaned_data["editing"] != may_edit:
        return HttpResponseClientRefresh()  # finished or reopened meanwhile: the page has other tools
    seen = form.cleaned_data["version"]
    if seen == evaluation.version:
        return HttpResponse(status=204)
    name = People(evaluation.game.campaign).call(find_latest_change(evaluation))
    said = capfirst(
        _("%(name)s changed %(what)s.") % {"name": name, "what": difference(city_at(evaluation, seen), evaluation)}
    )
    outcome = Outcome(
        city=city_of(evaluation),
        at=request.GET.get("at", ""),
        brush=request.GET.get("brush", FIRST_BRUSH),
        said=said,
        moved_supply=True,
        steps=timeline(evaluation).steps if may_edit else None,
    )
    response = show(request, evaluation, outcome, may_edit=may_edit)
    return trigger_client_event(response, "announce", {"value": said})


# What is shown


def show(
    request: CampaignRequest, evaluation: Evaluation, outcome: Outcome, *, may_edit: bool = True, status: int = 200
) -> HttpResponse:
    """Draw the page, or the parts of it that htmx asked for."""
    game = evaluation.game
    desk = Desk(
        stamp=game.stamp,
        players=getattr(evaluation, "players", 0),
        action=evaluation.get_absolute_url(),
        state={"version": evaluation.version},
        may_edit=may_edit,
        is_finished=game.is_finished,
        is_pad=evaluation.is_pad,
    )
    context = {
        "screen": screen_of(outcome, desk),
        "evaluation": evaluation,
        "game": game,
        "campaign": game.campaign,
        "answering": request.htmx.target == "city",
    }
    return render_part(request, "editor/evaluation.html", context, part="city", status=status)


def difference(before: str, current: Evaluation) -> str:
    """The squares on which two versions of a city differ, or what else does."""
    empty = empty_city(current.game.rules)
    old, new = (City.parse(text) if text else empty for text in (before, current.city))
    squares = [name for name, a, b in zip(new.board.names, old.squares, new.squares, strict=False) if a != b]
    if squares and not current.is_pad:
        return ", ".join(squares)
    if (old.inhabitants, old.energy) != (new.inhabitants, new.energy):
        return _("the supply")
    return _("the city")


def city_at(evaluation: Evaluation, version: int) -> str:
    """What the city was when it had this version."""
    then = evaluation.history.filter(version=version).order_by("-history_id").first()
    return then.city if then else ""


def who_did(change: Change, request: CampaignRequest, campaign: Campaign) -> str:
    """Word the second half of "Undone: what you did at 21:04"."""
    assert change.record  # noqa: S101 - what can be undone was recorded
    time = localtime(change.record.history_date).strftime("%H:%M")
    if request.user.is_authenticated and change.record.history_user_id == request.user.pk:
        return _("you did at %(time)s") % {"time": time}
    return _("%(name)s did at %(time)s") % {"name": People(campaign).call(change.record), "time": time}
