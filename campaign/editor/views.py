"""Show the page of a player's city. The same view carries out taps, and updates open pages of the same city."""

from dataclasses import replace

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect, HttpResponseClientRefresh, trigger_client_event

from campaign.access import in_campaign
from campaign.editor.forms import FollowForm
from campaign.editor.meanwhile import merge
from campaign.editor.moves import empty_city
from campaign.editor.news import news
from campaign.editor.parts import answer_with_parts
from campaign.editor.screen import FIRST_BRUSH, Done, EditorContext, Outcome, screen_of
from campaign.editor.seats import Seat, seat_or_404
from campaign.editor.taps import MOST_TAPS, Taps, carry_out
from campaign.editor.undo import timeline
from campaign.following.state import is_asking, tag_of, tagged
from campaign.http import CampaignRequest, Role
from campaign.meanwhile import Sender
from campaign.models import Campaign
from campaign.web.offline import kept_for_reader
from campaign.web.partials import render_part

TABLE = "../"  # the game's page, relative to a city's page, because all games share cached HTML


@in_campaign(read=Role.LOOK, write=Role.SCORE, followed=True)
@require_http_methods(["GET", "HEAD", "POST"])
@kept_for_reader
def evaluation_page(request: CampaignRequest, campaign: Campaign, game_id: int, player_id: int) -> HttpResponse:
    """Show a player's city (GET), or carry out taps on it (POST). A tap usually needs six queries."""
    seat = seat_or_404(campaign, game_id, player_id)
    if request.method == "POST":
        return answer_taps(request, seat)
    if seat.evaluation.game.course.is_revealed:
        # During the reveal, only the game's page shows the cities. Redirect to it.
        table = seat.evaluation.game.get_absolute_url()
        return HttpResponseClientRedirect(table) if is_asking(request) else redirect(table)
    may_edit = request.membership.may_score(player_id) and not seat.evaluation.game.is_finished
    if is_asking(request):
        return follow_city(request, seat, may_edit=may_edit)
    city = seat.evaluation.as_city or empty_city(seat.evaluation.game.rules)
    at, brush = request.GET.get("at", ""), request.GET.get("brush", FIRST_BRUSH)
    return show_city(request, seat, Outcome(city=city, at=at, brush=brush), may_edit=may_edit)


def answer_taps(request: CampaignRequest, seat: Seat) -> HttpResponse:
    """Carry out taps, and show the changed city. Redirect a browser without JavaScript to the city's page."""
    reply = carry_out(seat.evaluation, Taps.read(request.POST, seat.evaluation.game.rules), Sender.of(request))
    outcome = reply.outcome
    if not (request.htmx or outcome.refused):
        query = urlencode({"at": outcome.at, "brush": outcome.brush})
        return redirect(f"{reply.evaluation.get_absolute_url()}?{query}#city")
    seat = seat._replace(evaluation=reply.evaluation)
    return show_city(request, seat, outcome, may_edit=not reply.is_finished, status=409 if reply.is_late else 200)


def follow_city(request: CampaignRequest, seat: Seat, *, may_edit: bool) -> HttpResponse:
    """Answer an open page that asks for changes: show the changed city and its author, or answer 204 if unchanged."""
    evaluation = seat.evaluation
    form = FollowForm(request.GET)
    if not form.is_valid() or form.cleaned_data["editing"] != may_edit:
        if evaluation.game.is_finished:
            return HttpResponseClientRedirect(evaluation.game.get_reveal_url())
        return HttpResponseClientRefresh()  # the right to edit has changed, so load the whole page again
    seen = form.cleaned_data["version"]
    if seen == evaluation.version:
        return HttpResponse(status=204)
    meanwhile = merge(evaluation, seen)
    said = news(evaluation, meanwhile, request.user.pk)
    outcome = Outcome(
        city=meanwhile.now,
        at=request.GET.get("at", ""),
        brush=request.GET.get("brush", FIRST_BRUSH),
        said=said,
        moved_supply=True,
        steps=timeline(evaluation).steps(evaluation.game.rules) if may_edit else None,
    )
    response = show_city(request, seat, outcome, may_edit=may_edit)
    return trigger_client_event(response, "announce", {"value": said})


def show_city(
    request: CampaignRequest, seat: Seat, outcome: Outcome, *, may_edit: bool = True, status: int = 200
) -> HttpResponse:
    """Draw the page of a city, or for htmx only its changed parts."""
    evaluation, game = seat.evaluation, seat.evaluation.game
    answering = request.htmx.target == "city"
    if may_edit and outcome.steps is None and not answering:
        outcome = replace(outcome, steps=timeline(evaluation).steps(evaluation.game.rules))
    editor = EditorContext(
        stamp=game.stamp,
        players=1 + len(seat.others),
        action=request.path,
        state={"version": evaluation.version},
        may_edit=may_edit,
        is_finished=game.is_finished,
        is_pad=evaluation.is_pad,
        done=way_on(request, seat) if may_edit else Done(TABLE),
        together=MOST_TAPS,
    )
    screen = screen_of(outcome, editor)
    if answering and may_edit and request.method == "POST":
        state = game.campaign.version, game.version, evaluation.version
        # Send the new entity tag. The page then ignores the event that brings the same tag.
        tag = tag_of(request.path, request.membership, state)
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


def way_on(request: CampaignRequest, seat: Seat) -> Done:
    """Return the button that a complete city shows. It leads to the next city that is not entered, or to the game."""
    waiting = [other for other in seat.others if not other.is_in]
    for other in waiting:
        if request.membership.may_score(other.player_id):
            return Done(f"{TABLE}{other.player_id}/", next_player=str(other.player))
    return Done(TABLE, finishes=not waiting and request.membership.role >= Role.MEMBER)
