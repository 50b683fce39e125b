"""The engine's records that the texts of a mission take their figures from."""

from typing import TypeVar

from scoring import MISSIONS, Rules
from scoring.bonuses import Bonus

B = TypeVar("B", bound=Bonus)


def rules_of(slug: str) -> Rules:
    return next(mission.rules for mission in MISSIONS.values() if mission.slug == slug)


def bonus_of(rules: Rules, kind: type[B]) -> B:
    return next(bonus for bonus in rules.bonuses if isinstance(bonus, kind))
