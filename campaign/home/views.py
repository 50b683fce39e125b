from functools import cache
from typing import NamedTuple

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from campaign.access import everybody, find_visited
from campaign.http import Request
from campaign.models import Campaign
from scoring import MISSIONS, Allocation, City, ScoreSheet, score, settle

SHOWN = "T3P-U1/S-T2P/H1H2FT1/---- 12i5e"  # to a visitor, as one that is scored in the first mission


class ShownCity(NamedTuple):
    """A city with its sheet, and the calculator's address of it."""

    city: City
    allocation: Allocation
    sheet: ScoreSheet
    address: str


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
    """Tell a visitor what this is; show a group that comes back its next mission first."""
    campaigns = list(Campaign.objects.for_home(request.user))
    guest_in = [campaign for campaign in find_visited(request) if campaign not in campaigns]
    if not campaigns:
        return render(request, "home/welcome.html", {"guest_in": guest_in, "shown": shown_city()})
    latest, *others = campaigns
    return render(request, "home/home.html", {"campaign": latest, "others": others, "guest_in": guest_in})
