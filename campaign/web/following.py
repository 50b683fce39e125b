"""Open pages follow the game: they learn of a change by a stream of events, and ask for their part then.

A page comes with an entity tag of all that it can show: what counts the changes of the campaign, its games, their
entries and ticks. It opens a stream at its own address, which sends the tag of each moment; where that is not the tag
of what it shows, it asks for its part. Where no stream can be had, it asks every few seconds. Whoever asks with the tag
of today is answered 304, once it is clear that they may ask at all.
"""

import hashlib
from functools import partial
from http import HTTPStatus

from django.db.models import Count, Max, OuterRef, Subquery, Sum
from django.http import HttpResponse
from django.utils.cache import add_never_cache_headers, patch_cache_control, patch_vary_headers

from campaign.http import CampaignRequest, Counts, Membership, Request
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

EVENTS = "text/event-stream"


def counted(campaigns: CampaignQuerySet) -> CampaignQuerySet:
    """Annotate campaigns with COUNTS; two equal answers mean that nothing was changed in between."""
    games = Game.objects.filter(campaign=OuterRef("pk")).order_by().values("campaign")
    return campaigns.annotate(
        **{name: Subquery(games.annotate(count=count).values("count")) for name, count in COUNTS.items()}
    )


def settled(counts: Counts) -> Counts:
    """Leave out what taps and ticks change in an open game: those of the campaign and its games remain."""
    return counts[: 1 + list(COUNTS).index("entries_made")]


def tag_of(path: str, membership: Membership, counts: Counts) -> str:
    """Make the tag of what a page shows to somebody."""
    return f'"{hashlib.sha256(repr((path, membership, counts)).encode()).hexdigest()[:32]}"'


def is_asking(request: Request) -> bool:
    """Tell whether it is an open page that asks for its part."""
    return bool(request.htmx) and request.method == "GET"


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


def wants_stream(request: Request) -> bool:
    """Tell whether an open page asks to be told of changes."""
    return request.method == "GET" and request.headers.get("Accept") == EVENTS


class ChangeStream(HttpResponse):
    """The promise of a stream to somebody who may have it: campaign/asgi.py keeps it.

    A server that cannot sends it as it is: no content, by which a browser knows that there is no stream to be had.
    """

    status_code = HTTPStatus.NO_CONTENT

    def __init__(self, request: CampaignRequest, campaign: Campaign, counts: Counts) -> None:
        super().__init__()
        self.campaign_id = campaign.pk
        self.counts = counts
        self.tag_of = partial(tag_of, request.path, request.membership)
        add_never_cache_headers(self)
