"""Find what a reader's campaigns have reached. Pages collapse the stories of later missions."""

from collections import defaultdict
from typing import TYPE_CHECKING

from django.db import OperationalError
from django.db.models import FilteredRelation, Q

from campaign.models import Campaign, Game
from scoring import THE_TEN

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from campaign.models import User

FIRST_MISSION, LAST_MISSION = THE_TEN.positions[0], THE_TEN.positions[-1]


def reached(user: "User | AnonymousUser") -> int:
    """Return the highest mission number that the user's campaigns have reached.

    For readers without a campaign, whom no story can spoil, return the last mission's number; if the database does not
    answer, the first mission's.
    """
    try:
        return furthest_mission(user.pk) if user.is_authenticated else LAST_MISSION
    except OperationalError:
        return FIRST_MISSION


def furthest_mission(user: int) -> int:
    """Return the highest mission number that this user's campaigns have reached. Makes one query."""
    finished: defaultdict[int, set[int]] = defaultdict(set)
    furthest = FIRST_MISSION
    campaigns = Campaign.objects.seen_by(user).filter(form=Campaign.Form.TEN)
    kept = FilteredRelation("games", condition=Q(games__deleted_at=None))
    joined = Campaign.objects.filter(pk__in=campaigns).annotate(kept=kept).order_by().distinct()
    for campaign, mission, state in joined.values_list("pk", "kept__mission", "kept__state"):
        furthest = max(furthest, mission or FIRST_MISSION)
        finished[campaign] |= {mission} if state == Game.State.FINISHED else set()
    if not finished:
        return LAST_MISSION
    return max(furthest, *(_first_without(missions) for missions in finished.values()))


def campaign_of(user: "User | AnonymousUser") -> Campaign | None:
    """Return the user's latest campaign of the ten missions, with its games. Makes at most four queries."""
    try:
        campaign = Campaign.objects.for_home(user).filter(form=Campaign.Form.TEN).first()
        return campaign.prefetch_games() if campaign else None
    except OperationalError:
        return None


def _first_without(missions: set[int]) -> int:
    return next((n for n in THE_TEN.positions if n not in missions), LAST_MISSION)
