"""Find missions and their rules, from which the texts of the library take their figures."""

from collections.abc import Callable
from typing import TypeVar

from scoring import MISSIONS, Mode, Rules
from scoring.bonuses import Bonus

B = TypeVar("B", bound=Bonus)

WITH_PLAYGROUNDS = next(
    mission.rules for mission in MISSIONS.values() if mission.rules.playgrounds and mission.rules.mode is Mode.CLASSIC
)
EXPERT_WITH_PLAYGROUNDS = next(
    mission.rules for mission in MISSIONS.values() if mission.rules.playgrounds and mission.rules.mode is Mode.EXPERT
)


def missions_with(holds: Callable[[Rules], bool]) -> str:
    """Return the numbers of the missions whose rules are so: "5, 6, 7, 10"."""
    return ", ".join(str(mission.number) for mission in MISSIONS.values() if holds(mission.rules))


def mission_with(bonus: type[Bonus]) -> int:
    """Return the number of the first mission that brings such points."""
    return next(
        mission.number
        for mission in MISSIONS.values()
        if any(isinstance(each, bonus) for each in mission.rules.bonuses)
    )


def rules_of(slug: str) -> Rules:
    return next(mission.rules for mission in MISSIONS.values() if mission.slug == slug)


def bonus_of(rules: Rules, kind: type[B]) -> B:
    return next(bonus for bonus in rules.bonuses if isinstance(bonus, kind))
