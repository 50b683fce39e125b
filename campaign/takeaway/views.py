from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import translation
from django.views.decorators.http import require_safe

from campaign.access import everybody, in_campaign, visit
from campaign.http import CampaignRequest, Request, Role
from campaign.models import Campaign, Game, ShareLink
from campaign.results.game_result import GameResult
from campaign.takeaway.bg_stats import play_address
from campaign.takeaway.calendar import MOST_EVENINGS, calendar
from campaign.takeaway.card import card
from campaign.takeaway.forum import post
from campaign.takeaway.spreadsheet import COMMA, SEMICOLON, log_as_csv, log_as_xlsx, log_for_programs, usual_separator
from campaign.web.budgets import within
from campaign.web.responses import download, download_pieces, file_name, no_referrer

CALENDAR = "text/calendar; charset=utf-8"
WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def finished_or_404(campaign: Campaign, game_id: int) -> Game:
    """Find a finished game of this campaign, with its entries and players, or raise Http404. Makes three queries."""
    return get_object_or_404(campaign.games.for_evening().finished(), pk=game_id)


@in_campaign(read=Role.LOOK)
@require_safe
def take_along(request: CampaignRequest, campaign: Campaign, game_id: int) -> HttpResponse:
    """Offer a finished game's result as a picture, as text and for BG Stats. For an open game, redirect to the game."""
    game = get_object_or_404(campaign.games.for_evening(), pk=game_id)
    if not game.is_finished:
        return redirect(game)
    result = GameResult.of(game)
    context = {
        "campaign": campaign,
        "game": game,
        "result": result,
        "bg_stats": play_address(game),
        "post": post(result),
        "shown": shown_address(request, campaign, game) if request.membership.role == Role.OWNER else "",
        "is_owner": request.membership.role == Role.OWNER,
    }
    return render(request, "takeaway/take_along.html", context)


def shown_address(request: CampaignRequest, campaign: Campaign, game: Game) -> str:
    """Return this result's address for people with the view-only link; "" if there is no such link. Makes one query."""
    token = campaign.share_links.view_only_token()
    return request.build_absolute_uri(reverse("shown_result", args=[token, game.pk])) if token else ""


@in_campaign(read=Role.LOOK)
@require_safe
def card_svg(_request: CampaignRequest, campaign: Campaign, game_id: int) -> HttpResponse:
    return HttpResponse(card(GameResult.of(finished_or_404(campaign, game_id))).as_svg(), content_type="image/svg+xml")


@in_campaign(read=Role.LOOK)
@require_safe
def card_png(_request: CampaignRequest, campaign: Campaign, game_id: int) -> HttpResponse:
    return HttpResponse(card(GameResult.of(finished_or_404(campaign, game_id))).as_png(), content_type="image/png")


@in_campaign(read=Role.LOOK)
@require_safe
@within("exports", page="log")
def log_csv(request: CampaignRequest, campaign: Campaign) -> HttpResponseBase:
    """Download the log: `for` is "comma", "semicolon" or "programs", by default what the reader's language needs."""
    wanted = request.GET.get("for", "")
    separator = {"comma": COMMA, "semicolon": SEMICOLON}.get(wanted) or usual_separator()
    text = log_for_programs(campaign) if wanted == "programs" else log_as_csv(campaign, separator)
    return download_pieces(text, "text/csv; charset=utf-8", f"{file_name(campaign)}.csv")


@in_campaign(read=Role.LOOK)
@require_safe
@within("exports", page="log")
def log_xlsx(_request: CampaignRequest, campaign: Campaign) -> HttpResponseBase:
    return download_pieces(log_as_xlsx(campaign), WORKBOOK, f"{file_name(campaign)}.xlsx")


@in_campaign(read=Role.LOOK)
@require_safe
def evening(_request: CampaignRequest, campaign: Campaign, game_id: int) -> HttpResponse:
    """Download the date of one game as a calendar file."""
    game = get_object_or_404(campaign.games.for_evening(), pk=game_id)
    return download(calendar(campaign, [game]), CALENDAR, "evening.ics")


# The views below find the token of a view-only link in their address. They serve programs without cookies: calendar
# apps, and chat apps that fetch a preview.


def opened(token: str) -> ShareLink:
    """Find the view-only link with this token. Raises Http404."""
    link = ShareLink.objects.opened_by(token)
    if link is None or link.role != ShareLink.LinkRole.LOOK:
        raise Http404
    link.campaign.use_time_zone()
    return link


@everybody
@no_referrer
@require_safe
def evenings(_request: Request, token: str) -> HttpResponse:
    """Send the planned game nights of the link's campaign to a calendar app. Makes five queries."""
    campaign = opened(token).campaign
    with translation.override(campaign.language):
        games = campaign.games.for_evening().planned()[:MOST_EVENINGS]
        return HttpResponse(calendar(campaign, games), content_type=CALENDAR)


@everybody
@no_referrer
@require_safe
def shown_result(request: Request, token: str, number: int) -> HttpResponse:
    """Show a result to a visitor with the view-only link: the picture of the result, and a link to the campaign."""
    try:
        link = opened(token)
    except Http404:
        return render(request, "sharing/no_link.html", status=404)
    game = finished_or_404(link.campaign, number)
    visit(request, link.campaign, link)
    picture = request.build_absolute_uri(reverse("shown_card", args=[token, number]))
    context = {"campaign": link.campaign, "game": game, "result": GameResult.of(game), "picture": picture}
    return render(request, "takeaway/shown_result.html", context)


@everybody
@no_referrer
@require_safe
def shown_card(_request: Request, token: str, number: int) -> HttpResponse:
    """Send the picture of a result for the preview of a view-only link, in the language of the campaign."""
    campaign = opened(token).campaign
    with translation.override(campaign.language):
        return HttpResponse(card(GameResult.of(finished_or_404(campaign, number))).as_png(), content_type="image/png")
