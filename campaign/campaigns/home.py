from datetime import date
from functools import cache
from typing import NamedTuple

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from campaign.access import everybody, find_visited, has_seen_mayor
from campaign.campaigns.plan import Plot, plan_of
from campaign.http import Request
from campaign.models import Campaign
from campaign.results.standings import CampaignStandings
from campaign.scores.words import names, numbered_title
from campaign.templatetags.face import emblem
from scoring import MISSIONS, Allocation, City, ScoreSheet, score, settle

CAMPAIGNS_A_PAGE = 10
SHOWN = "T3P-U1/S-T2P/H1H2FT1/---- 12i5e"  # the city that a visitor sees first, scored by the rules of mission 1


class ShownCity(NamedTuple):
    """A city with its score sheet, and the URL that opens the city in the calculator."""

    city: City
    allocation: Allocation
    sheet: ScoreSheet
    address: str


class InBrief(NamedTuple):
    """A campaign in one line, with its open game or its next mission.

    `drawing` is the emblem of that mission. `day` is the day of the open game, or else of the latest game. `lead` is a
    sentence about who leads or who is mayor; "" before the first result, and while the mayor is secret.
    """

    campaign: Campaign
    mission: str
    drawing: str
    lead: str
    day: date | None
    is_planned: bool
    hides_mayor: bool

    @classmethod
    def of(cls, campaign: Campaign, *, has_seen_mayor: bool) -> "InBrief":
        """Sum up a campaign whose games are prefetched. Makes no query."""
        game, position = campaign.open_game, campaign.next_mission
        mission, drawing = "", "city"
        if game:
            mission, drawing = game.numbered_title, emblem(game.as_mission)
        elif position and not campaign.is_single_games:
            following = campaign.missions[position]
            mission, drawing = numbered_title(following, position), emblem(following)
        lead = ""
        if campaign.games_in_standings and not campaign.is_single_games:
            standings = CampaignStandings.unless_hidden(campaign, has_seen_mayor=has_seen_mayor)
            lead = _lead(standings) if standings else ""
        day = game.played_on if game else max((each.played_on for each in campaign.games.all()), default=None)
        is_planned = bool(game and game.is_planned)
        hides_mayor = campaign.hides_mayor and not has_seen_mayor
        return cls(campaign, mission, drawing, lead, day, is_planned, hides_mayor)

    @property
    def plots(self) -> list[Plot]:
        """List the missions with their winners; [] for single games, and while the mayor is secret."""
        return [] if self.campaign.is_single_games or self.hides_mayor else plan_of(self.campaign).plots

    @property
    def so_far(self) -> str:
        """Say who leads or is mayor, and the day, in one line."""
        said = [self.lead] if self.lead else []
        if self.day:
            sentence = gettext("Planned for %(day)s.") if self.is_planned else gettext("Last evening: %(day)s.")
            said.append(sentence % {"day": date_format(self.day, "DATE_FORMAT")})
        return " ".join(said)

    @property
    def said(self) -> str:
        """Say the next mission too."""
        following = gettext("Next: %(mission)s.") % {"mission": self.mission} if self.mission else ""
        return f"{following} {self.so_far}".strip()


def _lead(standings: CampaignStandings) -> str:
    """Say who is mayor, or who leads before the election."""
    if standings.mayors:
        return f"{standings.headline}."
    return gettext("In the lead: %(names)s.") % {"names": names(standings.leaders)}


@cache
def shown_city() -> ShownCity:
    """Score the city that a visitor sees first."""
    city, mission = City.parse(SHOWN), MISSIONS[1]
    allocation = settle(city, mission.rules)
    address = reverse("calculator", query={"mission": mission.number, "city": SHOWN})
    return ShownCity(city, allocation, score(city, allocation, mission.rules), address)


@everybody
@require_safe
def home(request: Request) -> HttpResponse:
    """Introduce the site to a visitor, or show a group its campaigns.

    List the user's own campaigns first, then the campaigns that a link opened in this browser. If there is exactly one
    campaign, redirect to its page, unless `own` is in the query string.
    """
    own = list(Campaign.objects.for_home(request.user))
    campaigns = own + [campaign for campaign in find_visited(request).latest_first() if campaign not in own]
    if not campaigns:
        return render(request, "campaigns/welcome.html", {"shown": shown_city()})
    if len(campaigns) == 1 and "own" not in request.GET:
        return redirect(campaigns[0])
    page = Paginator(campaigns, CAMPAIGNS_A_PAGE).get_page(request.GET.get("page"))
    shown = list(page)
    Campaign.fetch_entries(shown, of_all_games=False)
    others = [InBrief.of(each, has_seen_mayor=has_seen_mayor(request, each.public_id)) for each in shown]
    latest = others.pop(0) if page.number == 1 else None
    context = {"latest": latest, "others": others, "own": own, "may_run": bool(own), "page": page}
    return render(request, "campaigns/home.html", context)
