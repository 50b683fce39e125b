"""Count the changes of a page's content, and make an entity tag from the counts.

An open page listens to an event stream at its own URL. After each change, the stream sends the new entity tag, and the
page requests its changed part. A page without a stream makes this request every few seconds.
"""

from collections.abc import Collection
from http import HTTPStatus
from typing import Any, NamedTuple

from django.db.models import Count, F, Max, OuterRef, QuerySet, Subquery, Sum
from django.http import HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers

from campaign.http import CampaignRequest, Counts, Membership, Request
from campaign.models import Campaign, Evaluation, Game
from campaign.web.entity_tags import entity_tag

EVENTS = "text/event-stream"
GONE: Counts = (None,)  # the change counts of a page whose campaign, game or city was deleted


class Followed(NamedTuple):
    """The primary keys of the campaign, game or city that a page shows. A city is given by its game and its player."""

    campaign: int
    game: int | None = None
    player: int | None = None


# A page's change counts are numbers of rows and sums of versions. While the counts stay equal, the page is current.
GAMES = {"games_made": Count("pk"), "games_changed": Sum("version")}
ENTRIES = {"entries_made": Count("evaluations"), "entries_changed": Sum("evaluations__version")}
# A change of these columns does not raise the version of the game.
TABLE = {"table": Max("phase"), "first": Max("first_player"), "pawn_of": Max("pawn")}
# A tick can be made or deleted, but not changed. So these two numbers reveal every change of the ticks.
TICKS = {"ticks_made": Count("ticks"), "latest_tick": Max("ticks")}
CITY = {"game_changed": F("game__version"), "city_changed": F("version")}


def counts_of(campaign: Any, game: Any = None, player: Any = None) -> dict[str, Subquery]:
    """Make subqueries for the change counts of a page. The arguments are expressions for campaign, game and player."""
    if player is not None:
        city = Evaluation.objects.filter(game=game, player=player, game__campaign=campaign).order_by()
        return _queries(city, CITY)
    games = Game.objects.filter(campaign=campaign).order_by().values("campaign")
    if game is None:
        return _queries(games, GAMES)
    return _queries(games, GAMES) | _queries(games.filter(pk=game), ENTRIES | TICKS | TABLE)


def _queries(rows: "QuerySet[Any, Any]", counts: dict[str, Any]) -> dict[str, Subquery]:
    return {
        name: Subquery(rows.annotate(**{f"count_of_{name}": count}).values(f"count_of_{name}"))
        for name, count in counts.items()
    }


def look(pages: Collection[Followed]) -> dict[Followed, Counts]:
    """Read the change counts of these pages; GONE for a page of deleted data. Makes at most three queries."""
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


def campaign_counts(counts: Counts) -> Counts:
    """Return only the counts of the campaign and its games. Taps and ticks do not change these counts."""
    return counts[: 1 + len(GAMES)]


def tag_of(path: str, membership: Membership, counts: Counts) -> str:
    """Make the entity tag of a page from its path, the reader's membership and the change counts."""
    return entity_tag(path, membership, counts)


def is_asking(request: Request) -> bool:
    """Tell whether this request comes from an open page that asks for its changed part."""
    return bool(request.htmx) and request.method == "GET"


def is_up_to_date(request: CampaignRequest) -> bool:
    """Tell whether this request comes from an open page that has the current tag, so that the answer is a 304."""
    return is_asking(request) and request.headers.get("If-None-Match") == request.tag


def tagged(response: HttpResponse, tag: str) -> HttpResponse:
    """Set the entity tag of a response, unless it is an error. The open page sends the tag with its next request."""
    if response.status_code < HTTPStatus.BAD_REQUEST:
        response["ETag"] = tag
        patch_cache_control(response, private=True, no_cache=True)
        patch_vary_headers(response, ["Cookie", "HX-Request", "HX-Target"])
    return response


def wants_stream(request: Request) -> bool:
    """Tell whether the request asks for an event stream."""
    return request.method == "GET" and request.headers.get("Accept") == EVENTS
