"""Define who may do what. Every view carries one of these access rules; a test finds views without one.

    @everybody                                       anybody
    @signed_in                                       somebody with an account or a guest account
    @in_campaign(read=Role.LOOK, write=Role.MEMBER)  somebody with a role in the campaign that the address names: at
                                                     least LOOK to read the page, and MEMBER to change anything

A sender without a role in a campaign gets a 404, as for a campaign that does not exist. So strangers do not learn which
campaigns exist.

A visitor is somebody who opened a share link. Their session holds the link, and the player whom they chose. Each
request looks up the link and the player again, so a withdrawn link stops working at once.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import BigIntegerField, prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponseBase, HttpResponseNotModified
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from campaign.following.state import (
    Followed,
    is_asking,
    is_up_to_date,
    state_columns,
    tag_of,
    tagged,
    wants_stream,
)
from campaign.following.streams import stream
from campaign.http import CampaignRequest, Membership, PageState, Role
from campaign.models import Campaign, Game, MayorHiddenError, Player, ShareLink
from campaign.models.history import find_latest_change
from campaign.people import People
from campaign.web.table import at_table

if TYPE_CHECKING:
    from campaign.models.campaign import CampaignQuerySet

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
# Session key for the share links that this browser has opened, by campaign: {"x7f3": {"link": 7, "player": 3}}.
VISITS = "visits"
MAYORS_SEEN = "mayors_seen"  # session key for the public ids of campaigns whose mayor this browser has looked up
MOST_MAYORS_SEEN = 50  # the session forgets older ones
PHONE = "phone"  # session key: a random text by which `Player.phone` knows this browser
PINS = "pins"  # session key for the hashes of typed PINs by player, such as {"3": "pbkdf2..."}


@dataclass(frozen=True, slots=True)
class AccessRule:
    """The lowest roles that may read and write through a view. If `signed_in` is set, the view needs only a login."""

    read: Role = Role.STRANGER
    write: Role = Role.STRANGER
    signed_in: bool = False

    def lets_write(self, membership: Membership, player_id: int | None) -> bool:
        """Tell whether the sender may write. `player_id` is the player in the address, or None."""
        if membership.is_by_link and player_id is not None and not membership.may_score(player_id):
            return False
        return membership.role >= self.write


P = ParamSpec("P")
View = TypeVar("View", bound=Callable[..., HttpResponseBase])
CampaignView = Callable[Concatenate[CampaignRequest, Campaign, P], HttpResponseBase]


def rule_of(view: Callable[..., Any]) -> AccessRule | None:
    """Return the access rule of a view, or None if the view has no rule."""
    return getattr(view, "access_rule", None)


def visit(request: HttpRequest, campaign: Campaign, link: ShareLink) -> None:
    """Store in the session that this browser opened the link. A player chosen with an earlier link stays chosen."""
    visits = request.session.get(VISITS, {})
    before = visits.get(campaign.public_id, {})
    if before.get("link") != link.pk:
        request.session.cycle_key()  # a new session key, so that somebody who knows the old one gains no access
    request.session[VISITS] = visits | {campaign.public_id: {"player": None} | before | {"link": link.pk}}


def visit_as(request: HttpRequest, campaign: Campaign, player: Player) -> None:
    """Store in the session which player the visitor has chosen, and in the player which phone has chosen them."""
    visits = request.session.get(VISITS, {})
    visits[campaign.public_id] = visits[campaign.public_id] | {"player": player.pk}
    request.session[VISITS] = visits
    phone = request.session.setdefault(PHONE, get_random_string(32))
    campaign.players.filter(phone=phone).exclude(pk=player.pk).update(phone="")
    if is_on_another_phone(request, player):
        campaign.players.filter(pk=player.pk).update(taken_at=timezone.now())
        campaign.touch()  # tell the open pages of the owner
    elif player.phone != phone:
        campaign.players.filter(pk=player.pk).update(phone=phone)


def is_on_another_phone(request: HttpRequest, player: Player) -> bool:
    """Tell whether somebody has chosen this player in another browser, or plays with another account."""
    has_account = player.account_id is not None and player.account_id != request.user.pk
    return has_account or player.phone not in ("", request.session.get(PHONE))


def knows_pin(request: HttpRequest, campaign: Campaign, player: Player) -> bool:
    """Return True if the player has no PIN, or if somebody has typed the player's present PIN in this browser."""
    pins = request.session.get(VISITS, {}).get(campaign.public_id, {}).get(PINS, {})
    return player.pin_hash in ("", pins.get(str(player.pk)))


def remember_pin(request: HttpRequest, campaign: Campaign, player: Player) -> None:
    """Store in the session that somebody typed the player's present PIN in this browser."""
    visits = request.session[VISITS]
    visit = visits[campaign.public_id]
    pins = visit.get(PINS, {}) | {str(player.pk): player.pin_hash}
    request.session[VISITS] = visits | {campaign.public_id: visit | {PINS: pins}}


def has_seen_mayor(request: HttpRequest, public_id: str) -> bool:
    """Tell whether this browser has looked who is mayor, before the group counted the votes."""
    return public_id in request.session.get(MAYORS_SEEN, [])


def see_mayor(request: HttpRequest, public_id: str) -> None:
    """Store in the session that this browser has looked who is mayor. Other browsers still hide it."""
    if not has_seen_mayor(request, public_id):
        request.session[MAYORS_SEEN] = [*request.session.get(MAYORS_SEEN, []), public_id][-MOST_MAYORS_SEEN:]


def find_visited(request: HttpRequest) -> "CampaignQuerySet":
    """Find the campaigns that this browser can open by share links. If it has opened no link, make no query."""
    links = [visit["link"] for visit in request.session.get(VISITS, {}).values()]
    if not links:
        return Campaign.objects.none()
    return Campaign.objects.filter(pk__in=ShareLink.objects.active().filter(pk__in=links).values("campaign"))


# Each request for a page of a campaign makes this query. Django's own query takes as long as three empty views, or ten
# with the state: see docs/scale.md.
ENTRANCE = """
SELECT campaign.*, game.deleted_at AS game_in_bin, link.role AS link_role,
    link.may_claim AS link_may_claim, visitor.id AS visitor_id, gone.merged_into_id AS player_now,
    (
        SELECT seat.id FROM campaign_player seat
        WHERE seat.campaign_id = campaign.id AND seat.account_id = %(user)s AND seat.retired_at IS NULL
    ) AS seat_id{state}
FROM campaign_campaign campaign
LEFT JOIN campaign_sharelink link
    ON link.id = %(link)s AND link.campaign_id = campaign.id AND link.revoked_at IS NULL
LEFT JOIN campaign_player chosen ON chosen.id = %(visitor)s AND chosen.campaign_id = campaign.id
LEFT JOIN campaign_player visitor
    ON visitor.id = COALESCE(chosen.merged_into_id, chosen.id) AND visitor.retired_at IS NULL
    AND visitor.pin_hash IN ('', %(pin)s)
LEFT JOIN campaign_player gone ON gone.id = %(player)s AND gone.campaign_id = campaign.id
LEFT JOIN campaign_game game ON game.id = %(game)s AND game.campaign_id = campaign.id
LEFT JOIN campaign_evaluation city ON city.game_id = game.id AND city.player_id = %(player)s
WHERE campaign.public_id = %(public_id)s AND campaign.deleted_at IS NULL
"""


def enter(
    request: HttpRequest,
    public_id: str,
    *,
    with_state: bool = False,
    game: int | None = None,
    player: int | None = None,
) -> tuple[Campaign, Membership, PageState]:
    """Find a campaign by its public id, and the sender's membership in it, in one query. Raises Http404.

    With `with_state`, the third value is a version of the page's data, such as (4, 17). Without `with_state`, it is ().
    """
    if max(game or 0, player or 0) > BigIntegerField.MAX_BIGINT:
        raise Http404
    visited = request.session.get(VISITS, {}).get(public_id, {})
    link, visitor, user = visited.get("link"), visited.get("player"), request.user.pk
    pin = visited.get(PINS, {}).get(str(visitor), "")
    given = {"public_id": public_id, "user": user, "link": link, "visitor": link and visitor, "pin": pin}
    told = state_columns(game=game, player=player) if with_state else {}
    sql = ENTRANCE.format(state="".join(f", {column} AS {name}" for name, column in told.items()))
    campaign: Any = next(iter(Campaign.everything.raw(sql, given | {"game": game, "player": player})), None)
    if campaign is None:
        raise Http404
    link_role, seat, visitor = campaign.link_role, campaign.seat_id, campaign.visitor_id
    membership = Membership(
        role=_role(link_role, is_owner=campaign.owner_id == user, has_seat=bool(seat), is_somebody=bool(visitor)),
        seat=seat,
        opened_to_score=link_role == ShareLink.LinkRole.SCORE,
        may_claim=bool(campaign.link_may_claim),
        visitor=visitor,
        has_seen_mayor=has_seen_mayor(request, public_id),
    )
    return campaign, membership, (campaign.version, *(getattr(campaign, name) for name in told)) if with_state else ()


def lead_away(request: CampaignRequest, campaign: Any, game: Any) -> HttpResponseBase | None:
    """Answer a request for a game in the bin, or for a player who was merged into another. Return None otherwise.

    `campaign` comes from `enter`, and so has its columns.
    """
    if campaign.game_in_bin:
        return lead_to_bin(request, campaign, game)
    return lead_to_player(request, campaign.player_now) if campaign.player_now else None


def lead_to_bin(request: CampaignRequest, campaign: Campaign, game: int) -> HttpResponseBase:
    """Answer a request for a game in the bin: say who put it there, and lead to the bin.

    Taps by htmx get a 404. Then they stay on the phone, and the page loads itself again.
    """
    if request.method not in SAFE_METHODS and request.htmx:
        raise Http404
    name = People(campaign).call(find_latest_change(Game(pk=game)))
    messages.info(request, _("%(name)s put this game into the bin.") % {"name": capfirst(name)})
    response = redirect("game_bin", campaign.public_id)
    return HttpResponseClientRedirect(response["Location"]) if request.htmx else response


def lead_to_player(request: CampaignRequest, player: int) -> HttpResponseBase:
    """Answer a request for the page of a player who was merged into another: lead to the page of this `player`.

    Taps by htmx get a 404, as those for a game in the bin.
    """
    if request.method not in SAFE_METHODS and request.htmx:
        raise Http404
    assert request.resolver_match  # noqa: S101 - Django has found the view
    address = reverse(request.resolver_match.view_name, kwargs=request.resolver_match.kwargs | {"player_id": player})
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def _role(link_role: str | None, *, is_owner: bool, has_seat: bool, is_somebody: bool) -> Role:
    if is_owner:
        return Role.OWNER
    if has_seat:
        return Role.MEMBER
    if link_role == ShareLink.LinkRole.SCORE and is_somebody:
        return Role.SCORE
    return Role.LOOK if link_role else Role.STRANGER


def everybody(view: View) -> View:
    """Allow everybody to open a view."""

    @wraps(view)
    def wrapper(*args: Any, **kwargs: Any) -> HttpResponseBase:
        return view(*args, **kwargs)

    wrapper.access_rule = AccessRule()  # type: ignore[attr-defined]
    return wrapper  # type: ignore[return-value]


def signed_in(view: View) -> View:
    """Allow only signed-in users to open a view. Ask everybody else to log in."""
    wrapper = login_required(view)
    wrapper.access_rule = AccessRule(signed_in=True)  # type: ignore[attr-defined]
    return wrapper


def in_campaign(
    *,
    read: Role,
    write: Role | None = None,
    fetch: Sequence[str] = (),
    followed: bool = False,
    cached: bool = False,
) -> Callable[[CampaignView[P]], Callable[..., HttpResponseBase]]:
    """Require a role in the campaign that the address names. The view gets the campaign instead of `campaign_id`.

    Without `write`, a role that may read may also write, but a visitor who may only look never writes by omission.
    `fetch` names relations to prefetch. Set `followed` if the page updates itself by `{% follow %}`, and `cached` if
    the view uses `render_cached`. If the address has a `player_id`, a visitor may write only as this player.
    """
    rule = AccessRule(read, max(read, Role.SCORE) if write is None else write)

    def decorate(view: CampaignView[P]) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def wrapper(request: CampaignRequest, campaign_id: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            follows = followed and request.method == "GET"
            with_state = follows or cached
            game_id: Any = kwargs.get("game_id")
            player_id: Any = kwargs.get("player_id")
            shown = {"game": game_id, "player": player_id}
            campaign, membership, request.state = enter(request, campaign_id, with_state=with_state, **shown)
            if membership.role < rule.read:
                raise Http404
            request.membership = membership
            if not wants_stream(request) and (led := lead_away(request, campaign, game_id)):
                return led
            if request.method not in SAFE_METHODS and not rule.lets_write(membership, player_id):
                raise PermissionDenied
            at_table(request, campaign.table_rules)
            campaign.use_time_zone()
            request.tag = ""
            if follows:
                if wants_stream(request):
                    return stream(request, Followed(campaign.pk, game_id, player_id))
                request.tag = tag_of(request.path, membership, request.state)
                if is_up_to_date(request):
                    return tagged(HttpResponseNotModified(), request.tag)
            prefetch_related_objects([campaign], *fetch)
            try:
                response = view(request, campaign, *args, **kwargs)
            except MayorHiddenError:
                return redirect("election", campaign.public_id)
            return tagged(response, request.tag) if follows and is_asking(request) else response

        wrapper.access_rule = rule  # type: ignore[attr-defined]
        return wrapper

    return decorate
