"""Open pages follow the game: every few seconds each asks whether anything has changed, and mostly nothing has.

A page comes with an entity tag, made of what counts the campaign's changes, of the session it was shown to and of the
site's secret key. Whoever brings it back was let in when it was made, and whatever would put them out again (a link
withdrawn, a player's account taken away, the campaign deleted) counts as a change. So where the tag still fits, 304
needs neither session nor user: one query. Where it does not, the view decides as for any request.
"""

from typing import TYPE_CHECKING

from django.conf import settings
from django.db.models import Count, OuterRef, Subquery, Sum
from django.http import HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.crypto import constant_time_compare, salted_hmac

from campaign.models import Campaign, Game

if TYPE_CHECKING:
    from campaign.access import CampaignRequest, Request
    from campaign.models.campaign import CampaignQuerySet

COUNTS = ("version", "games_made", "games_changed", "entries_made", "entries_changed")


def counted(campaigns: "CampaignQuerySet") -> "CampaignQuerySet":
    """Annotated with what counts the changes of a campaign, its games and their entries: COUNTS.

    Two equal answers mean that nothing was changed in between.
    """
    games = Game.objects.filter(campaign=OuterRef("pk")).order_by().values("campaign")
    return campaigns.annotate(
        games_made=Subquery(games.annotate(n=Count("pk")).values("n")),
        games_changed=Subquery(games.annotate(n=Sum("version")).values("n")),
        entries_made=Subquery(games.annotate(n=Count("evaluations")).values("n")),
        entries_changed=Subquery(games.annotate(n=Sum("evaluations__version")).values("n")),
    )


def unchanged(request: "Request", public_id: str) -> HttpResponse | None:
    """304 for who asks with the tag of what is there now; None for everybody else. One query where there is a tag."""
    tag = request.headers.get("If-None-Match", "").removeprefix("W/")  # a proxy that compresses weakens it
    if not (tag and is_asking(request)):
        return None
    counts = counted(Campaign.objects.filter(public_id=public_id)).values_list(*COUNTS).first()
    if counts is None or not constant_time_compare(tag, tag_of(request, counts)):
        return None
    return told(HttpResponseNotModified(), tag)


def tag_of(request: "Request", counts: tuple[int | None, ...]) -> str:
    session = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    seen = repr((session, request.path, counts))
    return f'"{salted_hmac("campaign.following", seen, algorithm="sha256").hexdigest()[:32]}"'


def tag_of_page(request: "CampaignRequest", campaign: Campaign) -> str:
    """The tag of what is shown of a campaign that was fetched `counted`, before anything else was read of it."""
    return tag_of(request, tuple(getattr(campaign, name) for name in COUNTS))


def is_asking(request: "Request") -> bool:
    """Whether it is an open page that asks for its part."""
    return bool(request.htmx) and request.method == "GET"


def told(response: HttpResponse, tag: str) -> HttpResponse:
    """The answer to an open page, with the tag to ask with next time."""
    response["ETag"] = tag
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["Cookie", "HX-Request", "HX-Target"])
    return response
