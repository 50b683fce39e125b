"""How far somebody's campaigns have come: the stories beyond that stay folded."""

from collections import defaultdict
from typing import TYPE_CHECKING

from campaign.models import Campaign, Game
from campaign.models.campaign import FIRST_MISSION, LAST_MISSION

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from campaign.models import User


def reached(user: "User | AnonymousUser") -> int:
    """The number of the last mission whose story somebody may read: the next one of their furthest campaign.

    One query, none for a visitor.
    """
    if not user.is_authenticated:
        return FIRST_MISSION
    finished, furthest = defaultdict(set), FIRST_MISSION
    games = Game.objects.filter(campaign__in=Campaign.objects.visible_to(user))
    for campaign, mission, state in games.values_list("campaign", "mission", "state"):
        furthest = max(furthest, mission)
        if state == Game.State.FINISHED:
            finished[campaign].add(mission)
    following = (_first_without(missions) for missions in finished.values())
    return max(furthest, *following, FIRST_MISSION)


def _first_without(missions: set[int]) -> int:
    return next((n for n in range(FIRST_MISSION, LAST_MISSION + 1) if n not in missions), LAST_MISSION)
