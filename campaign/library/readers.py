"""Find the furthest mission that a reader's campaigns have reached. Pages collapse the stories of later missions."""

from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING

from django.db import OperationalError
from django.db.models import BigIntegerField

from campaign.models import Campaign, Game
from campaign.prepared import Given, Reading
from scoring import THE_TEN

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from campaign.models import User

FIRST_MISSION, LAST_MISSION = THE_TEN.places[0], THE_TEN.places[-1]


def reached(user: "User | AnonymousUser") -> int:
    """Return the highest mission number that the user's campaigns have reached.

    Without an account, or if the database does not answer, return the first mission's number.
    """
    try:
        return furthest_mission(user.pk) if user.is_authenticated else FIRST_MISSION
    except OperationalError:
        return FIRST_MISSION


def furthest_mission(user: int) -> int:
    """Return the highest mission number that this user's campaigns have reached. Makes one query."""
    finished, furthest = defaultdict(set), FIRST_MISSION
    for campaign, mission, state in _played().rows(account=user):
        furthest = max(furthest, mission)
        if state == Game.State.FINISHED:
            finished[campaign].add(mission)
    following = (_first_without(missions) for missions in finished.values())
    return max(furthest, *following, FIRST_MISSION)


@cache
def _played() -> Reading:
    """Prepare the query that finds the missions of an account's games: campaign, mission and state."""
    campaigns = Campaign.objects.seen_by(Given("account", BigIntegerField())).filter(form=Campaign.Form.TEN)
    games = Game.objects.filter(campaign__in=campaigns).order_by().distinct()
    return Reading(games.values_list("campaign", "mission", "state"))


def _first_without(missions: set[int]) -> int:
    return next((n for n in THE_TEN.places if n not in missions), LAST_MISSION)
