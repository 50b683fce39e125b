"""Test cities that were counted by hand from the rulebooks (`pads.txt`), one city for each of the ten missions."""

from pathlib import Path

import pytest

from scoring import MISSIONS, City, HouseRules, score, settle
from tests.scoring.cities import BUILDING_CATEGORIES
from tests.tables import sections

CATEGORIES = (*BUILDING_CATEGORIES, "mission", "unused_inhabitants", "unused_energy")
PADS = {int(title.partition(" ")[0]): pad for title, pad in sections(Path(__file__).with_name("pads.txt")).items()}
BEGINNING, OPINION, FAVOR, SILENCE, UNEMPLOYMENT, RE_ELECTION = 1, 2, 6, 7, 9, 10
every_pad = pytest.mark.parametrize("mission", PADS, ids=lambda number: f"{number}, {MISSIONS[number].slug}")


def city_of(mission):
    return City.parse(PADS[mission][0][0])


def figures_of(mission):
    """Return what was counted: VP of the eleven categories, total, Inhabitants on buildings, empty squares."""
    return [int(figure) for figure, _how in PADS[mission][1:]]


def sheet_of(mission, **house_rules):
    city = city_of(mission)
    return score(city, city.allocation, MISSIONS[mission].rules.with_house_rules(HouseRules(**house_rules)))


def test_every_mission_was_counted():
    assert list(PADS) == list(MISSIONS)


@every_pad
def test_the_sheet_has_the_figures_of_the_pad(mission):
    *counted, total, inhabitants, empty = figures_of(mission)
    sheet = sheet_of(mission)
    assert sheet.categories == dict(zip(CATEGORIES, counted, strict=True))
    assert (sheet.total, *sheet.tiebreak) == (total, inhabitants, empty)


@every_pad
def test_the_best_allocation_is_no_worse_than_that_of_the_pad(mission):
    city, rules = city_of(mission), MISSIONS[mission].rules
    assert score(city, settle(city, rules), rules).total >= sheet_of(mission).total


@every_pad
def test_the_lines_add_up_to_the_total_and_to_each_category(mission):
    sheet = sheet_of(mission)
    assert sum(line.vp for line in sheet.lines) == sheet.total
    for category, vp in sheet.categories.items():
        assert sum(line.vp for line in sheet.lines if line.category == category) == vp, category


@every_pad
def test_each_line_of_a_building_names_its_squares(mission):
    city = city_of(mission)
    built = {name for name, building in zip(city.board.names, city.squares, strict=True) if building}
    for line in sheet_of(mission).lines:
        assert line.reason
        if line.category in BUILDING_CATEGORIES:
            assert line.squares, line
        assert set(line.squares) <= built or line.category == "mission", line


def test_a_mission_line_names_the_squares_it_pays_for():
    paid = {line.squares: line.vp for line in sheet_of(FAVOR).lines if line.category == "mission" and line.vp}
    assert paid == {("A1",): 6}
    playgrounds = [line for line in sheet_of(OPINION).lines if line.category == "mission" and line.vp]
    assert {square for line in playgrounds for square in line.squares} == {"B1", "A2", "C2", "B4"}
    districts = {
        frozenset(line.squares): line.vp for line in sheet_of(SILENCE).lines if line.category == "mission" and line.vp
    }
    assert sorted(districts.values()) == [2, 4, 4, 4]
    assert districts[frozenset({"C1", "C2", "C3", "C4"})] == 4


def test_the_house_rule_of_the_manuals_tower_points_pays_2_5_6_10():
    # By the manual's table, a tower of one floor brings 2 VP instead of 1.
    sheet = sheet_of(BEGINNING, manual_tower_points=True)
    assert (sheet.categories["tower_block"], sheet.total) == (8, 47)
    # By the manual's table, a tower of two floors brings 5 VP instead of 3, and a tower of one floor 2 VP instead of 1.
    sheet = sheet_of(RE_ELECTION, manual_tower_points=True)
    assert (sheet.categories["tower_block"], sheet.total) == (7, 79)


@pytest.mark.parametrize(
    ("mission", "floors", "vp"),
    [
        pytest.param(mission, floors, vp, id=f"mission {mission}, {floors} floors")
        for mission, points in ((1, (2, 5, 6, 10)), (5, (2, 5, 6, 10, 15)))
        for floors, vp in enumerate(points, start=1)
    ],
)
def test_the_manuals_tower_points(mission, floors, vp):
    text = {
        1: f"T{floors}---/----/----/---- 0i1e +.../..../..../....",
        5: f"T{floors}----/-----/-----/----- 0i1e +..../...../...../.....",
    }[mission]
    city = City.parse(text)
    rules = MISSIONS[mission].rules.with_house_rules(HouseRules(manual_tower_points=True))
    assert score(city, city.allocation, rules).total == vp


def test_the_house_rule_of_harbor_workers_counts_them_in_unemployment():
    # The house rule adds 3 workers in Harbors to the 4 other workers. So only 2 of the 9 Customers are too many.
    sheet = sheet_of(UNEMPLOYMENT, harbor_workers=True)
    assert (sheet.categories["mission"], sheet.total) == (-2, 35)


@pytest.mark.parametrize("mission", [mission for mission in PADS if mission != UNEMPLOYMENT])
def test_the_house_rule_of_harbor_workers_changes_no_other_mission(mission):
    assert sheet_of(mission, harbor_workers=True) == sheet_of(mission)
