"""Test cities that were counted by hand from the rulebooks, one city for each of the ten missions."""

from typing import NamedTuple

import pytest

from scoring import MISSIONS, City, HouseRules, score, settle
from tests.scoring.cities import BUILDING_CATEGORIES

CATEGORIES = (*BUILDING_CATEGORIES, "mission", "unused_inhabitants", "unused_energy")


class Pad(NamedTuple):
    """A city and its score pad. `counted` has the VP of the eleven categories, in the order of CATEGORIES."""

    mission: int
    city: str
    counted: tuple[int, ...]
    total: int
    inhabitants_on_buildings: int
    empty_squares: int


NEW_BEGINNING = Pad(
    mission=1,
    city="T3PTU1/PSFH/U2SFH2/-U-H3 11i7e +e++/e3++/+0++/.+.+",
    counted=(
        7,  # Tower Blocks: A1 brings 6, C1 brings 1
        4,  # Shops: B2 with 3 Customers brings 4
        8,  # Public Services: 5 for districts 2 and 3, printed VP 1 (D1) and 2 (A3)
        6,  # Parks: B1 beside two towers brings 4, A2 beside one tower brings 2
        10,  # Factories: C2 and C3 each bring 2 beside a Shop and 3 beside a Harbor
        12,  # Harbors: 7 for D2 to D4, printed VP 2 (D3) and 3 (D4)
        0,  # no Office Towers
        0,  # no Monuments
        0,  # no VP by the mission
        0,  # Inhabitants: all 11 are used
        -1,  # Energy Units: 6 of 7 are used
    ),
    total=46,
    inhabitants_on_buildings=11,
    empty_squares=2,  # A4 and C4
)

PUBLIC_OPINION = Pad(
    mission=2,
    city="T3GTS/GTGU1/UTSF/-G-H 15i5e +++4/++++/+.4+/.+.+",
    counted=(
        8,  # Tower Blocks: A1 brings 6, B2 and C1 bring 1 each
        14,  # Shops: C3 and D1 with 4 Customers bring 7 each
        6,  # Public Services: 5 for districts 2 and 3, printed VP 1 (D2)
        15,  # Playgrounds: B1 beside three towers brings 7, A2 and C2 beside two towers bring 4 each
        5,  # Factories: D3 brings 2 beside Shop C3 and 3 beside Harbor D4
        0,  # Harbors: D4 stands alone
        0,  # no Office Towers
        0,  # no Monuments
        3,  # mission: one full set of three Playgrounds
        -3,  # Inhabitants: 12 of 15 are used
        0,  # Energy Units: all 5 are used
    ),
    total=48,
    inhabitants_on_buildings=12,
    empty_squares=3,  # A4, C4, and B3, whose tower is removed
)

SENIOR_ARCHITECT = Pad(
    mission=3,
    city="HH2HH1/FSFU/GT2GS/-U2TG 13i5e ++++/+4++/+++1/.+++",
    counted=(
        4,  # Tower Blocks: B3 brings 3, C4 brings 1
        8,  # Shops: B2 with 4 Customers brings 7, D3 with 1 Customer brings 1
        7,  # Public Services: 5 for districts 2 and 3, printed VP 2 (B4)
        8,  # Playgrounds: C3 beside two towers brings 4, A3 and D4 beside one tower bring 2 each
        10,  # Factories: A2 and C2 each bring 3 beside a Harbor and 2 beside a Shop
        15,  # Harbors: 12 for A1 to D1, printed VP 2 (B1) and 1 (D1)
        0,  # no Office Towers
        0,  # no Monuments
        0,  # mission: no VP for a set of three Playgrounds
        0,  # Inhabitants: all 13 are used
        -1,  # Energy Units: 4 of 5 are used, because a Playground cannot absorb one
    ),
    total=51,
    inhabitants_on_buildings=13,
    empty_squares=1,  # A4
)

BANDING_TOGETHER = Pad(
    mission=4,
    city="U1PT4U2/FTGS/HTG-/U2-U- 12i4e ++++/+++4/+++./+.+.",
    counted=(
        12,  # Tower Blocks: C1 brings 10, B2 and B3 bring 1 each
        7,  # Shops: D2 with 4 Customers brings 7
        19,  # Public Services: 14 for four districts, printed VP 1 (A1), 2 (D1) and 2 (A4)
        10,  # Parks and Playgrounds: B1 and C2 beside two towers bring 4 each, C3 beside one tower brings 2
        3,  # Factories: A2 brings 3 beside Harbor A3
        0,  # Harbors: A3 stands alone
        0,  # no Office Towers
        0,  # no Monuments
        0,  # no VP by the mission
        -2,  # Inhabitants: 10 of 12 are used
        0,  # Energy Units: all 4 are used
    ),
    total=49,
    inhabitants_on_buildings=10,
    empty_squares=3,  # D3, B4 and D4
)

BRINGING_IN_EXPERTS = Pad(
    mission=5,
    city="O2OS-T2/FO2MPU2/HFSTP/H2H--U 11i7e ++1.+/+++++/++0++/++..+",
    counted=(
        4,  # Tower Blocks: E1 brings 3, D3 brings 1
        1,  # Shops: C1 with 1 Customer brings 1
        7,  # Public Services: 5 for districts 2 and 3, printed VP 2 (E2)
        4,  # Parks: D2 and E3 beside one tower bring 2 each
        23,  # Factories: A2 brings 8 + 3, B3 brings 4 + 6 + 2 beside Office Towers, Harbors and a Shop
        8,  # Harbors: 3 for A4 and B4, 3 for A3 and A4, printed VP 2 (A4)
        12,  # Office Towers: in a group of three, A1 and B2 bring 5 each, B1 brings 2
        11,  # Monuments: C2 brings 6 beside two Shops and 5 beside Park D2
        0,  # no VP by the mission
        0,  # Inhabitants: all 11 are used
        0,  # Energy Units: all 7 are used
    ),
    total=70,
    inhabitants_on_buildings=11,
    empty_squares=3,  # D1, C4 and D4
)

MAYORS_FAVOR = Pad(
    mission=6,
    city="T3**PT2U1S/PTPU-/U2ST*MP/-FSF- 13i6e ++++5/++++./+3.++/.+0+.",
    counted=(
        10,  # Tower Blocks: A1 brings 6, C1 brings 3, B2 brings 1
        15,  # Shops: E1 with 5 Customers brings 11, B3 with 3 Customers brings 4
        8,  # Public Services: 5 for districts 2 and 5, printed VP 1 (D1) and 2 (A3)
        15,  # Parks: B1 beside three towers brings 7, A2 and C2 beside two towers bring 4 each
        6,  # Factories: B4 beside two Shops brings 4, D4 beside one Shop brings 2
        0,  # no Harbors
        0,  # no Office Towers
        2,  # Monuments: D3 brings 2 beside a Public Service, 5 beside a Park, and -5 beside a Factory
        6,  # mission: the two Mayor tiles in A1 bring 3 each
        0,  # Inhabitants: all 13 are used
        0,  # Energy Units: all 6 are used
    ),
    total=62,
    inhabitants_on_buildings=13,
    empty_squares=4,  # E2, A4, E4, and C3, whose tower is removed
)

PRICE_OF_SILENCE = Pad(
    mission=7,
    city="HHSO2O/FH3FOU1/PTUSF/U2T2P-- 11i7e ++0++/++++./+++0+/+++..",
    counted=(
        4,  # Tower Blocks: B3 brings 1, B4 brings 3
        0,  # Shops: no Customers
        7,  # Public Services: 5 for districts 4 and 5, printed VP 2 (A4)
        4,  # Parks: A3 and C4 beside one tower bring 2 each
        17,  # Factories: A2 brings 6, C2 brings 2 + 3 + 4, E3 brings 2 beside Harbors, Shops and an Office Tower
        9,  # Harbors: 3 for A1 and B1, 3 for B1 and B2, printed VP 3 (B2)
        9,  # Office Towers: in a group of three, D1 brings 5, D2 and E1 bring 2 each
        0,  # no Monuments
        14,  # mission: 4 for each of three full districts, 2 for district 2 with one gap
        0,  # Inhabitants: all 11 are used
        0,  # Energy Units: all 7 are used
    ),
    total=64,
    inhabitants_on_buildings=11,
    empty_squares=3,  # D4, E4, and E2, whose Public Service is removed
)

CORRUPTION_TRAIL = Pad(
    mission=8,
    city="FHFH/SH2SH/PFT2P/TPU1- 9i11e ++++/1+0+/e++e/+e+.",
    counted=(
        4,  # Tower Blocks: C3 brings 3, A4 brings 1
        1,  # Shops: A2 with 1 Customer brings 1
        3,  # Public Services: 2 for district 4, printed VP 1 (C4)
        6,  # Parks: A3, B4 and D3 beside one tower bring 2 each
        16,  # Factories: A1 brings 3 + 2, C1 brings 3 + 3 + 2, B3 brings 3 beside Harbors and Shops
        5,  # Harbors: 3 for B1 and B2, printed VP 2 (B2)
        0,  # no Office Towers
        0,  # no Monuments
        0,  # no VP by the mission
        0,  # Inhabitants: all 9 are used
        -4,  # Energy Units: 7 of 11 are used
    ),
    total=31,
    inhabitants_on_buildings=9,
    empty_squares=1,  # D4
)

UNEMPLOYMENT = Pad(
    mission=9,
    city="T2GTU2/SU1FS/HTSH/H-PF 18i8e ++++/4++4/++1+/+.e+",
    counted=(
        5,  # Tower Blocks: A1 brings 3, B3 and C1 bring 1 each
        15,  # Shops: A2 and D2 with 4 Customers bring 7 each, C3 with 1 Customer brings 1
        8,  # Public Services: 5 for districts 1 and 2, printed VP 2 (D1) and 1 (B2)
        4,  # Parks and Playgrounds: B1 beside two towers brings 4
        7,  # Factories: C2 beside two Shops brings 4, D4 beside a Harbor brings 3
        3,  # Harbors: 3 for A3 and A4
        0,  # no Office Towers
        0,  # no Monuments
        -5,  # mission: 9 Customers are 5 more than the 4 workers
        -4,  # Inhabitants: 2 of 18 are unused and cost 2 each
        -1,  # Energy Units: 7 of 8 are used
    ),
    total=32,
    inhabitants_on_buildings=16,
    empty_squares=1,  # B4
)

RE_ELECTION = Pad(
    mission=10,
    city="FO2OST2/SOOGT/U2FU1MP/-H-GM 11i8e +++2+/0++++/+++++/.+.++",
    counted=(
        4,  # Tower Blocks: E1 brings 3, E2 brings 1
        2,  # Shops: D1 with 2 Customers brings 2
        8,  # Public Services: 5 for districts 4 and 5, printed VP 2 (A3) and 1 (C3)
        6,  # Parks and Playgrounds: D2 beside two towers brings 4, E3 beside one tower brings 2
        13,  # Factories: A1 brings 4 + 2, B3 brings 4 + 3 beside Office Towers, a Shop and a Harbor
        0,  # Harbors: B4 stands alone
        16,  # Office Towers: in a group of four, B1 brings 7, the three others bring 3 each
        27,  # Monuments: D3 brings 5 + 5 + 5 + 2, E4 brings 5 + 5 beside Playgrounds, a Park and a Public Service
        0,  # no VP by the mission
        0,  # Inhabitants: all 11 are used
        0,  # Energy Units: all 8 are used
    ),
    total=76,
    inhabitants_on_buildings=11,
    empty_squares=2,  # A4 and C4
)

PADS = [
    pytest.param(pad, id=f"{pad.mission}, {MISSIONS[pad.mission].slug}")
    for pad in (
        NEW_BEGINNING,
        PUBLIC_OPINION,
        SENIOR_ARCHITECT,
        BANDING_TOGETHER,
        BRINGING_IN_EXPERTS,
        MAYORS_FAVOR,
        PRICE_OF_SILENCE,
        CORRUPTION_TRAIL,
        UNEMPLOYMENT,
        RE_ELECTION,
    )
]


def sheet_of(pad, **house_rules):
    city = City.parse(pad.city)
    return score(city, city.allocation, MISSIONS[pad.mission].rules.with_house_rules(HouseRules(**house_rules)))


@pytest.mark.parametrize("pad", PADS)
def test_the_sheet_has_the_vp_of_the_pad_in_each_category(pad):
    assert sheet_of(pad).categories == dict(zip(CATEGORIES, pad.counted, strict=True))


@pytest.mark.parametrize("pad", PADS)
def test_the_sheet_has_the_total_of_the_pad(pad):
    assert sheet_of(pad).total == pad.total


@pytest.mark.parametrize("pad", PADS)
def test_the_sheet_has_the_tie_break_figures_of_the_pad(pad):
    assert sheet_of(pad).tiebreak == (pad.inhabitants_on_buildings, pad.empty_squares)


@pytest.mark.parametrize("pad", PADS)
def test_the_best_allocation_is_no_worse_than_that_of_the_pad(pad):
    city = City.parse(pad.city)
    rules = MISSIONS[pad.mission].rules
    assert score(city, settle(city, rules), rules).total >= pad.total


@pytest.mark.parametrize("pad", PADS)
def test_the_lines_add_up_to_the_total_and_to_each_category(pad):
    sheet = sheet_of(pad)
    assert sum(line.vp for line in sheet.lines) == sheet.total
    for category, vp in sheet.categories.items():
        assert sum(line.vp for line in sheet.lines if line.category == category) == vp, category


@pytest.mark.parametrize("pad", PADS)
def test_each_line_of_a_building_names_its_squares(pad):
    city = City.parse(pad.city)
    built = {name for name, building in zip(city.board.names, city.squares, strict=True) if building}
    for line in sheet_of(pad).lines:
        assert line.reason
        if line.category in BUILDING_CATEGORIES:
            assert line.squares, line
        assert set(line.squares) <= built or line.category == "mission", line


def test_a_mission_line_names_the_squares_it_pays_for():
    paid = {line.squares: line.vp for line in sheet_of(MAYORS_FAVOR).lines if line.category == "mission" and line.vp}
    assert paid == {("A1",): 6}
    playgrounds = [line for line in sheet_of(PUBLIC_OPINION).lines if line.category == "mission" and line.vp]
    assert {square for line in playgrounds for square in line.squares} == {"B1", "A2", "C2", "B4"}
    districts = {
        frozenset(line.squares): line.vp
        for line in sheet_of(PRICE_OF_SILENCE).lines
        if line.category == "mission" and line.vp
    }
    assert sorted(districts.values()) == [2, 4, 4, 4]
    assert districts[frozenset({"C1", "C2", "C3", "C4"})] == 4


def test_the_house_rule_of_the_manuals_tower_points_pays_2_5_6_10():
    # By the manual's table, a tower of one floor brings 2 VP instead of 1.
    sheet = sheet_of(NEW_BEGINNING, manual_tower_points=True)
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


@pytest.mark.parametrize("pad", [pad for pad in PADS if pad.values[0].mission != UNEMPLOYMENT.mission])
def test_the_house_rule_of_harbor_workers_changes_no_other_mission(pad):
    assert sheet_of(pad, harbor_workers=True) == sheet_of(pad)
