"""Test that house rules change the rules of a mission, and that impossible point tables are refused."""

from dataclasses import replace

import pytest

from scoring import MISSIONS, City, HouseRules, score, settle
from scoring.rules import CLASSIC_POINTS, CLASSIC_RULES


@pytest.mark.parametrize("number", MISSIONS)
def test_the_rules_as_written_are_the_house_rules_without_any_option(number):
    rules = MISSIONS[number].rules
    assert rules.with_house_rules(HouseRules()) == rules


def test_house_rules_are_off_by_default_and_mission_10_breaks_ties():
    assert HouseRules() == HouseRules(
        manual_tower_points=False,
        keep_discarded=False,
        harbor_workers=False,
        four_architects=False,
        monument_parks_only=False,
        park_district_parks_only=False,
        tiebreak_mission=10,
    )


@pytest.mark.parametrize("number", [1, 5])
def test_the_manuals_tower_points_change_the_tower_blocks_only(number):
    rules = MISSIONS[number].rules
    points = rules.with_house_rules(HouseRules(manual_tower_points=True)).points
    for table in ("shop", "public_service", "park", "factory", "harbor", "office_tower", "monument"):
        assert getattr(points, table) == getattr(rules.points, table), table
    assert points.tower_block != rules.points.tower_block


@pytest.mark.parametrize(
    ("text", "usual", "switched", "note"),
    [
        pytest.param("GMP--/-----/-----/----- 0i0e", 10, 5, "House rule: a Playground beside a Monument", id="beside"),
        pytest.param("MP--G/-----/-----/----- 0i0e", 5, 5, "", id="elsewhere"),
    ],
)
def test_by_a_house_rule_a_monument_counts_no_playground(text, usual, switched, note):
    city, rules = City.parse(text), MISSIONS[10].rules
    changed = rules.with_house_rules(HouseRules(monument_parks_only=True))
    sheets = [score(city, settle(city, each), each) for each in (rules, changed)]
    assert [sheet.categories["monument"] for sheet in sheets] == [usual, switched]
    notes = [[str(each.message) for each in sheet.notes if each.decision == "D15"] for sheet in sheets]
    assert [len(each) for each in notes] == [bool(note)] * 2
    assert all(each.startswith(note) for each in notes[1])


@pytest.mark.parametrize("number", [1, 2, 5, 7])
def test_the_house_rule_about_monuments_changes_no_mission_without_playgrounds_and_monuments(number):
    rules = MISSIONS[number].rules
    assert rules.with_house_rules(HouseRules(monument_parks_only=True)).points == rules.points


def test_taking_the_resources_of_discarded_tiles_changes_no_points():
    rules = MISSIONS[6].rules
    changed = rules.with_house_rules(HouseRules(keep_discarded=True))
    assert (rules.keep_discarded, changed.keep_discarded) == (False, True)
    assert (changed.points, changed.bonuses) == (rules.points, rules.bonuses)


@pytest.mark.parametrize(
    ("number", "numbers"),
    [
        pytest.param(10, (1, 2, 3, 4), id="five of one's own become four"),
        pytest.param(5, (1, 2, 3, 4, 5), id="a pool keeps its fives"),
        pytest.param(3, (1, 2, 3, 4), id="four and a gray one"),
    ],
)
def test_the_house_rule_of_four_architects_removes_only_a_players_own_fifth(number, numbers):
    architects = MISSIONS[number].rules.architects
    changed = MISSIONS[number].rules.with_house_rules(HouseRules(four_architects=True)).architects
    assert (changed.numbers, changed.wild, changed.shared) == (numbers, architects.wild, architects.shared)


@pytest.mark.parametrize(
    ("house_rules", "mission_points"),
    [
        pytest.param(HouseRules(), -3, id="off"),
        pytest.param(HouseRules(harbor_workers=True), -1, id="on"),
    ],
)
def test_harbor_workers_reduce_the_number_of_customers_above_the_workers(house_rules, mission_points):
    # The Shop has 4 Customers. One Inhabitant works in the Public Service, and two in the Harbors.
    city = City.parse("SUHH/----/----/---- 7i1e 4+++/..../..../....")
    rules = MISSIONS[9].rules.with_house_rules(house_rules)
    assert score(city, city.allocation, rules).categories["mission"] == mission_points


def test_house_rules_leave_the_missions_themselves_as_they_were():
    before = MISSIONS[10].rules
    before.with_house_rules(HouseRules(manual_tower_points=True, four_architects=True))
    assert MISSIONS[10].rules is before
    assert before.architects.numbers == (1, 2, 3, 4, 5)
    assert before.points.tower_block[-1] == 15


def test_options_can_be_switched_on_together():
    city = City.parse("TSUH/----/----/---- 6i2e +4++/..../..../....")
    rules = MISSIONS[9].rules.with_house_rules(HouseRules(manual_tower_points=True, harbor_workers=True))
    sheet = score(city, city.allocation, rules)
    # By the manual's table, a tower of one floor brings 2 VP. There are 4 Customers, but only 2 workers.
    assert (sheet.categories["tower_block"], sheet.categories["mission"]) == (2, -2)


@pytest.mark.parametrize("name", ["tower_block", "public_service", "park", "harbor"])
def test_a_table_too_short_for_the_board_is_refused_by_its_name(name):
    # Each table needs five entries, for 0 to 4 floors, districts, neighbours, or Harbors in a line.
    points = replace(CLASSIC_POINTS, **{name: getattr(CLASSIC_POINTS, name)[:4]})
    with pytest.raises(ValueError, match=f"expected a {name} table of 5 entries"):
        replace(CLASSIC_RULES, points=points)


@pytest.mark.parametrize("resource", ["unused_inhabitant", "unused_energy"])
def test_unused_resources_never_bring_points(resource):
    with pytest.raises(ValueError, match="expected unused resources to bring no VP"):
        replace(CLASSIC_RULES, **{resource: -1})
