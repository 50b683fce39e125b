"""Test the JSON object that docs/notation.md describes."""

import json

import pytest

from scoring import MISSIONS, City, HouseRules, report
from tests.scoring.example import CATEGORIES
from tests.scoring.example import UNSETTLED as CITY


def test_the_example_of_the_contract():
    assert report(City.parse(CITY), MISSIONS[1]) == {
        "mission": 1,
        "city": CITY,
        "settled_by": "best",
        "allocation": "+4+./e.++/..../....",
        "total": 16,
        "categories": CATEGORIES,
        "tiebreak": {"inhabitants_on_buildings": 7, "empty_squares": 10},
        "lines": [
            {"category": "tower_block", "squares": ["A1"], "vp": 6, "reason": "3 floors"},
            {"category": "shop", "squares": ["B1"], "vp": 7, "reason": "4 Customers"},
            {"category": "public_service", "squares": ["C1"], "vp": 2, "reason": "Public Services in 1 district"},
            {"category": "public_service", "squares": ["C1"], "vp": 1, "reason": "1 VP printed on the tile"},
            {"category": "park", "squares": ["A2", "A1"], "vp": 2, "reason": "1 tower beside it"},
            {"category": "factory", "squares": ["C2", "D2"], "vp": 3, "reason": "1 Harbor beside it, 3 VP"},
            {"category": "harbor", "squares": ["D2"], "vp": 0, "reason": "no two Harbors in a line"},
            {"category": "harbor", "squares": ["D2"], "vp": 2, "reason": "2 VP printed on the tile"},
            {
                "category": "unused_inhabitants",
                "squares": [],
                "vp": -5,
                "reason": "5 Inhabitants without work or shop, -1 VP each",
            },
            {
                "category": "unused_energy",
                "squares": ["A2"],
                "vp": 0,
                "reason": "1 Energy Unit absorbed by a Park",
            },
            {
                "category": "unused_energy",
                "squares": [],
                "vp": -2,
                "reason": "2 unused Energy Units, -1 VP each",
            },
        ],
    }


def test_a_players_own_allocation_is_reported_as_such():
    own = report(City.parse(f"{CITY} .4+./+.++/..../...."), MISSIONS[1])
    assert (own["settled_by"], own["allocation"], own["city"]) == ("player", ".4+./+.++/..../....", CITY)


@pytest.mark.parametrize("house_rules", [None, HouseRules(manual_tower_points=True)])
def test_a_report_is_json_and_knows_the_house_rules(house_rules):
    written = report(City.parse("T2---/----/----/---- 0i1e"), MISSIONS[1], house_rules)
    assert json.loads(json.dumps(written)) == written
    assert written["total"] == (5 if house_rules else 3)
