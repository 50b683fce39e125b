"""Open pages follow the game: they learn of a change by a stream of events, and ask for their part then.

A page shows a campaign, one of its games or one player's city, and carries an entity tag made of the change counts of
that. It opens a stream at its own address, which sends the tag of each moment; where that is another one, the page asks
for its part. Where no stream can be had, it asks every few seconds. A request with the present tag is answered 304,
after the check of access.
"""

import hashlib
from collections.abc import Collection
from functools import partial
from http import HTTPStatus
from typing import Any, NamedTuple

from django.db.models import Count, F, Max, OuterRef, QuerySet, Subquery, Sum
from django.http import HttpResponse
from django.utils.cache import add_never_cache_headers, patch_cache_control, patch_vary_headers

from campaign.http import CampaignRequest, Counts, Membership, Request
from campaign.models import Campaign, Evaluation, Game

EVENTS = "text/event-stream"
GONE: Counts = (None,)  # a campaign, a game or a place at its table that was deleted


class Followed(NamedTuple):
    """What a page shows: all of a campaign, or a game of it, or in that the city of one player. By their keys."""

    campaign: int
    game: int | None = None
    player: int | None = None


# Change counts: equal counts mean that nothing was changed in between. The campaign's own version goes before these;
# it changes with the rights of access.
GAMES = {"games_made": Count("pk"), "games_changed": Sum("version")}
ENTRIES = {"entries_made": Count("evaluations"), "entries_changed": Sum("evaluations__version")}
TICKS = {"ticks_made": Count("ticks"), "latest_tick": Max("ticks")}  # a tick is made and deleted, never changed
CITY = {"game_changed": F("game__version"), "city_changed": F("version")}


def counts_of(campaign: Any, game: Any = None, player: Any = None) -> dict[str, Subquery]:
    """Make the queries for the change counts of a page, from expressions for the keys of campaign, game and player.

    The pages of a campaign do not show open entries, the page of a game shows no other game, and the page of a city no
    other city.
    """
    if player is not None:
        city = Evaluation.objects.filter(game=game, player=player, game__campaign=campaign).order_by()
        return _queries(city, CITY)
    games = Game.objects.filter(campaign=campaign).order_by().values("campaign")
    if game is None:
        return _queries(games, GAMES)
    return _queries(games, GAMES) | _queries(games.filter(pk=game), ENTRIES | TICKS)


def _queries(rows: "QuerySet[Any, Any]", counts: dict[str, Any]) -> dict[str, Subquery]:
    return {
        name: Subquery(rows.annotate(**{f"count_of_{name}": count}).values(f"count_of_{name}"))
        for name, count in counts.items()
    }


def look(pages: Collection[Followed]) -> dict[Followed, Counts]:
    """Count the changes of all these. At most three queries: for campaigns, games and cities."""
    campaigns = {page.campaign for page in pages if not page.game}
    games = {page.game for page in pages if page.game and not page.player}
    cities = {page.game for page in pages if page.player}
    found: dict[Followed, Counts] = {}
    if campaigns:
        counts = counts_of(OuterRef("pk"))
        campaigns_now = Campaign.everything.filter(pk__in=campaigns).annotate(**counts)
        found |= {Followed(row[0]): row[1:] for row in campaigns_now.values_list("pk", "version", *counts)}
    if games:
        counts = counts_of(OuterRef("campaign"), OuterRef("pk"))
        games_now = Game.objects.filter(pk__in=games).order_by().annotate(**counts)
        rows = games_now.values_list("campaign", "pk", "campaign__version", *counts)
        found |= {Followed(*row[:2]): row[2:] for row in rows}
    if cities:
        cities_now = Evaluation.objects.filter(game__in=cities).order_by()
        versions = "game__campaign__version", "game__version", "version"
        seats = cities_now.values_list("game__campaign", "game", "player", *versions)
        found |= {Followed(*row[:3]): row[3:] for row in seats}
    return {page: found.get(page, GONE) for page in pages}


def settled(counts: Counts) -> Counts:
    """Drop the counts that taps and ticks change; those of the campaign and of its games remain."""
    return counts[: 1 + len(GAMES)]


def tag_of(path: str, membership: Membership, counts: Counts) -> str:
    """Make the tag of what a page shows to somebody."""
    return f'"{hashlib.sha256(repr((path, membership, counts)).encode()).hexdigest()[:32]}"'


def is_asking(request: Request) -> bool:
    """Tell whether an open page asks for its part."""
    return bool(request.htmx) and request.method == "GET"


def is_up_to_date(request: CampaignRequest) -> bool:
    """Tell whether an open page asks and shows the latest already: it sends the tag of today."""
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
    """The promise of a stream, made after the check of access: campaign/asgi.py keeps it.

    Another server sends it as it is, 204 without content: a browser then knows that there is no stream.
    """

    status_code = HTTPStatus.NO_CONTENT

    def __init__(self, request: CampaignRequest, page: Followed, counts: Counts) -> None:
        super().__init__()
        self.page = page
        self.counts = counts
        self.tag_of = partial(tag_of, request.path, request.membership)
        add_never_cache_headers(self)
