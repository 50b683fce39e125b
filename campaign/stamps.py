"""The rules a finished game was scored by, as one line of text, kept with its results.

>>> stamp = RulesStamp(mission=7, house_rules=HouseRules(harbor_workers=True))
>>> str(stamp)
'edition=1 mission=7 manual_tower_points=0 keep_discarded=0 harbor_workers=1 four_architects=0 tiebreak_mission=10'
>>> RulesStamp.parse(str(stamp)) == stamp
True
"""

from dataclasses import asdict, dataclass, field
from functools import cache

from scoring import MISSIONS, HouseRules, Rules

# One more with every change of the engine that gives any city another score: `manage.py rescore` tells them apart.
EDITION = 1


@dataclass(frozen=True, slots=True)
class RulesStamp:
    """Everything a score depends on besides the city."""

    mission: int
    house_rules: HouseRules = field(default_factory=HouseRules)
    edition: int = EDITION

    @classmethod
    def parse(cls, text: str) -> "RulesStamp":
        """Read a stamp; what it does not name has its default, as when a house rule was added later. ValueError."""
        values = {name: int(value) for name, _equals, value in (word.partition("=") for word in text.split())}
        edition, mission = values.pop("edition", None), values.pop("mission", None)
        if edition is None or mission not in MISSIONS:
            raise ValueError(f"expected an edition and a mission of the campaign, got {text!r}")
        known = {name: type(value) for name, value in asdict(HouseRules()).items()}
        if unknown := values.keys() - known.keys():
            raise ValueError(f"expected house rules of this edition, got {sorted(unknown)} in {text!r}")
        house_rules = HouseRules(**{name: known[name](value) for name, value in values.items()})
        return cls(mission, house_rules, edition)

    def __str__(self) -> str:
        values = {"edition": self.edition, "mission": self.mission, **asdict(self.house_rules)}
        return " ".join(f"{name}={int(value)}" for name, value in values.items())

    @property
    def rules(self) -> Rules:
        return _rules_of(self.mission, self.house_rules)


@cache
def _rules_of(mission: int, house_rules: HouseRules) -> Rules:
    """Make the rules of a mission once: a tap asks for them several times, and checking them is not free."""
    return MISSIONS[mission].rules.with_house_rules(house_rules)
