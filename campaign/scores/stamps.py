"""The rules by which a finished game was scored: one line of text that is stored with its results.

>>> stamp = RulesStamp(mission=7, house_rules=HouseRules(harbor_workers=True))
>>> str(stamp)
'edition=1 mission=7 manual_tower_points=0 keep_discarded=0 harbor_workers=1 four_architects=0 tiebreak_mission=10'
>>> RulesStamp.parse(str(stamp)) == stamp
True

For a mission outside the ten the stamp holds its line, so its results can be scored again from the stamp alone.

>>> str(RulesStamp.of(Mission.parse("classic districts=4,2")))[:40]
'edition=1 rules=classic;districts=4,2 ma'
"""

from dataclasses import asdict, dataclass, field
from functools import lru_cache

from scoring import MISSIONS, HouseRules, Mission, Rules

# Increase this number whenever a change of the engine changes the score of any city. Each stamp and the report of
# `manage.py rescore` name the edition.
EDITION = 1
LONGEST_STAMP = 400  # characters


@dataclass(frozen=True, slots=True)
class RulesStamp:
    """Everything besides the city that decides its score. An own mission has the number 0 and a `line`."""

    mission: int
    house_rules: HouseRules = field(default_factory=HouseRules)
    edition: int = EDITION
    line: str = ""

    @classmethod
    def of(cls, mission: Mission, house_rules: HouseRules | None = None) -> "RulesStamp":
        """Return the stamp of a game that is scored now, by the present edition of the engine."""
        line = mission.rules.line if mission.is_own else ""
        return cls(mission.number, house_rules or HouseRules(), line=line)

    @classmethod
    @lru_cache(maxsize=1 << 10)
    def parse(cls, text: str) -> "RulesStamp":
        """Read a stamp. A house rule that is missing in the stamp gets its default. Raises ValueError."""
        said = {name: value for name, _equals, value in (word.partition("=") for word in text.split())}
        line = said.pop("rules", "").replace(";", " ")
        values = {name: int(value) for name, value in said.items()}
        edition, mission = values.pop("edition", None), values.pop("mission", 0)
        if edition is None or (mission in MISSIONS) == bool(line):
            raise ValueError(f"expected an edition and a mission of the ten or rules, got {text!r}")
        known = {name: type(value) for name, value in asdict(HouseRules()).items()}
        if unknown := values.keys() - known.keys():
            raise ValueError(f"expected house rules of this edition, got {sorted(unknown)} in {text!r}")
        house_rules = HouseRules(**{name: known[name](value) for name, value in values.items()})
        return cls(mission, house_rules, edition, Rules.parse(line).line if line else "")

    def __str__(self) -> str:
        rules = f"rules={self.line.replace(' ', ';')}" if self.line else f"mission={self.mission}"
        house_rules = [f"{name}={int(value)}" for name, value in asdict(self.house_rules).items()]
        return " ".join([f"edition={self.edition}", rules, *house_rules])

    @property
    def as_mission(self) -> Mission:
        """Return the mission. An own mission has no name here, because the stamp does not hold the name."""
        return _mission_of(self.mission, self.line)

    @property
    def rules(self) -> Rules:
        return _rules_of(self.mission, self.line, self.house_rules)


@lru_cache(maxsize=1 << 8)
def _mission_of(number: int, line: str) -> Mission:
    return Mission.parse(line) if line else MISSIONS[number]


@lru_cache(maxsize=1 << 10)
def _rules_of(number: int, line: str, house_rules: HouseRules) -> Rules:
    """Make the rules of a mission. They are cached, because a tap in the editor needs them several times."""
    return _mission_of(number, line).rules.with_house_rules(house_rules)
