from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaign.access import everybody, in_campaign
from campaign.campaigns.begin_single_game import (
    begin_at_new_table,
    known_names,
    latest_table,
    numbered_players,
    proposed_players,
)
from campaign.campaigns.forms import Roster
from campaign.campaigns.move_single_game import destinations, move
from campaign.games.single_games import SingleForm
from campaign.http import CampaignRequest, Request, Role
from campaign.models import Campaign, CampaignFullError
from campaign.web.budgets import refusal
from campaign.web.idempotency import first_address, once
from scoring.tiles import SOLO


@everybody
@require_http_methods(["GET", "HEAD", "POST"])
def play(request: Request) -> HttpResponse:
    """Ask for mission and players, and begin a single game.

    Redirect users with earlier single games to these games, unless the query contains `people`.
    """
    data = request.POST if request.method == "POST" else None
    if data is None and "people" not in request.GET and (table := latest_table(request)):
        response = redirect("new_game", table.public_id)
        response["Location"] += f"?{request.GET.urlencode()}" if request.GET else ""
        return response
    proposed = proposed_players(request)
    at_the_table = proposed or numbered_players(request.GET.get("players", ""))
    form, roster = (
        SingleForm(data, asked=request.GET),
        Roster(data, proposed=at_the_table, people=known_names(request), fewest=SOLO),
    )
    status = 200
    if data is not None and form.is_valid() and roster.is_valid():
        if not (sentence := refusal(request, "campaigns")):
            return redirect(once(request, lambda: begin_at_new_table(request, roster, form.single)))
        form.add_error(None, sentence)
        status = 429
    others_first = bool(proposed) and proposed[0].account_id != request.user.pk
    context = {"form": form, "roster": roster, "others_first": others_first, "today": localdate()}
    return render(request, "campaigns/play.html", context, status=status)


@in_campaign(read=Role.OWNER)
@require_http_methods(["GET", "HEAD", "POST"])
def move_game(request: CampaignRequest, campaign: Campaign, game_id: int) -> HttpResponse:
    """Move a finished single game into one of the owner's campaigns. A form that is sent twice moves it once."""
    if moved := first_address(request):
        return redirect(moved)
    game = get_object_or_404(campaign.games.for_evening(), pk=game_id)
    if not campaign.is_single_games or not game.is_finished:
        raise Http404
    found = destinations(game, campaign.owner)
    if request.method == "POST":
        chosen = next((each for each in found if each.value == request.POST.get("to")), None)
        if chosen:
            try:
                moved = once(request, lambda: move(game, chosen).get_absolute_url())
            except CampaignFullError as error:
                messages.error(request, str(error))
                return redirect(game)
            messages.success(request, _("The game is now part of this campaign."))
            return redirect(moved)
        messages.error(request, _("Choose one of the places below."))
    return render(request, "campaigns/move_game.html", {"campaign": campaign, "game": game, "destinations": found})
