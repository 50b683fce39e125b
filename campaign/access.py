"""Who may do what. Every view carries a decision, made here; a test walks the addresses and finds one that does not.

    @everybody                                       anybody
    @signed_in                                       somebody with an account, be it a guest's
    @in_campaign(read=Role.LOOK, write=Role.MEMBER)  by the role in the campaign of the address

A stranger to a campaign gets the page that is not there, and so learns nothing of it.

Who came by a link is known by the session, which holds the link and the player they said they are. Both are looked up
again at every request, with the campaign: a link that was withdrawn opens nothing any more.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import BigIntegerField, BooleanField, CharField, OuterRef, Subquery, Value
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase

from campaign.models import Campaign, Player, ShareLink, User
from campaign.web.polling import counted, is_asking, tag_of_page, told, unchanged

if TYPE_CHECKING:
    from django_htmx.middleware import HtmxDetails

    from campaign.models.campaign import CampaignQuerySet

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
VISITS = "visits"  # in the session: by campaign, the link that was opened and the player somebody said they are


class Role(IntEnum):
    """What somebody is to a campaign; each may do what the ones before it may."""

    STRANGER = 0
    LOOK = 1  # reads by a link
    SCORE = 2  # enters the city of one player by a link, while the game is open
    MEMBER = 3  # a player with an account
    OWNER = 4


class Request(HttpRequest):
    """A request as this site's middleware leaves it."""

    user: User | AnonymousUser
    htmx: "HtmxDetails"


class UserRequest(Request):
    user: User


class CampaignRequest(Request):
    role: Role
    tag: str  # what the page shows, in short: see following.py
    visitor: int | None  # the player whom somebody who came by a link said they are


@dataclass(frozen=True, slots=True)
class Decision:
    """Which role reading and writing takes in the campaign of the address; without one, whether to be signed in."""

    read: Role = Role.STRANGER
    write: Role = Role.STRANGER
    signed_in: bool = False


P = ParamSpec("P")
View = TypeVar("View", bound=Callable[..., HttpResponseBase])
CampaignView = Callable[Concatenate[CampaignRequest, Campaign, P], HttpResponse]


def decision_of(view: Callable[..., Any]) -> Decision | None:
    return getattr(view, "decision", None)


def role_of(request: HttpRequest, campaign: Campaign) -> Role:
    """What whoever sent the request is to a campaign that was fetched with `known_to`."""
    if campaign.owner_id == request.user.pk:
        return Role.OWNER
    if getattr(campaign, "is_member", False):
        return Role.MEMBER
    link_role, visitor = getattr(campaign, "link_role", None), getattr(campaign, "visitor", None)
    if link_role == ShareLink.Role.SCORE and visitor:
        return Role.SCORE
    return Role.LOOK if link_role else Role.STRANGER


def may_score(request: CampaignRequest, player_id: int) -> bool:
    """Whether this player's city may be entered; by a link only one's own."""
    return request.role >= Role.MEMBER or (request.role == Role.SCORE and request.visitor == player_id)


def may_write(request: CampaignRequest, decision: Decision, address: Mapping[str, Any]) -> bool:
    if request.role == Role.SCORE and "player_id" in address and not may_score(request, address["player_id"]):
        return False
    return request.role >= decision.write


def visit(request: HttpRequest, campaign: Campaign, link: ShareLink) -> None:
    """Let whoever holds the link in; who they said they are by another one of this campaign stays true."""
    visits = request.session.get(VISITS, {})
    before = visits.get(campaign.public_id, {})
    if before.get("link") != link.pk:
        request.session.cycle_key()  # whoever knows the key of the session so far is not let in with it
    player = before.get("player")
    request.session[VISITS] = visits | {campaign.public_id: {"link": link.pk, "player": player}}


def visit_as(request: HttpRequest, campaign: Campaign, player: Player) -> None:
    """Remember who somebody who came by a link says they are."""
    visits = request.session.get(VISITS, {})
    visits[campaign.public_id] = visits[campaign.public_id] | {"player": player.pk}
    request.session[VISITS] = visits


def visited(request: HttpRequest) -> "CampaignQuerySet":
    """The campaigns that links have opened, and still do. No query for who never opened one."""
    links = [visit["link"] for visit in request.session.get(VISITS, {}).values()]
    if not links:
        return Campaign.objects.none()
    return Campaign.objects.filter(pk__in=ShareLink.objects.active().filter(pk__in=links).values("campaign"))


def known_to(request: HttpRequest, campaigns: "CampaignQuerySet", public_id: str) -> "CampaignQuerySet":
    """The campaign of an address, annotated with what `role_of` asks: membership, and what the visitor's link opens."""
    visited = request.session.get(VISITS, {}).get(public_id, {})
    link, player = visited.get("link"), visited.get("player")
    links = ShareLink.objects.active().filter(campaign=OuterRef("pk"), pk=link)
    players = Player.objects.active().filter(campaign=OuterRef("pk"), pk=player)
    return (
        campaigns.filter(public_id=public_id)
        .with_membership(request.user)
        .annotate(
            link_role=Subquery(links.values("role")) if link else Value(None, CharField()),
            link_may_claim=Subquery(links.values("may_claim")) if link else Value(None, BooleanField()),
            visitor=Subquery(players.values("pk")) if link and player else Value(None, BigIntegerField()),
        )
    )


def everybody(view: View) -> View:
    """Open to all."""

    @wraps(view)
    def wrapper(*args: Any, **kwargs: Any) -> HttpResponseBase:
        return view(*args, **kwargs)

    wrapper.decision = Decision()  # type: ignore[attr-defined]
    return wrapper  # type: ignore[return-value]


def signed_in(view: View) -> View:
    """For somebody with an account; others are asked to log in."""
    wrapper = login_required(view)
    wrapper.decision = Decision(signed_in=True)  # type: ignore[attr-defined]
    return wrapper


def in_campaign(
    *,
    read: Role,
    write: Role | None = None,
    campaigns: "Callable[[], CampaignQuerySet]" = Campaign.objects.all,
    followed: bool = False,
) -> Callable[[CampaignView[P]], Callable[..., HttpResponse]]:
    """For those who have a role in the campaign of the address, which the view gets instead of `campaign_id`.

    `campaigns` is the queryset of the page. The role is `request.role`. One query, and those of the queryset.
    Where the address has a `player_id`, a visitor by a link writes there as that player only. A page that is `followed`
    may be asked, by `{% follow %}`, whether it has changed: see following.py.
    """
    decision = Decision(read, read if write is None else write)

    def decorate(view: CampaignView[P]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def wrapper(request: CampaignRequest, campaign_id: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            watched = followed and request.method == "GET"
            if watched and (answer := unchanged(request, campaign_id)):
                return answer
            found = counted(campaigns()) if watched else campaigns()
            campaign = known_to(request, found, campaign_id).first()
            if campaign is None:
                raise Http404
            request.role = role_of(request, campaign)
            request.visitor = getattr(campaign, "visitor", None)
            if request.role < decision.read:
                raise Http404
            if request.method not in SAFE_METHODS and not may_write(request, decision, kwargs):
                raise PermissionDenied
            if not watched:
                return view(request, campaign, *args, **kwargs)
            request.tag = tag_of_page(request, campaign)
            response = view(request, campaign, *args, **kwargs)
            return told(response, request.tag) if is_asking(request) and response.status_code < 300 else response  # noqa: PLR2004

        wrapper.decision = decision  # type: ignore[attr-defined]
        return wrapper

    return decorate
