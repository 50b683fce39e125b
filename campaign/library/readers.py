"""How far somebody's campaigns have come: the stories beyond that stay folded."""

from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING

from django.db.models import BigIntegerField

from campaign.models import Campaign, Game
from campaign.models.campaign import FIRST_MISSION, LAST_MISSION
from campaign.prepared import Given, Reading

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from campaign.models import User


def reached(user: "User | AnonymousUser") -> int:
    """Return the number of the last mission whose story somebody may read: the next one of their furthest campaign.

    One query, none for a visitor.
    """
    if not user.is_authenticated:
        return FIRST_MISSION
    finished, furthest = defaultdict(set), FIRST_MISSION
    for campaign, mission, state in _played().rows(account=user.pk):
        furthest = max(furthest, mission)
        if state == Game.State.FINISHED:
            finished[campaign].add(mission)
    following = (_first_without(missions) for missions in finished.values())
    return max(furthest, *following, FIRST_MISSION)


@cache
def _played() -> Reading:
    """Prepare the query for the missions that are begun or finished in the campaigns of an account."""
    campaigns = Campaign.objects.seen_by(Given("account", BigIntegerField()))
    games = Game.objects.filter(campaign__in=campaigns).order_by().distinct()
    return Reading(games.values_list("campaign", "mission", "state"))


def _first_without(missions: set[int]) -> int:
    return next((n for n in range(FIRST_MISSION, LAST_MISSION + 1) if n not in missions), LAST_MISSION)
