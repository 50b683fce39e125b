"""The types of requests that views get, and the sender's role in the campaign that the URL names."""

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from campaign.models import Campaign, Game, User

if TYPE_CHECKING:
    from django_htmx.middleware import HtmxDetails


PageState = tuple[Any, ...]  # the campaign's version, then numbers that change together with a page's content


class Role(IntEnum):
    """A role in a campaign. Each role also has the rights of the roles listed before it."""

    STRANGER = 0
    LOOK = 1  # a visitor with a share link for reading the campaign's pages
    SCORE = 2  # a visitor with a share link for entering points: may change the city of one player in an open game
    MEMBER = 3  # an account that is linked to a player of the campaign
    OWNER = 4


@dataclass(frozen=True, slots=True)
class Membership:
    """A person's role and rights in a campaign. They depend on the person's account and on the opened share link."""

    role: Role
    seat: int | None = None  # the active player of the campaign who belongs to the person's account
    opened_to_score: bool = False  # whether the person opened a share link for entering points
    may_claim: bool = False  # whether the opened share link allows an account to become a member
    visitor: int | None = None  # the player whom a visitor with a link has chosen
    has_seen_mayor: bool = False  # whether this browser has looked who is mayor, before the group counted the votes

    @property
    def player(self) -> int | None:
        """Return the key of the person's player: the one whom a visitor has chosen, or else the account's player."""
        return self.visitor or self.seat

    def may_score(self, player_id: int) -> bool:
        """Return True if the sender may enter this player's city: as a member, or as a visitor who chose the player."""
        return self.role >= Role.MEMBER or (self.role == Role.SCORE and self.visitor == player_id)

    def may_run_games(self, campaign: Campaign) -> bool:
        """Return True for a member. If `table_runs_games` is set, also return True for a visitor who enters points."""
        return self.role >= Role.MEMBER or (self.role == Role.SCORE and campaign.table_runs_games)

    def may_delete(self, game: Game) -> bool:
        """Return True for the owner of the campaign, and for the player who began the game."""
        return self.role == Role.OWNER or (self.player is not None and self.player == game.begun_by_id)

    @property
    def is_by_link(self) -> bool:
        """Tell whether the sender is a visitor who enters points by a link."""
        return self.role == Role.SCORE


class Request(HttpRequest):
    """A request with the attributes that this site's middleware adds."""

    user: User | AnonymousUser
    htmx: "HtmxDetails"


class UserRequest(Request):
    """A request by somebody who is signed in, with an account or as a guest."""

    user: User


class CampaignRequest(Request):
    """A request for a page of a campaign, to which `access.in_campaign` has granted access."""

    membership: Membership
    state: PageState  # numbers that change together with the content of the page; () if the view needs none
    tag: str  # the entity tag of the page; "" if the page does not update itself
