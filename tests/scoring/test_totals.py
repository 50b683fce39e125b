"""Test that `total` returns the total of the score sheet, and raises an error whenever `score` does."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import MISSIONS, AllocationError, City, HouseRules, RuleError, score, total
from tests.scoring.cities import every_mission, mode_of, settled_cities

unhurried = settings(deadline=None)
house_rules = st.builds(HouseRules, manual_tower_points=st.booleans(), harbor_workers=st.booleans())


@every_mission
@unhurried
@given(data=st.data(), house=house_rules)
def test_total_equals_the_total_of_the_sheet(mission, data, house):
    city = data.draw(settled_cities(mode_of(mission)))
    rules = MISSIONS[mission].rules.with_house_rules(house)
    assert total(city, city.allocation, rules) == score(city, city.allocation, rules).total


@every_mission
@unhurried
@given(data=st.data())
def test_a_half_turn_of_the_board_changes_no_score(mission, data):
    city = data.draw(settled_cities(mode_of(mission)))
    grid, supply, marks = str(city).split(" ")
    squares = [str(building or "-") for building in reversed(city.squares)]
    columns = city.board.columns
    turned = "/".join("".join(squares[start : start + columns]) for start in range(0, len(squares), columns))
    rules = MISSIONS[mission].rules
    half_turn = City.parse(f"{turned} {supply} {marks[::-1]}")
    assert grid.count("/") == turned.count("/")
    assert score(half_turn, half_turn.allocation, rules).categories == score(city, city.allocation, rules).categories


def test_an_allocation_that_does_not_fit_has_no_total():
    city = City.parse("T---/----/----/---- 0i0e +.../..../..../....")
    with pytest.raises(AllocationError):
        total(city, city.allocation, MISSIONS[1].rules)


def test_a_city_of_the_other_mode_has_no_total():
    city = City.parse("T---/----/----/---- 0i1e +.../..../..../....")
    with pytest.raises(RuleError):
        total(city, city.allocation, MISSIONS[5].rules)
