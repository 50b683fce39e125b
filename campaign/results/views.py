from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.timezone import localdate
from django.views.decorators.http import require_safe

from campaign.access import in_campaign
from campaign.http import CampaignRequest, Role
from campaign.models import Campaign, Game
from campaign.offline.pages import kept_for_reader
from campaign.results.evaluation_log import EvaluationLog
from campaign.results.game_result import GameResult
from campaign.results.history import changes
from campaign.results.standings import CampaignStandings
from campaign.web.following import settled
from campaign.web.kept import render_kept
from scoring import Kind

RESULT = "result"  # the part of the page that follows the game
# The buildings along the certificate: kinds, and which drawing of each.
SKYLINE = (
    (Kind.PARK, "park"),
    (Kind.TOWER_BLOCK, "tower_block-3"),
    (Kind.SHOP, "shop"),
    (Kind.OFFICE_TOWER, "office_tower-5"),
    (Kind.MONUMENT, "monument"),
    (Kind.PUBLIC_SERVICE, "public_service"),
    (Kind.TOWER_BLOCK, "tower_block-4"),
    (Kind.FACTORY, "factory"),
    (Kind.PLAYGROUND, "playground"),
    (Kind.HARBOR, "harbor"),
)


def result_page(request: CampaignRequest, game: Game) -> HttpResponse:
    """Show a finished game."""
    shown = {
        "may_write": request.membership.role >= Role.MEMBER,
        "may_run": request.membership.may_run_games(game.campaign),
        "is_owner": request.membership.role == Role.OWNER,
        "reveal": "reveal" in request.GET,
    }

    def draw_up() -> dict[str, Any]:
        campaign = game.campaign.prefetch_games()
        finished = next(one for one in campaign.games.all() if one == game)
        moves = CampaignStandings(campaign).moves(finished) if finished.counts else []
        return shown | {"campaign": campaign, "game": finished, "result": GameResult.of(finished), "moves": moves}

    day, counts = localdate(), settled(request.counts)  # a game that is planned may be the way on
    return render_kept(request, "results/result.html", draw_up, counts, shown, day, part=RESULT)


@in_campaign(read=Role.LOOK, kept=True)
@require_safe
@kept_for_reader
def standings_page(request: CampaignRequest, campaign: Campaign) -> HttpResponse:
    """Show the standings, what it takes to win, and the charts. One query while they are as they were drawn."""

    def draw_up() -> dict[str, Any]:
        return {"campaign": campaign, "standings": CampaignStandings(campaign.prefetch_games())}

    return render_kept(request, "results/standings.html", draw_up, request.counts)


@in_campaign(read=Role.LOOK)
@require_safe
def election_page(request: CampaignRequest, campaign: Campaign) -> HttpResponse:
    """Show the new mayor once all missions are played; until then, what is missing."""
    standings = CampaignStandings(campaign.prefetch_games())
    return render(request, "results/election.html", {"campaign": campaign, "standings": standings})


@in_campaign(read=Role.LOOK)
@require_safe
def certificate_page(request: CampaignRequest, campaign: Campaign) -> HttpResponse:
    """Show the election's certificate, to print. Before the election, redirect to its page."""
    standings = CampaignStandings(campaign.prefetch_games())
    if not standings.mayors:
        return redirect("election", campaign.public_id)
    context = {"campaign": campaign, "standings": standings, "skyline": SKYLINE}
    return render(request, "results/certificate.html", context)


@in_campaign(read=Role.LOOK, kept=True)
@require_safe
@kept_for_reader
def log_page(request: CampaignRequest, campaign: Campaign) -> HttpResponse:
    """Show the evaluation log, of all players or of one. One query while it is as it was drawn."""
    only, page = request.GET.get("player", ""), request.GET.get("page", "")

    def draw_up() -> dict[str, Any]:
        return {"campaign": campaign, "log": EvaluationLog(campaign.prefetch_games(), only, page)}

    return render_kept(request, "results/log.html", draw_up, request.counts, only, page, part="log")


@in_campaign(read=Role.LOOK)
@require_safe
def city_page(request: CampaignRequest, campaign: Campaign, game_id: int, player_id: int) -> HttpResponse:
    """Show a city with its score sheet; for htmx only the board that opens in the log.

    Redirects to the editor while the game is open.
    """
    game = get_object_or_404(campaign.games.for_evening(), pk=game_id)
    if all(evaluation.player_id != player_id for evaluation in game.present):
        raise Http404
    if not game.is_finished:
        return redirect("evaluation", campaign.public_id, game_id, player_id)
    entry = next(entry for entry in GameResult.of(game).entries if entry.player.pk == player_id)
    context = {"campaign": campaign, "game": game, "entry": entry}
    response = render(request, "results/city.html#city" if request.htmx else "results/city.html", context)
    patch_vary_headers(response, ["HX-Request"])
    return response


@in_campaign(read=Role.MEMBER, fetch=["players"])
@require_safe
def history_page(request: CampaignRequest, campaign: Campaign, game_id: int) -> HttpResponse:
    """Show who changed what in a game, and when."""
    game = get_object_or_404(campaign.games, pk=game_id)
    context = {"campaign": campaign, "game": game, "changes": changes(game, campaign)}
    return render(request, "results/history.html", context)
