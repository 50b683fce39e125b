"""Find missions by their rules, for texts that name the numbers or VP of missions."""

from collections.abc import Callable
from typing import TypeVar

from campaign.library.records import Words
from campaign.scores.words import listed
from scoring import MISSIONS, Mission, Mode, Rules
from scoring.bonuses import Bonus

B = TypeVar("B", bound=Bonus)


def first_mission(holds: Callable[[Rules], bool]) -> Mission:
    return next(mission for mission in MISSIONS.values() if holds(mission.rules))


def missions_with(holds: Callable[[Rules], bool]) -> Words:
    """List the numbers of the missions whose rules meet a condition, as text: "5, 6, 7 and 10"."""
    return listed([mission.number for mission in MISSIONS.values() if holds(mission.rules)])


def with_bonus(kind: type[Bonus]) -> Callable[[Rules], bool]:
    """Return a function that tells whether rules have a bonus of this class."""
    return lambda rules: any(isinstance(bonus, kind) for bonus in rules.bonuses)


def mission_with(bonus: type[Bonus]) -> int:
    """Return the number of the first mission with a bonus of this class."""
    return first_mission(with_bonus(bonus)).number


def rules_of(slug: str) -> Rules:
    return next(mission.rules for mission in MISSIONS.values() if mission.slug == slug)


def bonus_of(rules: Rules, kind: type[B]) -> B:
    return next(bonus for bonus in rules.bonuses if isinstance(bonus, kind))


WITH_PLAYGROUNDS = first_mission(lambda rules: rules.playgrounds and rules.mode is Mode.CLASSIC).rules
EXPERT_WITH_PLAYGROUNDS = first_mission(lambda rules: rules.playgrounds and rules.mode is Mode.EXPERT).rules
