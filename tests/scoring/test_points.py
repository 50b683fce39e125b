"""Test the VP of buildings and missions by `points.txt`: cities that each show one rule, counted from the rulebooks."""

from pathlib import Path

import pytest

from scoring import MISSIONS
from tests.scoring.sheets import EXPERT, points, rules_of
from tests.tables import sections


@pytest.mark.parametrize(("rule", "rows"), sections(Path(__file__).with_name("points.txt")).items())
def test_each_city_brings_the_points_of_the_table(rule, rows):
    category = rule.partition(":")[0]
    brought = {case: points(category, rules_of(mission), grid, marks) for mission, grid, marks, _vp, case in rows}
    assert brought == {case: int(vp) for *_city, vp, case in rows}
    assert len(brought) == len(rows)


# The table printed in the rulebooks: the VP of a stack by the size of its group, then by its floors.
OFFICE_TOWERS = {
    1: (0, 1, 3, 6, 10),
    2: (1, 3, 6, 10, 15),
    3: (2, 5, 9, 14, 20),
    4: (3, 7, 12, 18, 25),
    5: (4, 9, 15, 22, 30),
}


@pytest.mark.parametrize("group", OFFICE_TOWERS)
def test_office_towers_score_by_group_and_floors(group):
    for floors, vp in enumerate(OFFICE_TOWERS[group], start=1):
        grid = f"{f'O{floors}' * group}{'-' * (5 - group)}/-----/-----/-----"
        marks = f"{'+' * group}{'.' * (5 - group)}/...../...../....."
        assert points("office_tower", MISSIONS[EXPERT].rules, grid, marks) == group * vp, floors
