"""Test that no possible city exceeds the upper bounds of its VP."""

import pytest

from scoring import CATEGORIES, MISSIONS, City, HouseRules, score, settle
from scoring.limits import can_lose, highest, highest_total, tiles_a_city
from tests.scoring.cities import REAL_CITIES, SUPPLIES, dice, random_city


def within_limits(sheet, rules):
    for category, vp in sheet.categories.items():
        assert vp <= highest(category, rules), category
        assert vp >= 0 or can_lose(category, rules), category
    assert sheet.total <= highest_total(rules)


@pytest.mark.slow
@pytest.mark.no_mutants
@pytest.mark.parametrize("supply", SUPPLIES)
@pytest.mark.parametrize("mission", MISSIONS)
def test_no_played_city_exceeds_a_limit(mission, supply):
    rules = MISSIONS[mission].rules
    for number in range(10):
        city = random_city(dice("limits", mission, supply, number), mission, supply)
        within_limits(score(city, settle(city, rules), rules), rules)


@pytest.mark.parametrize(
    "text", [pytest.param(city["city"], id=f"{number}") for number, city in enumerate(REAL_CITIES, start=1)]
)
@pytest.mark.parametrize("mission", [5, 6, 7, 10])
def test_no_real_city_exceeds_a_limit(text, mission):
    city, rules = City.parse(text), MISSIONS[mission].rules
    within_limits(score(city, settle(city, rules), rules), rules)


# Cities built for one category, from tiles that one player can get: (mission, city, category, VP counted by hand).
MOST = [
    (1, "T4T4T4T4/----/----/---- 26i4e", "tower_block", 40),
    (5, "T5T5T5T5-/-----/-----/----- 26i4e", "tower_block", 60),
    (1, "SSSS/SSSS/SSSS/---- 48i12e", "shop", 84),
    (5, "SSSSS/SSSSS/SSSS-/----- 70i14e", "shop", 154),
    (1, "U2U-U2/----/----/U2--U2 9i0e", "public_service", 22),
    (5, "U2-U2U2-/-----/-----/U2--U2- 9i0e", "public_service", 30),
    (1, "PTPT/TPTP/PTPT/TPTP 16i8e", "park", 58),
    (1, "HFHF/FHFH/HFHF/FHFH 16i0e", "factory", 72),
    (5, "OFOF-/FOFO-/OFOF-/----- 12i6e", "factory", 68),
    (1, "H3HHH/H---/H---/H2--- 9i0e", "harbor", 29),
    (5, "H3HHHH/H----/H----/H3---- 9i0e", "harbor", 36),
    (5, "O5O4O4O4-/-----/-----/----- 6i6e", "office_tower", 79),
    (5, "-P---/PMP--/-P---/----- 0i0e", "monument", 20),
    (2, "GGG-/G---/----/---- 0i0e", "mission", 3),
    (6, "T4****----/-----/-----/----- 4i1e", "mission", 12),
    (7, "PPPPP/PPPPP/PPPPP/PPPPP 0i0e", "mission", 20),
]


@pytest.mark.parametrize(
    ("mission", "text", "category", "vp"),
    [pytest.param(*case, id=f"{case[2]}, mission {case[0]}") for case in MOST],
)
def test_a_city_built_for_one_category_stays_within_its_limit(mission, text, category, vp):
    city, rules = City.parse(text), MISSIONS[mission].rules
    assert score(city, settle(city, rules), rules).categories[category] == vp
    assert vp <= highest(category, rules)


@pytest.mark.parametrize("mission", MISSIONS)
def test_only_monuments_the_mission_and_what_is_unused_can_lose_vp(mission):
    losing = [category for category in CATEGORIES if can_lose(category, MISSIONS[mission].rules)]
    assert losing == ["monument", "mission", "unused_inhabitants", "unused_energy"]


@pytest.mark.parametrize("mission", MISSIONS)
def test_the_limits_add_up_to_the_limit_of_the_total(mission):
    rules = MISSIONS[mission].rules
    assert highest_total(rules) == sum(highest(category, rules) for category in CATEGORIES)


@pytest.mark.parametrize("category", ["unused_inhabitants", "unused_energy"])
def test_unused_resources_never_bring_points(category):
    assert {highest(category, mission.rules) for mission in MISSIONS.values()} == {0}


@pytest.mark.parametrize(
    ("mission", "limit"),
    [
        pytest.param(1, 0, id="1, no bonus"),
        pytest.param(2, 3, id="2, one set of the four Playgrounds"),
        pytest.param(6, 12, id="6, four Mayor tiles"),
        pytest.param(7, 20, id="7, five districts"),
        pytest.param(9, 0, id="9, only penalties"),
    ],
)
def test_the_most_a_missions_own_rule_can_bring(mission, limit):
    assert highest("mission", MISSIONS[mission].rules) == limit


@pytest.mark.parametrize(("mission", "tiles"), [(1, 16), (5, 20)])
def test_a_city_has_16_tiles_in_classic_and_20_in_expert(mission, tiles):
    assert tiles_a_city(MISSIONS[mission].rules) == tiles


@pytest.mark.parametrize("category", ["office_tower", "monument"])
def test_classic_has_no_expert_buildings(category):
    assert highest(category, MISSIONS[1].rules) == 0


def test_the_manuals_tower_points_stay_within_the_limit():
    rules = MISSIONS[1].rules.with_house_rules(HouseRules(manual_tower_points=True))
    city = City.parse("T2T2T2T2/T2T2T2T2/----/---- 24i8e")
    sheet = score(city, settle(city, rules), rules)
    assert sheet.categories["tower_block"] == 40
    within_limits(sheet, rules)


def test_an_unknown_category_has_no_limit():
    with pytest.raises(KeyError):
        highest("churches", MISSIONS[1].rules)


# Each limit is counted by hand from the tables and the box.
@pytest.mark.parametrize(
    ("mission", "category", "vp"),
    [
        # Each mode has enough turns for four towers of the full height.
        pytest.param(1, "tower_block", 4 * 10, id="Classic, Tower Blocks"),
        pytest.param(5, "tower_block", 4 * 15, id="Expert, Tower Blocks"),
        pytest.param(1, "shop", 12 * 7, id="Classic, 12 full Shops"),
        pytest.param(5, "shop", 14 * 11, id="Expert, 14 full Shops"),
        pytest.param(1, "public_service", 14 + 16, id="Classic, four districts and all printed VP"),
        pytest.param(5, "public_service", 20 + 17, id="Expert, five districts and all printed VP"),
        pytest.param(1, "park", 66, id="Classic, Parks"),
        pytest.param(5, "park", 85, id="Expert, Parks"),
        pytest.param(1, "factory", 24 * 3, id="Classic, a Harbor on each border of a Factory"),
        pytest.param(5, "factory", 31 * 4, id="Expert, an Office Tower on each border of a Factory"),
        # The Harbors of Classic have 8 printed VP, and the Harbors of Expert have 14.
        pytest.param(1, "harbor", 12 + 12 + 8, id="Classic, a row and a column of four"),
        pytest.param(5, "harbor", 18 + 12 + 14, id="Expert, a row of five and a column of four"),
        # At best each of the 17 tiles brings 6 VP, because a tower of five floors brings 30 VP.
        pytest.param(5, "office_tower", 17 * 6, id="Expert, Office Towers"),
        pytest.param(5, "monument", 4 * 4 * 5, id="Expert, four Monuments among Parks"),
    ],
)
def test_the_most_a_category_can_bring(mission, category, vp):
    assert highest(category, MISSIONS[mission].rules) == vp


def test_the_manuals_table_pays_five_points_for_two_tiles():
    rules = MISSIONS[5].rules.with_house_rules(HouseRules(manual_tower_points=True))
    assert highest("tower_block", rules) == 60
    rules = MISSIONS[1].rules.with_house_rules(HouseRules(manual_tower_points=True))
    assert highest("tower_block", rules) == 16 * 5 // 2
