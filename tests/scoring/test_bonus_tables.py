"""Test the VP that missions add. The expected VP come from the campaign manual, not the engine."""

import pytest

from tests.scoring.sheets import points


@pytest.mark.parametrize(
    ("mission", "grid", "marks", "vp"),
    [
        pytest.param(2, "G--G/----/----/----", "+..+/..../..../....", 0, id="2 Playgrounds"),
        pytest.param(2, "G--G/----/----/G---", "+..+/..../..../+...", 3, id="3 Playgrounds"),
        pytest.param(2, "G--G/----/----/G--G", "+..+/..../..../+..+", 3, id="4 Playgrounds"),
        pytest.param(2, "GGGG/G---/----/----", "++++/+.../..../....", 3, id="5 Playgrounds"),
        pytest.param(2, "GGGG/GG--/----/----", "++++/++../..../....", 6, id="6 Playgrounds"),
        pytest.param(2, "PGG-/----/----/----", "+++./..../..../....", 0, id="Parks are not counted"),
        pytest.param(3, "GGG-/----/----/----", "+++./..../..../....", 0, id="no other mission pays for them"),
    ],
)
def test_public_opinion_pays_3_points_a_full_set_of_3_playgrounds(mission, grid, marks, vp):
    assert points("mission", mission, grid, marks) == vp


@pytest.mark.parametrize(
    ("mission", "grid", "marks", "vp"),
    [
        pytest.param(6, "T----/-----/-----/-----", "+..../...../...../.....", 0, id="no Mayor tile"),
        pytest.param(6, "T*----/-----/-----/-----", "+..../...../...../.....", 3, id="1 tile"),
        pytest.param(6, "T3**----/-----/-----/-----", "+..../...../...../.....", 6, id="2 tiles in a stack"),
        pytest.param(6, "T3**---T*/-----/-----/T4*----", "+...+/...../...../+....", 12, id="4 tiles in 3 stacks"),
        pytest.param(
            6, "T3**---T*/-----/-----/-----", "....+/...../...../.....", 3, id="not in a tower without energy"
        ),
        pytest.param(
            5, "T3**----/-----/-----/-----", "+..../...../...../.....", 0, id="no other mission pays for them"
        ),
    ],
)
def test_mayors_favor_pays_3_points_a_mayor_tile(mission, grid, marks, vp):
    assert points("mission", mission, grid, marks) == vp


@pytest.mark.parametrize(
    ("mission", "grid", "marks", "vp"),
    [
        pytest.param(7, "-----/-----/-----/-----", "...../...../...../.....", 0, id="an empty city"),
        pytest.param(7, "PP---/PP---/-----/-----", "++.../++.../...../.....", 4, id="1 full district"),
        pytest.param(7, "PP---/P----/-----/-----", "++.../+..../...../.....", 2, id="1 square empty"),
        pytest.param(7, "PP---/-----/-----/-----", "++.../...../...../.....", 0, id="2 squares empty"),
        pytest.param(7, "P----/-----/-----/-----", "+..../...../...../.....", 0, id="3 squares empty"),
        pytest.param(7, "--P--/--P--/--P--/--P--", "..+../..+../..+../..+..", 4, id="the middle column is a district"),
        # Two of these Parks are in district 1, three in the middle column, and two in district 2.
        pytest.param(7, "PPPPP/--P--/--P--/-----", "+++++/..+../..+../.....", 2, id="a full row is no district"),
        pytest.param(7, "PPPPP/PPPPP/PPPPP/PPPPP", "+++++/+++++/+++++/+++++", 20, id="5 full districts"),
        pytest.param(7, "PPPPP/PPPPP/PPPPP/PPPP-", "+++++/+++++/+++++/++++.", 18, id="4 full, 1 square empty"),
        # The inactive Shop is removed before the districts are judged.
        pytest.param(7, "PS---/PP---/-----/-----", "+..../++.../...../.....", 2, id="an inactive building is removed"),
        pytest.param(7, "PS---/PP---/-----/-----", "+0.../++.../...../.....", 4, id="a Shop without Customers stays"),
        pytest.param(
            7, "SS---/PP---/-----/-----", "...../++.../...../.....", 0, id="two inactive buildings are removed"
        ),
        pytest.param(5, "PP---/PP---/-----/-----", "++.../++.../...../.....", 0, id="no other mission pays for them"),
    ],
)
def test_price_of_silence_pays_for_districts_without_empty_squares(mission, grid, marks, vp):
    assert points("mission", mission, grid, marks) == vp


@pytest.mark.parametrize(
    ("mission", "grid", "marks", "vp"),
    [
        pytest.param(9, "S---/----/----/----", "0.../..../..../....", 0, id="no Customer, no worker"),
        pytest.param(9, "S---/----/----/----", "3.../..../..../....", -3, id="3 Customers, no worker"),
        pytest.param(9, "SUF-/----/----/----", "3++./..../..../....", -1, id="3 Customers, 2 workers"),
        pytest.param(9, "SUF-/----/----/----", "2++./..../..../....", 0, id="as many Customers as workers"),
        pytest.param(9, "SUF-/----/----/----", "1++./..../..../....", 0, id="more workers pay nothing"),
        pytest.param(9, "SUFS/----/----/----", "3++4/..../..../....", -5, id="Customers of all Shops together"),
        pytest.param(
            9, "SU--/----/----/----", "3.../..../..../....", -3, id="nobody works in an inactive Public Service"
        ),
        pytest.param(9, "SHHU/----/----/----", "3+++/..../..../....", -2, id="a Harbor's Inhabitants are not counted"),
        pytest.param(1, "S---/----/----/----", "3.../..../..../....", 0, id="no other mission has this cost"),
    ],
)
def test_unemployment_costs_a_point_a_customer_above_the_workers(mission, grid, marks, vp):
    assert points("mission", mission, grid, marks) == vp
