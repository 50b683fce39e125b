"""The limits of scoring/limits.py as figures, each counted by hand from the tables and the box."""

import pytest

from scoring import MISSIONS, HouseRules
from scoring.limits import highest

CLASSIC, EXPERT = 1, 5


@pytest.mark.parametrize(
    ("mission", "category", "vp"),
    [
        # 16 turns, at best four towers of four floors; Expert: 20 turns, 26 tower tiles, four towers of five floors.
        pytest.param(CLASSIC, "tower_block", 4 * 10, id="Classic, Tower Blocks"),
        pytest.param(EXPERT, "tower_block", 4 * 15, id="Expert, Tower Blocks"),
        pytest.param(CLASSIC, "shop", 12 * 7, id="Classic, 12 full Shops"),
        pytest.param(EXPERT, "shop", 14 * 11, id="Expert, 14 full Shops"),
        # Printed on the 16 Public Services of Classic: 8 of 1 VP, 4 of 2 VP; on the 17 of Expert: 7 of 1, 5 of 2 VP.
        pytest.param(CLASSIC, "public_service", 14 + 16, id="Classic, four districts and all printed VP"),
        pytest.param(EXPERT, "public_service", 20 + 17, id="Expert, five districts and all printed VP"),
        # Squares share 24 sides in Classic and 31 in Expert; four of them bring 11 VP to a Park.
        pytest.param(CLASSIC, "park", 66, id="Classic, Parks"),
        pytest.param(EXPERT, "park", 85, id="Expert, Parks"),
        pytest.param(CLASSIC, "factory", 24 * 3, id="Classic, a Harbor on each border of a Factory"),
        pytest.param(EXPERT, "factory", 31 * 4, id="Expert, an Office Tower on each border of a Factory"),
        # Printed on the Harbors of Classic: 1 + 2 + 2 + 3; of Expert: 1 + 2 * 2 + 3 * 3.
        pytest.param(CLASSIC, "harbor", 12 + 12 + 8, id="Classic, a row and a column of four"),
        pytest.param(EXPERT, "harbor", 18 + 12 + 14, id="Expert, a row of five and a column of four"),
        # 17 tiles, at best five floors for 30 VP.
        pytest.param(EXPERT, "office_tower", 17 * 6, id="Expert, Office Towers"),
        pytest.param(EXPERT, "monument", 4 * 4 * 5, id="Expert, four Monuments among Parks"),
    ],
)
def test_the_most_a_category_can_bring(mission, category, vp):
    assert highest(category, MISSIONS[mission].rules) == vp


def test_the_manuals_table_pays_five_points_for_two_tiles():
    rules = MISSIONS[EXPERT].rules.with_house_rules(HouseRules(manual_tower_points=True))
    assert highest("tower_block", rules) == 60
    rules = MISSIONS[CLASSIC].rules.with_house_rules(HouseRules(manual_tower_points=True))
    assert highest("tower_block", rules) == 16 * 5 // 2
