"""Report a city's score as plain data: the JSON object that docs/notation.md describes."""

from typing import Any

from scoring.city import City
from scoring.house_rules import HouseRules
from scoring.missions import Mission
from scoring.settling import settle
from scoring.sheets import score


def report(city: City, mission: Mission, house_rules: HouseRules | None = None) -> dict[str, Any]:
    """Score a city by its own allocation, or by the best allocation if it has none. Return only JSON types.

    The report gives the mission's number if it is one of the ten, otherwise its line. Raises AllocationError, and
    RuleError if the city has another mode than the mission.
    """
    rules = mission.rules.with_house_rules(house_rules) if house_rules else mission.rules
    allocation = city.allocation or settle(city, rules)
    sheet = score(city, allocation, rules)
    return {
        "mission": mission.number or mission.rules.line,
        "city": str(city.unsettled),
        "settled_by": "player" if city.allocation else "best",
        "allocation": str(allocation),
        "total": sheet.total,
        "categories": sheet.categories,
        "tiebreak": sheet.tiebreak._asdict(),
        "lines": [
            {"category": line.category, "squares": list(line.squares), "vp": line.vp, "reason": line.reason}
            for line in sheet.lines
        ],
    }
