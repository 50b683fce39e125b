"""Find the furthest mission that a reader's campaigns have reached. Pages collapse the stories of later missions."""

from collections import defaultdict
from typing import TYPE_CHECKING

from django.db import OperationalError

from campaign.models import Campaign, Game
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
    campaigns = Campaign.objects.seen_by(user).filter(form=Campaign.Form.TEN)
    games = Game.objects.filter(campaign__in=campaigns).order_by().distinct()
    for campaign, mission, state in games.values_list("campaign", "mission", "state"):
        furthest = max(furthest, mission)
        if state == Game.State.FINISHED:
            finished[campaign].add(mission)
    following = (_first_without(missions) for missions in finished.values())
    return max(furthest, *following, FIRST_MISSION)


def _first_without(missions: set[int]) -> int:
    return next((n for n in THE_TEN.places if n not in missions), LAST_MISSION)
