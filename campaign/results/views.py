import re
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.timezone import localdate
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from campaign.access import in_campaign, see_mayor
from campaign.following.state import campaign_state, is_asking
from campaign.http import CampaignRequest, Role
from campaign.models import Campaign, Game
from campaign.par.shown import ShownPar
from campaign.par.work import shown_par
from campaign.results.evaluation_log import EvaluationLog
from campaign.results.fairness import Fairness
from campaign.results.game_result import GameResult
from campaign.results.history import read_history
from campaign.results.inauguration import Inauguration
from campaign.results.standings import CampaignStandings
from campaign.results.standings_charts import StandingsCharts
from campaign.results.votes import VoteCount, VotesForm
from campaign.scores.house_rules import as_rules
from campaign.web.offline import kept_for_reader
from campaign.web.partials import render_cached, render_part
from campaign.web.table import at_table
from scoring import Kind

RESULT = "result"  # the part of the page that is updated when the game changes
ELECTION, VOTES = "elected", "votes"  # the parts of the election's pages that are updated when the campaign changes
COUNTS_VOTES = "counts_votes"  # the session's key for the campaign in which this browser counts the votes
# The row of buildings on the certificate: the kind of each, and the name of its drawing.
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
    at_table(request, game.table_rules)
    shown = {
        "may_write": request.membership.role >= Role.MEMBER,
        "may_run": request.membership.may_run_games(game.campaign),
        "is_owner": request.membership.role == Role.OWNER,
        "may_delete": request.membership.may_delete(game),
        "reveal": "reveal" in request.GET,
        "has_seen_mayor": request.membership.has_seen_mayor,
    }

    def draw_up() -> dict[str, Any]:
        campaign = game.campaign.prefetch_games()
        finished = next(one for one in campaign.games.all() if one == game)
        standings = None
        if not campaign.is_single_games:
            standings = CampaignStandings.unless_hidden(campaign, has_seen_mayor=shown["has_seen_mayor"])
        query = urlencode(as_rules(finished.table_rules))
        par = _par_of(finished)
        result = GameResult.of(finished, par)
        told = {
            "campaign": campaign,
            "game": finished,
            "result": result,
            "par": par,
            "moves": standings.moves(finished) if standings and finished.in_standings else [],
            "deciding": standings.score_column if standings else "",
        }
        return shown | told | {"query": query}

    # The page depends on the day: it may name the next game's day, and shows averages that change once a day.
    day, state = localdate(), campaign_state(request.state)
    return render_cached(request, "results/result.html", draw_up, state, shown, day, part=RESULT)


def _par_of(game: Game) -> ShownPar:
    """Find the par of a game. Makes no query if pars.json has the par, otherwise one query."""
    stamp = game.stamp
    return shown_par(stamp.as_mission.rules.line, len(game.present), stamp.house_rules)


@in_campaign(read=Role.LOOK, cached=True)
@require_safe
@kept_for_reader
def standings_page(request: CampaignRequest, campaign: Campaign) -> HttpResponse:
    """Show the standings and the charts."""
    if campaign.is_single_games:
        return redirect(campaign)
    seen = request.membership.has_seen_mayor

    def draw_up() -> dict[str, Any]:
        standings = CampaignStandings(campaign.prefetch_games(), has_seen_mayor=seen)
        told = {"fairness": Fairness(standings), "charts": StandingsCharts(standings)}
        return {"campaign": campaign, "standings": standings} | told

    return render_cached(request, "results/standings.html", draw_up, request.state, seen)


@in_campaign(read=Role.LOOK, followed=True)
@require_safe
def election_page(request: CampaignRequest, campaign: Campaign) -> HttpResponse:
    """Show the new mayor, or the missions that are still to be played.

    If the group counts the votes mission by mission, show only the votes counted so far. Before that, a browser that
    has not looked who is mayor gets the two ways to learn it.
    """
    if campaign.is_single_games:
        return redirect(campaign)
    campaign.prefetch_games()
    counts_votes = campaign.counts_votes
    if is_asking(request) and request.htmx.target != (VOTES if counts_votes else ELECTION):
        return HttpResponseClientRefresh()
    may_run = request.membership.may_run_games(campaign)
    is_owner = request.membership.role == Role.OWNER
    context = {"campaign": campaign, "may_run": may_run, "is_owner": is_owner}
    if not counts_votes:
        seen = request.membership.has_seen_mayor
        if standings := CampaignStandings.unless_hidden(campaign, has_seen_mayor=seen):
            told = {"fairness": Fairness(standings), "inauguration": Inauguration(standings)}
            context |= {"standings": standings} | told
        return render_part(request, "results/election.html", context, part=ELECTION)
    context |= {
        "votes": VoteCount(campaign, campaign.votes_counted or 0),
        "leads": request.session.get(COUNTS_VOTES) == campaign.pk,
    }
    return render_part(request, "results/votes.html", context, part=VOTES)


@in_campaign(read=Role.LOOK, write=Role.LOOK)
@require_POST
def see_mayor_page(request: CampaignRequest, campaign: Campaign) -> HttpResponse:
    """Show who is mayor in this browser only. All others keep the secret until they look, or count the votes."""
    see_mayor(request, campaign.public_id)
    return redirect("election", campaign.public_id)


@in_campaign(read=Role.SCORE)
@require_POST
def count_votes(request: CampaignRequest, campaign: Campaign) -> HttpResponse:
    """On all phones, show the votes up to the mission that the form names, or end the count.

    If the form has "lead", show the buttons of the count in this browser from now on.
    """
    if not request.membership.may_run_games(campaign):
        raise PermissionDenied
    if "lead" in request.POST:
        request.session[COUNTS_VOTES] = campaign.pk
    form = VotesForm(request.POST)
    if form.is_valid():
        campaign.count_votes(form.cleaned_data["to"], seen=form.cleaned_data["seen"])
    if request.htmx:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)  # the page updates itself when the campaign changes
    return redirect("election", campaign.public_id)


@in_campaign(read=Role.LOOK)
@require_safe
def certificate_page(request: CampaignRequest, campaign: Campaign) -> HttpResponse:
    """Show the election's certificate for printing. Before the election is decided, redirect to its page."""
    if campaign.is_single_games:
        return redirect(campaign)
    seen = request.membership.has_seen_mayor
    standings = CampaignStandings(campaign.prefetch_games(), has_seen_mayor=seen)
    if not standings.mayors:
        return redirect("election", campaign.public_id)
    context = {"campaign": campaign, "standings": standings, "skyline": SKYLINE}
    return render(request, "results/certificate.html", context)


@in_campaign(read=Role.LOOK, cached=True)
@require_safe
@kept_for_reader
def log_page(request: CampaignRequest, campaign: Campaign) -> HttpResponse:
    """Show the evaluation log, of all players or of one. Makes one query if the page is in the cache."""
    only, page = request.GET.get("player", ""), request.GET.get("page", "")

    def draw_up() -> dict[str, Any]:
        return {"campaign": campaign, "log": EvaluationLog(campaign.prefetch_games(), only, page)}

    return render_cached(request, "results/log.html", draw_up, request.state, only, page, part="log")


@in_campaign(read=Role.LOOK)
@require_safe
def city_page(request: CampaignRequest, campaign: Campaign, game_id: int, player_id: int) -> HttpResponse:
    """Show a city with its score sheet; htmx gets only the board. While the game is open, redirect to the editor."""
    game = get_object_or_404(campaign.games.for_evening(), pk=game_id)
    if all(evaluation.player_id != player_id for evaluation in game.present):
        raise Http404
    if not game.is_finished:
        return redirect("evaluation", campaign.public_id, game_id, player_id)
    at_table(request, game.table_rules)
    entry = next(entry for entry in GameResult.of(game).entries if entry.player.pk == player_id)
    context = {"campaign": campaign, "game": game, "entry": entry}
    response = render(request, "results/city.html#city" if request.htmx else "results/city.html", context)
    patch_vary_headers(response, ["HX-Request"])
    return response


@in_campaign(read=Role.MEMBER)
@require_safe
def history_page(request: CampaignRequest, campaign: Campaign, game_id: int) -> HttpResponse:
    """Show the changes of a game, each with its author and time."""
    game = get_object_or_404(campaign.games, pk=game_id)
    start = request.GET.get("from", "")
    history = read_history(game, campaign, int(start) if re.fullmatch(r"[0-9]{1,6}", start) else 0)
    context = {"campaign": campaign, "game": game, "history": history}
    return render(request, "results/history.html", context)
