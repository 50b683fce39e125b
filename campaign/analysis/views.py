from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaign.access import everybody, in_campaign
from campaign.analysis.report import report_of
from campaign.analysis.work import TooManyAnalysesError, begin, find
from campaign.calculator.addresses import Table
from campaign.calculator.forms import CalculatorForm
from campaign.cities import CityError, read_city
from campaign.http import CampaignRequest, Request, Role
from campaign.models import Campaign
from campaign.stamps import RulesStamp
from campaign.web.partials import render_part
from scoring import City

PART = "analysis"  # the part of the page that follows the work


@in_campaign(read=Role.LOOK)
@require_http_methods(["GET", "HEAD", "POST"])
def city_analysis(request: CampaignRequest, campaign: Campaign, game_id: int, builder_id: int) -> HttpResponse:
    """Show what would have brought more in a city.

    While its game is open, redirects to the game unless the owner allows it.
    """
    game = get_object_or_404(campaign.games.for_evening(), pk=game_id)
    evaluation = next((one for one in game.present if one.player_id == builder_id), None)
    if evaluation is None:
        raise Http404
    if not (game.is_finished or campaign.analyses_open_games):
        messages.info(request, _("Finish the game to see what would have brought more."))
        return redirect(game)
    page = {"campaign": campaign, "game": game, "evaluation": evaluation}
    return answer(request, evaluation.as_city, game.stamp, page)


@everybody
@require_http_methods(["GET", "HEAD", "POST"])
def calculator_analysis(request: Request) -> HttpResponse:
    """Show what would bring more in a city of the calculator; an address without a good city leads back to it."""
    form = CalculatorForm(request.GET)
    if not form.is_valid():
        return redirect("calculator")
    table = Table(form.stamp, form.count)
    try:
        city = read_city(request.GET.get("city", ""), form.stamp.rules)
    except CityError as error:
        messages.error(request, str(error))
        return redirect(table.action)
    return answer(request, city, form.stamp, {"back": table.address(city)})


def answer(request: Request, city: City | None, stamp: RulesStamp, page: dict[str, Any]) -> HttpResponse:
    """Start the work by POST and redirect back; otherwise show what is known. One query."""
    address = request.get_full_path()
    if city is None or not any(city.squares):
        return render(request, "analysis/nothing.html", page)
    if request.method == "POST":
        try:
            begin(city, stamp)
        except TooManyAnalysesError:
            messages.warning(request, _("Many cities are being analyzed just now. Try again in a minute."))
        return redirect(address)
    analysis = find(city, stamp)
    context = page | {"address": address, "analysis": analysis, "report": analysis and report_of(analysis)}
    return render_part(request, "analysis/analysis.html", context, part=PART)
