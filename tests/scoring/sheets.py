"""Score cities that have an allocation. Constants such as EXPERT are mission numbers."""

from scoring import MISSIONS, City, HouseRules, Rules, score

CLASSIC = 1
CLASSIC_WITH_PLAYGROUNDS = 3
EXPERT = 5
EXPERT_WITH_PLAYGROUNDS = 10
UNEMPLOYMENT = 9


def sheet_of(mission, text, **house_rules):
    city = City.parse(text)
    return score(city, city.allocation, MISSIONS[mission].rules.with_house_rules(HouseRules(**house_rules)))


def points(category, rules, grid, marks):
    """Return the VP of one category. The city has 30 units of each resource, which is always enough."""
    city = City.parse(f"{grid} 30i30e {marks}")
    return score(city, city.allocation, rules).categories[category]


def rules_of(mission):
    """Return the rules of a mission by its number, such as "7", or by its line."""
    return MISSIONS[int(mission)].rules if mission.isdecimal() else Rules.parse(mission)
