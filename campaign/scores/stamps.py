"""Rules stamps: a stamp is one line of text that names the rules of a finished game.

>>> stamp = RulesStamp(mission=7, house_rules=HouseRules(harbor_workers=True))
>>> str(stamp)
'edition=1 mission=7 manual_tower_points=0 keep_discarded=0 harbor_workers=1 four_architects=0 tiebreak_mission=10'
>>> RulesStamp.parse(str(stamp)) == stamp
True

A game with the Public Services expansion:

>>> str(RulesStamp(mission=7, services=True))[:31]
'edition=1 mission=7 services=1 '

A game with a composed mission:

>>> str(RulesStamp.of(Mission.parse("classic districts=4,2")))[:40]
'edition=1 rules=classic;districts=4,2 ma'
"""

from dataclasses import asdict, dataclass, field
from functools import lru_cache

from campaign.scores.programmes import with_services
from scoring import MISSIONS, HouseRules, Mission, Rules

# The edition of the scoring engine. Increase it if a change of the engine changes the score of any city.
EDITION = 1
LONGEST_STAMP = 400  # characters
# House rules that the text leaves out if they are off, because texts in the database are older than these rules.
ADDED_LATER = frozenset({"monument_parks_only", "park_district_parks_only"})


@dataclass(frozen=True, slots=True)
class RulesStamp:
    """The rules that decide a city's score."""

    mission: int  # 0 for a composed mission
    house_rules: HouseRules = field(default_factory=HouseRules)
    edition: int = EDITION
    line: str = ""  # the mission line of a composed mission, such as "classic districts=4,2"
    # True if one of the manual's ten missions is played with the Public Services expansion.
    services: bool = False

    @classmethod
    def of(cls, mission: Mission, house_rules: HouseRules | None = None) -> "RulesStamp":
        """Return the rules of a game with this mission, under the current edition of the scoring engine."""
        line = mission.rules.line if mission.is_own else ""
        services = mission.rules.services and not mission.is_own
        return cls(mission.number, house_rules or HouseRules(), line=line, services=services)

    @classmethod
    @lru_cache(maxsize=1 << 10)
    def parse(cls, text: str) -> "RulesStamp":
        """Parse "edition=1 mission=7". A house rule that is missing in the text gets its default. Raises ValueError."""
        said = {name: value for name, _equals, value in (word.partition("=") for word in text.split())}
        line = said.pop("rules", "").replace(";", " ")
        services = said.pop("services", "0") != "0"
        values = {name: int(value) for name, value in said.items()}
        edition, mission = values.pop("edition", None), values.pop("mission", 0)
        if edition is None or (mission in MISSIONS) == bool(line):
            raise ValueError(f"expected an edition and a mission of the ten or rules, got {text!r}")
        known = {name: type(value) for name, value in asdict(HouseRules()).items()}
        if unknown := values.keys() - known.keys():
            raise ValueError(f"expected house rules of this edition, got {sorted(unknown)} in {text!r}")
        house_rules = HouseRules(**{name: known[name](value) for name, value in values.items()})
        return cls(mission, house_rules, edition, Rules.parse(line).line if line else "", services)

    def __str__(self) -> str:
        rules = f"rules={self.line.replace(' ', ';')}" if self.line else f"mission={self.mission}"
        services = ["services=1"] if self.services else []
        house_rules = [
            f"{name}={int(value)}"
            for name, value in asdict(self.house_rules).items()
            if value or name not in ADDED_LATER
        ]
        return " ".join([f"edition={self.edition}", rules, *services, *house_rules])

    @property
    def as_mission(self) -> Mission:
        """Return the mission. A composed mission has no name."""
        return _mission_of(self.mission, self.line, services=self.services)

    @property
    def rules(self) -> Rules:
        return _rules_of(self.mission, self.line, self.house_rules, services=self.services)


@lru_cache(maxsize=1 << 8)
def _mission_of(number: int, line: str, *, services: bool) -> Mission:
    mission = Mission.parse(line) if line else MISSIONS[number]
    return with_services(mission) if services else mission


@lru_cache(maxsize=1 << 10)
def _rules_of(number: int, line: str, house_rules: HouseRules, *, services: bool) -> Rules:
    return _mission_of(number, line, services=services).rules.with_house_rules(house_rules)
