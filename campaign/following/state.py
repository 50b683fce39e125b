"""Read the state of a page's content, and make an entity tag from it.

An open page listens to an event stream at its own URL. After each change, the stream sends the new entity tag, and the
page requests its changed part. A page without a stream makes this request every few seconds.
"""

from collections.abc import Collection
from http import HTTPStatus
from typing import Any, NamedTuple, TypeVar

from django.db import connection
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control, patch_vary_headers

from campaign.http import CampaignRequest, Membership, PageState, Request
from campaign.web.partials import digest

R = TypeVar("R", bound=HttpResponseBase)
EVENTS = "text/event-stream"
GONE: PageState = (None,)  # the state of a page whose campaign, game or city was deleted


class Followed(NamedTuple):
    """The primary keys of the campaign, game or city that a page shows. A city is given by its game and its player."""

    campaign: int
    game: int | None = None
    player: int | None = None


# A page's state is numbers of rows and sums of versions. While it stays equal, the page is current.
# They are columns of a query in plain SQL, whose tables are called `campaign`, `game` and `city`.
OF_GAMES = {
    "games_made": "(SELECT COUNT(*) FROM campaign_game WHERE campaign_id = campaign.id)",
    "games_changed": "(SELECT SUM(version) FROM campaign_game WHERE campaign_id = campaign.id)",
}
OF_A_GAME = {
    "entries_made": "(SELECT COUNT(*) FROM campaign_evaluation WHERE game_id = game.id)",
    "entries_changed": "(SELECT SUM(version) FROM campaign_evaluation WHERE game_id = game.id)",
    # A tick can be made or deleted, but not changed. So these two numbers reveal every change of the ticks.
    "ticks_made": "(SELECT COUNT(*) FROM campaign_tick WHERE game_id = game.id)",
    "latest_tick": "(SELECT MAX(id) FROM campaign_tick WHERE game_id = game.id)",
    # A change of these columns does not raise the version of the game.
    "phase_now": "game.phase",
    "first_now": "game.first_player_id",
    "pawn_now": "game.pawn_id",
}
OF_A_CITY = {"game_changed": "game.version", "city_changed": "city.version"}
CAMPAIGNS = "campaign_campaign campaign"
GAMES = f"{CAMPAIGNS} JOIN campaign_game game ON game.campaign_id = campaign.id"
CITIES = f"{GAMES} JOIN campaign_evaluation city ON city.game_id = game.id"


def state_columns(*, game: int | None, player: int | None) -> dict[str, str]:
    """Return the state of a page, as columns in plain SQL by name."""
    return OF_A_CITY if player else OF_GAMES | (OF_A_GAME if game else {})


def look(pages: Collection[Followed]) -> dict[Followed, PageState]:
    """Read the state of these pages; GONE for a page of deleted data. Makes at most three queries."""
    campaigns = {page.campaign for page in pages if not page.game}
    games = {page.game for page in pages if page.game and not page.player}
    cities = {page.game for page in pages if page.player}
    rows = (
        *_read("campaign.id, NULL, NULL", OF_GAMES, f"{CAMPAIGNS} WHERE campaign.id", campaigns),
        *_read("campaign.id, game.id, NULL", OF_GAMES | OF_A_GAME, f"{GAMES} WHERE game.id", games),
        *_read("campaign.id, game.id, city.player_id", OF_A_CITY, f"{CITIES} WHERE game.id", cities),
    )
    found = {Followed(*row[:3]): row[3:] for row in rows}
    return {page: found.get(page, GONE) for page in pages}


def _read(page: str, state: dict[str, str], key: str, keys: Collection[Any]) -> list[Any]:
    if not keys:
        return []
    columns = ", ".join((page, "campaign.version", *state.values()))
    with connection.cursor() as cursor:
        marks = ", ".join(["%s"] * len(keys))
        cursor.execute(f"SELECT {columns} FROM {key} IN ({marks})", [*keys])  # noqa: S608 - made of constants
        rows: list[Any] = cursor.fetchall()
    return rows


def campaign_state(state: PageState) -> PageState:
    """Return only the state of the campaign and its games. Taps and ticks do not change it."""
    return state[: 1 + len(OF_GAMES)]


def tag_of(path: str, membership: Membership, state: PageState) -> str:
    """Make the entity tag of a page from its path, the reader's membership and the page's state."""
    return f'W/"{digest(path, membership, state)}"'


def is_asking(request: Request) -> bool:
    """Tell whether this request comes from an open page that asks for its changed part."""
    return bool(request.htmx) and request.method == "GET"


def is_up_to_date(request: CampaignRequest) -> bool:
    """Tell whether this request comes from an open page that has the current tag, so that the answer is a 304."""
    return is_asking(request) and request.headers.get("If-None-Match") == request.tag


def tagged(response: R, tag: str) -> R:
    """Set the entity tag of a response, unless it is an error. The open page sends the tag with its next request."""
    if response.status_code < HTTPStatus.BAD_REQUEST:
        response["ETag"] = tag
        patch_cache_control(response, private=True, no_cache=True)
        patch_vary_headers(response, ["Cookie", "HX-Request", "HX-Target"])
    return response


def wants_stream(request: Request) -> bool:
    """Tell whether the request asks for an event stream."""
    return request.method == "GET" and request.headers.get("Accept") == EVENTS
