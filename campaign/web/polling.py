"""Open pages follow the game: every few seconds each asks whether anything has changed, and mostly nothing has.

A page comes with an entity tag of all that it can show: what counts the changes of the campaign, its games, their
entries and ticks. Whoever asks with the tag of today is answered 304, once it is clear that they may ask at all.
"""

import hashlib
from http import HTTPStatus

from django.db.models import Count, Max, OuterRef, Subquery, Sum
from django.http import HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers

from campaign.http import CampaignRequest, Request
from campaign.models import Campaign, Game
from campaign.models.campaign import CampaignQuerySet

COUNTS = {
    "games_made": Count("pk"),
    "games_changed": Sum("version"),
    "entries_made": Count("evaluations"),
    "entries_changed": Sum("evaluations__version"),
    "ticks_made": Count("ticks"),
    "latest_tick": Max("ticks"),  # a tick is made and deleted, never changed
}


def counted(campaigns: CampaignQuerySet) -> CampaignQuerySet:
    """Annotate campaigns with COUNTS; two equal answers mean that nothing was changed in between."""
    games = Game.objects.filter(campaign=OuterRef("pk")).order_by().values("campaign")
    return campaigns.annotate(
        **{name: Subquery(games.annotate(count=count).values("count")) for name, count in COUNTS.items()}
    )


def tag_of(request: CampaignRequest, campaign: Campaign) -> str:
    """Make the tag of a page from a campaign that was fetched `counted`, before anything else was read of it."""
    counts = [campaign.version, *(vars(campaign).pop(name) for name in COUNTS)]
    shown = repr((request.path, request.membership, counts))
    return f'"{hashlib.sha256(shown.encode()).hexdigest()[:32]}"'


def is_up_to_date(request: CampaignRequest) -> bool:
    """Tell whether an open page asks that shows what is there now: what its `request.tag` stands for."""
    tag = request.headers.get("If-None-Match", "").removeprefix("W/")  # a proxy that compresses weakens it
    return is_asking(request) and tag == request.tag


def tagged(response: HttpResponse, tag: str) -> HttpResponse:
    """Put the tag on the answer to an open page, which asks with it next time; a refusal has none."""
    if response.status_code < HTTPStatus.BAD_REQUEST:
        response["ETag"] = tag
        patch_cache_control(response, private=True, no_cache=True)
        patch_vary_headers(response, ["Cookie", "HX-Request", "HX-Target"])
    return response


def is_asking(request: Request) -> bool:
    """Tell whether it is an open page that asks for its part."""
    return bool(request.htmx) and request.method == "GET"
