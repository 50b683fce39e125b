"""Decide who may do what. Every view carries one of these rules; a test walks all addresses and finds a view without.

    @everybody                                       anybody
    @signed_in                                       somebody with an account, be it a guest's
    @in_campaign(read=Role.LOOK, write=Role.MEMBER)  by the role in the campaign of the address

A stranger to a campaign is answered as if there were none, and so learns nothing of it.

The session of a visitor holds the link they opened and the player they said they are. Both are looked up again at
every request, with the campaign: a withdrawn link opens nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import (
    BigIntegerField,
    BooleanField,
    CharField,
    Exists,
    OuterRef,
    Subquery,
    Value,
    prefetch_related_objects,
)
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotModified

from campaign.http import CampaignRequest, Counts, Membership, Role
from campaign.models import Campaign, Player, ShareLink
from campaign.prepared import Given, Reading, columns, take
from campaign.web.following import (
    ChangeStream,
    Followed,
    counts_of,
    is_asking,
    is_up_to_date,
    tag_of,
    tagged,
    wants_stream,
)

if TYPE_CHECKING:
    from campaign.models.campaign import CampaignQuerySet

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
VISITS = "visits"  # in the session: by campaign, the link that was opened and the player somebody said they are
PINS = "pins"  # in each visit: by player, the hash of the PIN that was given


@dataclass(frozen=True, slots=True)
class AccessRule:
    """Which role reading and writing takes in the campaign of the address; without one, whether to be signed in."""

    read: Role = Role.STRANGER
    write: Role = Role.STRANGER
    signed_in: bool = False

    def lets_write(self, membership: Membership, player_id: int | None) -> bool:
        """Tell whether somebody may write; `player_id` is the player of the address, if it names one."""
        if membership.is_by_link and player_id is not None and not membership.may_score(player_id):
            return False
        return membership.role >= self.write


P = ParamSpec("P")
View = TypeVar("View", bound=Callable[..., HttpResponseBase])
CampaignView = Callable[Concatenate[CampaignRequest, Campaign, P], HttpResponse]


def rule_of(view: Callable[..., Any]) -> AccessRule | None:
    """Find the rule that a decorator put on a view, None where no one has."""
    return getattr(view, "access_rule", None)


def visit(request: HttpRequest, campaign: Campaign, link: ShareLink) -> None:
    """Let a visitor in by a link. The player they chose by another link of this campaign stays theirs."""
    visits = request.session.get(VISITS, {})
    before = visits.get(campaign.public_id, {})
    if before.get("link") != link.pk:
        request.session.cycle_key()  # so that nobody who knows the old key is let in too
    request.session[VISITS] = visits | {campaign.public_id: {"player": None} | before | {"link": link.pk}}


def visit_as(request: HttpRequest, campaign: Campaign, player: Player) -> None:
    """Remember which player a visitor by a link says they are."""
    visits = request.session.get(VISITS, {})
    visits[campaign.public_id] = visits[campaign.public_id] | {"player": player.pk}
    request.session[VISITS] = visits


def knows_pin(request: HttpRequest, campaign: Campaign, player: Player) -> bool:
    """Tell whether a player has no PIN, or this browser has given the present one before."""
    pins = request.session.get(VISITS, {}).get(campaign.public_id, {}).get(PINS, {})
    return player.pin_hash in ("", pins.get(str(player.pk)))


def remember_pin(request: HttpRequest, campaign: Campaign, player: Player) -> None:
    """Remember that this browser gave the PIN that a player has now."""
    visits = request.session[VISITS]
    visit = visits[campaign.public_id]
    pins = visit.get(PINS, {}) | {str(player.pk): player.pin_hash}
    request.session[VISITS] = visits | {campaign.public_id: visit | {PINS: pins}}


def find_visited(request: HttpRequest) -> "CampaignQuerySet":
    """Find the campaigns whose links this browser opened and that still work. No query without such a link."""
    links = [visit["link"] for visit in request.session.get(VISITS, {}).values()]
    if not links:
        return Campaign.objects.none()
    return Campaign.objects.filter(pk__in=ShareLink.objects.active().filter(pk__in=links).values("campaign"))


@cache
def _entrance(*, counts: bool, game: bool, player: bool, user: bool, link: bool, visitor: bool) -> Reading:
    """Prepare the query of `enter`, of the shape that the page, and somebody's account and link, give it."""
    key = BigIntegerField()
    links = ShareLink.objects.active().filter(campaign=OuterRef("pk"), pk=Given("link", key))
    players = Player.objects.active().filter(campaign=OuterRef("pk"))
    seats = players.filter(account=Given("user", key))
    visitors = players.filter(pk=Given("visitor", key), pin_hash__in=("", Given("pin", CharField())))
    campaigns = Campaign.objects.filter(public_id=Given("public_id", CharField()))
    asked = campaigns.annotate(
        has_seat=Exists(seats) if user else Value(value=False),
        link_role=Subquery(links.values("role")) if link else Value(None, CharField()),
        may_claim=Subquery(links.values("may_claim")) if link else Value(None, BooleanField()),
        visitor=Subquery(visitors.values("pk")) if visitor else Value(None, BigIntegerField()),
    )
    told = ("has_seat", "link_role", "may_claim", "visitor")
    shown = (OuterRef("pk"), Given("game", key) if game else None, Given("player", key) if player else None)
    changes = counts_of(*shown) if counts else {}
    return Reading(asked.annotate(**changes).values_list(*columns(Campaign), *told, *changes))


def enter(
    request: HttpRequest, public_id: str, *, counts: bool = False, game: int | None = None, player: int | None = None
) -> tuple[Campaign, Membership, Counts]:
    """Find the campaign of an address and the sender's membership in it, in one query. Raises Http404.

    With `counts` it also returns the change counts of a page: of the campaign, of a game or of a player's city.
    """
    visited = request.session.get(VISITS, {}).get(public_id, {})
    link, visitor, user = visited.get("link"), visited.get("player"), request.user.pk
    given = visited.get(PINS, {}).get(str(visitor), "")
    page = {"counts": counts, "game": bool(counts and game), "player": bool(counts and player)}
    entrance = _entrance(**page, user=bool(user), link=bool(link), visitor=bool(link and visitor))
    who = {"user": user, "link": link, "visitor": visitor, "pin": given}
    rows = entrance.rows(public_id=public_id, game=game, player=player, **who)
    if not rows:
        raise Http404
    row = iter(rows[0])
    campaign = take(Campaign, row)
    has_seat, link_role, may_claim, player_of_link, *changes = row
    membership = Membership(
        role=_role(link_role, is_owner=campaign.owner_id == user, has_seat=has_seat, is_somebody=bool(player_of_link)),
        has_seat=has_seat,
        opened_to_score=link_role == ShareLink.Role.SCORE,
        may_claim=bool(may_claim),
        visitor=player_of_link,
    )
    return campaign, membership, (campaign.version, *changes) if counts else ()


def _role(link_role: str | None, *, is_owner: bool, has_seat: bool, is_somebody: bool) -> Role:
    if is_owner:
        return Role.OWNER
    if has_seat:
        return Role.MEMBER
    if link_role == ShareLink.Role.SCORE and is_somebody:
        return Role.SCORE
    return Role.LOOK if link_role else Role.STRANGER


def everybody(view: View) -> View:
    """Open a view to all."""

    @wraps(view)
    def wrapper(*args: Any, **kwargs: Any) -> HttpResponseBase:
        return view(*args, **kwargs)

    wrapper.access_rule = AccessRule()  # type: ignore[attr-defined]
    return wrapper  # type: ignore[return-value]


def signed_in(view: View) -> View:
    """Open a view to somebody with an account; others are asked to log in."""
    wrapper = login_required(view)
    wrapper.access_rule = AccessRule(signed_in=True)  # type: ignore[attr-defined]
    return wrapper


def in_campaign(
    *,
    read: Role,
    write: Role | None = None,
    fetch: Sequence[str] = (),
    followed: bool = False,
    kept: bool = False,
) -> Callable[[CampaignView[P]], Callable[..., HttpResponse]]:
    """Open a view to those who have a role in the campaign of the address, which it gets instead of `campaign_id`.

    The view gets the campaign with what it says to `fetch`, as `prefetch_related` takes it, at that many queries more
    than one. What somebody is to the campaign is `request.membership`. Where the address has a `player_id`, a visitor
    by a link writes there as that player only. A page that is `followed` is told, by `{% follow %}`, when it has
    changed: see web/following.py. One that is `kept` is drawn once per change: see web/kept.py.
    """
    rule = AccessRule(read, read if write is None else write)

    def decorate(view: CampaignView[P]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def wrapper(request: CampaignRequest, campaign_id: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            follows = followed and request.method == "GET"
            counts = follows or kept
            game_id: Any = kwargs.get("game_id")
            player_id: Any = kwargs.get("player_id")
            shown = {"game": game_id, "player": player_id}
            campaign, membership, request.counts = enter(request, campaign_id, counts=counts, **shown)
            if membership.role < rule.read:
                raise Http404
            if request.method not in SAFE_METHODS and not rule.lets_write(membership, player_id):
                raise PermissionDenied
            request.membership = membership
            request.tag = ""
            if follows:
                if wants_stream(request):
                    return ChangeStream(request, Followed(campaign.pk, game_id, player_id), request.counts)
                request.tag = tag_of(request.path, membership, request.counts)
                if is_up_to_date(request):
                    return tagged(HttpResponseNotModified(), request.tag)
            prefetch_related_objects([campaign], *fetch)
            response = view(request, campaign, *args, **kwargs)
            return tagged(response, request.tag) if follows and is_asking(request) else response

        wrapper.access_rule = rule  # type: ignore[attr-defined]
        return wrapper

    return decorate
