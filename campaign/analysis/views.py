from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from campaign.access import everybody, in_campaign
from campaign.analysis.report import report_of, swap_effects, swap_sentence
from campaign.analysis.work import begin, coached, find
from campaign.calculator.forms import CalculatorForm
from campaign.http import CampaignRequest, Request, Role
from campaign.jobs import TooManyJobsError
from campaign.models import Campaign
from campaign.scores.cities import CityError, read_city
from campaign.scores.stamps import RulesStamp
from campaign.web.budgets import refusal, spend
from campaign.web.partials import render_part
from campaign.web.table import at_table, reads_table
from scoring import City

HTMX_STOPS = 286  # the status that tells htmx to stop asking every few seconds
COACH_WORKS = timedelta(minutes=1)  # how long the page of a finished game polls the server for the best swaps
BUDGET = "analyses"
PART = "analysis"  # the id of the part that shows the progress of the analysis


@in_campaign(read=Role.LOOK, write=Role.LOOK)
@require_http_methods(["GET", "HEAD", "POST"])
def city_analysis(request: CampaignRequest, campaign: Campaign, game_id: int, builder_id: int) -> HttpResponse:
    """Show the analysis of a city, or start it (POST). If its game allows no analyses yet, redirect to the game."""
    game = get_object_or_404(campaign.games.for_evening(), pk=game_id)
    evaluation = next((one for one in game.present if one.player_id == builder_id), None)
    if evaluation is None:
        raise Http404
    if game.course.is_revealed or not (game.is_finished or campaign.analyses_open_games):
        messages.info(request, _("Finish the game to see what would have brought more."))
        return redirect(game)
    at_table(request, game.table_rules)
    page = {"campaign": campaign, "game": game, "evaluation": evaluation}
    return analyze_city(request, evaluation.as_city, game.stamp, page)


@in_campaign(read=Role.LOOK)
@require_safe
def game_coach(request: CampaignRequest, campaign: Campaign, game_id: int) -> HttpResponse:
    """Show the best swaps found so far, as a part of the page of a finished game.

    The page repeats the request until it gets status 286. For an open game, redirect to the game's page.
    """
    game = get_object_or_404(campaign.games.for_evening(), pk=game_id)
    if not game.is_finished:
        return redirect(game)
    swaps = coached(game)
    found = [(one, swaps[one.player_id]) for one in game.present if one.player_id in swaps]
    said = [(one, swap, swap_sentence(swap), swap_effects(swap) if swap else "") for one, swap in found]
    is_all = len(said) == sum(one.as_city is not None for one in game.present)
    is_late = game.finished_at is None or game.finished_at < timezone.now() - COACH_WORKS
    context = {"campaign": campaign, "game": game, "said": said}
    return render(request, "analysis/coach.html", context, status=HTMX_STOPS if is_all or is_late else 200)


@everybody
@require_http_methods(["GET", "HEAD", "POST"])
@reads_table
def calculator_analysis(request: Request) -> HttpResponse:
    """Show the analysis of the city in the query string, or start it (POST). Without a valid city, redirect."""
    form = CalculatorForm(request.GET)
    if not form.is_valid():
        return redirect("calculator")
    table = form.table
    try:
        city = read_city(request.GET.get("city", ""), table.stamp.rules)
    except CityError as error:
        messages.error(request, str(error))
        return redirect(table.action)
    return analyze_city(request, city, table.stamp, {"back": table.address(city)})


def analyze_city(request: Request, city: City | None, stamp: RulesStamp, page: dict[str, Any]) -> HttpResponse:
    """By POST, start the analysis and redirect to the same address. By GET, show the figures so far, with one query."""
    address = request.get_full_path()
    if city is None or not any(city.squares):
        return render(request, "analysis/nothing.html", page)
    if request.method == "POST":
        if wait := refusal(request, BUDGET):
            messages.warning(request, wait)
            return redirect(address)
        try:
            if begin(request, city, stamp):
                spend(request, BUDGET)
        except TooManyJobsError:
            messages.warning(request, _("Many cities are being analyzed just now. Try again in a minute."))
        return redirect(address)
    analysis = find(city, stamp)
    context = page | {"address": address, "analysis": analysis, "report": report_of(analysis)}
    return render_part(request, "analysis/analysis.html", context, part=PART)
