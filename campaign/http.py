"""The request types of the views, and the sender's role in the campaign of the address."""

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from campaign.models import Campaign, User

if TYPE_CHECKING:
    from django_htmx.middleware import HtmxDetails


Counts = tuple[Any, ...]  # the campaign's own version, then those of web/following.py


class Role(IntEnum):
    """A role in a campaign; each may do all that the roles before it may."""

    STRANGER = 0
    LOOK = 1  # reads by a link
    SCORE = 2  # enters the city of one player by a link, while the game is open
    MEMBER = 3  # a player with an account
    OWNER = 4


@dataclass(frozen=True, slots=True)
class Membership:
    """One person's role and rights in one campaign, by their account and by the link they opened."""

    role: Role
    has_seat: bool = False  # plays in it with their account
    opened_to_score: bool = False  # holds a link to enter points, with or without a chosen player
    may_claim: bool = False  # that link lets an account become a member
    visitor: int | None = None  # the player whom somebody with a link says they are

    def may_score(self, player_id: int) -> bool:
        """Tell whether this player's city may be entered; with a link that is one's own alone."""
        return self.role >= Role.MEMBER or (self.role == Role.SCORE and self.visitor == player_id)

    def may_run_games(self, campaign: Campaign) -> bool:
        """Tell whether they begin and finish games: with an account they do, by the table's link where it may."""
        return self.role >= Role.MEMBER or (self.role == Role.SCORE and campaign.table_runs_games)

    @property
    def is_by_link(self) -> bool:
        """Whether what they enter is entered as the player they said they are."""
        return self.role == Role.SCORE


class Request(HttpRequest):
    """A request as this site's middleware leaves it."""

    user: User | AnonymousUser
    htmx: "HtmxDetails"


class UserRequest(Request):
    """A request by somebody with an account."""

    user: User


class CampaignRequest(Request):
    """A request at an address below a campaign's, let through by `access.in_campaign`."""

    membership: Membership
    counts: Counts  # the change counts of a page that is `followed` or `kept`
    tag: str  # the entity tag of what a `followed` page shows, "" for any other
