"""Who may do what. Every view carries a decision, made here; a test walks the addresses and finds one that does not.

    @everybody                                       anybody
    @signed_in                                       somebody with an account, be it a guest's
    @in_campaign(read=Role.LOOK, write=Role.MEMBER)  by the role in the campaign of the address

A stranger to a campaign gets the page that is not there, and so learns nothing of it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase

from campaign.models import Campaign, User

if TYPE_CHECKING:
    from django_htmx.middleware import HtmxDetails

    from campaign.models.campaign import CampaignQuerySet

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


class Role(IntEnum):
    """What somebody is to a campaign; each may do what the ones before it may."""

    STRANGER = 0
    LOOK = 1  # reads by a link
    SCORE = 2  # enters a city of the open game by a link
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
    """What whoever sent the request is to a campaign that was fetched `with_membership`."""
    if campaign.owner_id == request.user.pk:
        return Role.OWNER
    return Role.MEMBER if getattr(campaign, "is_member", False) else Role.STRANGER


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
    *, read: Role, write: Role | None = None, campaigns: "Callable[[], CampaignQuerySet]" = Campaign.objects.all
) -> Callable[[CampaignView[P]], Callable[..., HttpResponse]]:
    """For those who have a role in the campaign of the address, which the view gets instead of `campaign_id`.

    `campaigns` is the queryset of the page. The role is `request.role`. One query, and those of the queryset.
    """
    decision = Decision(read, read if write is None else write)

    def decorate(view: CampaignView[P]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def wrapper(request: CampaignRequest, campaign_id: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            campaign = campaigns().with_membership(request.user).filter(public_id=campaign_id).first()
            if campaign is None:
                raise Http404
            request.role = role_of(request, campaign)
            if request.role < decision.read:
                raise Http404
            if request.method not in SAFE_METHODS and request.role < decision.write:
                raise PermissionDenied
            return view(request, campaign, *args, **kwargs)

        wrapper.decision = decision  # type: ignore[attr-defined]
        return wrapper

    return decorate
