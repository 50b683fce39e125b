"""Test whole cities that were counted by hand from the rulebooks, one city for each of the ten missions.

Each city was counted twice: by kind of building, as the comment above the city shows, and square by square.
"""

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


# The names of the squares, and the number of each square's district:
#
#   Classic   A1 B1 C1 D1   districts 1 1 2 2       Expert   A1 B1 C1 D1 E1   districts 1 1 4 2 2
#             A2 B2 C2 D2             1 1 2 2                A2 B2 C2 D2 E2             1 1 4 2 2
#             A3 B3 C3 D3             3 3 4 4                A3 B3 C3 D3 E3             5 5 4 3 3
#             A4 B4 C4 D4             3 3 4 4                A4 B4 C4 D4 E4             5 5 4 3 3

# Mission 1, Classic with Parks. The city:
#
#     T3 P  T  U1
#     P  S  F  H
#     U2 S  F  H2
#     -  U  -  H3
#
# - Tower Blocks, 7 VP: A1 brings 6 VP, C1 brings 1 VP.
# - Shops, 4 VP: B2 with 3 Customers brings 4 VP, B3 without Customers 0 VP.
# - Public Services, 8 VP: 5 VP for two districts: D1 in district 2, A3 and B4 in district 3.
#   Printed VP: 1 on D1, 2 on A3.
# - Parks, 6 VP: B1 beside the towers A1 and C1 brings 4 VP, A2 beside A1 brings 2 VP.
# - Factories, 10 VP: C2 beside Shop B2 and Harbor D2 brings 2 + 3 VP, C3 beside Shop B3 and Harbor D3 2 + 3 VP.
# - Harbors, 12 VP: the column D2 D3 D4 brings 7 VP, and no row counts. Printed VP: 2 on D3, 3 on D4.
# - Inhabitants, 0 VP: all 11 are used (Public Services 3, Factories 2, Harbors 3, Customers 3).
# - Energy Units, -1 VP: 6 of 7 are used (towers 2, Shops 2, Parks 2).
NEW_BEGINNING = Pad(
    mission=1,
    city="T3PTU1/PSFH/U2SFH2/-U-H3 11i7e +e++/e3++/+0++/.+.+",
    counted=(7, 4, 8, 6, 10, 12, 0, 0, 0, 0, -1),
    total=46,
    inhabitants_on_buildings=11,
    empty_squares=2,  # A4 and C4
)

# Mission 2, Classic with Playgrounds. The city, in which the tower B3 gets no Energy Unit and is removed:
#
#     T3 G  T  S
#     G  T  G  U1
#     U  T  S  F
#     -  G  -  H
#
# - Tower Blocks, 8 VP: A1 brings 6 VP, C1 and B2 bring 1 VP each.
# - Shops, 14 VP: D1 and C3 with 4 Customers each bring 7 VP each.
# - Public Services, 6 VP: 5 VP for two districts: D2 in district 2, A3 in district 3. Printed VP: 1 on D2.
# - Playgrounds, 15 VP: B1 beside the towers A1, C1 and B2 brings 7 VP, A2 beside A1 and B2 4 VP, C2 beside C1 and B2
#   4 VP, and B4 beside no tower 0 VP.
# - Factory, 5 VP: D3 beside Shop C3 and Harbor D4 brings 2 + 3 VP.
# - Harbor, 0 VP: D4 stands alone.
# - Mission, 3 VP: four Playgrounds have one full set of three.
# - Inhabitants, -3 VP: 12 of 15 are used (Public Services 2, Factory 1, Harbor 1, Customers 8).
# - Energy Units, 0 VP: all 5 are used (towers 3, Shops 2).
PUBLIC_OPINION = Pad(
    mission=2,
    city="T3GTS/GTGU1/UTSF/-G-H 15i5e +++4/++++/+.4+/.+.+",
    counted=(8, 14, 6, 15, 5, 0, 0, 0, 3, -3, 0),
    total=48,
    inhabitants_on_buildings=12,
    empty_squares=3,  # A4, C4, and B3, whose tower is removed
)

# Mission 3, Classic with Playgrounds. The city:
#
#     H  H2 H  H1
#     F  S  F  U
#     G  T2 G  S
#     -  U2 T  G
#
# - Tower Blocks, 4 VP: B3 brings 3 VP, C4 brings 1 VP.
# - Shops, 8 VP: B2 with 4 Customers brings 7 VP, D3 with 1 Customer brings 1 VP.
# - Public Services, 7 VP: 5 VP for two districts: D2 in district 2, B4 in district 3. Printed VP: 2 on B4.
# - Playgrounds, 8 VP: A3 beside the tower B3 brings 2 VP, C3 beside B3 and C4 4 VP, D4 beside C4 2 VP.
# - Factories, 10 VP: A2 beside Harbor A1 and Shop B2 brings 3 + 2 VP, C2 beside Harbor C1 and Shop B2 3 + 2 VP.
# - Harbors, 15 VP: the row A1 B1 C1 D1 brings 12 VP, and no column counts. Printed VP: 2 on B1, 1 on D1.
# - Mission, 0 VP: this mission gives no VP for a set of three Playgrounds.
# - Inhabitants, 0 VP: all 13 are used (Harbors 4, Factories 2, Public Services 2, Customers 5).
# - Energy Units, -1 VP: 4 of 5 are used (towers 2, Shops 2). A Playground cannot absorb an Energy Unit.
SENIOR_ARCHITECT = Pad(
    mission=3,
    city="HH2HH1/FSFU/GT2GS/-U2TG 13i5e ++++/+4++/+++1/.+++",
    counted=(4, 8, 7, 8, 10, 15, 0, 0, 0, 0, -1),
    total=51,
    inhabitants_on_buildings=13,
    empty_squares=1,  # A4
)

# Mission 4, Classic with Playgrounds. The city:
#
#     U1 P  T4 U2
#     F  T  G  S
#     H  T  G  -
#     U2 -  U  -
#
# - Tower Blocks, 12 VP: C1 brings 10 VP, B2 and B3 bring 1 VP each.
# - Shop, 7 VP: D2 has 4 Customers.
# - Public Services, 19 VP: 14 VP for all four districts. Printed VP: 1 on A1, 2 on D1, 2 on A4.
# - Park, 4 VP: B1 stands beside the towers C1 and B2.
# - Playgrounds, 6 VP: C2 beside C1 and B2 brings 4 VP, C3 beside B3 brings 2 VP. They count as Parks.
# - Factory, 3 VP: A2 stands beside Harbor A3.
# - Harbor, 0 VP: A3 stands alone.
# - Inhabitants, -2 VP: 10 of 12 are used (Public Services 4, Factory 1, Harbor 1, Customers 4).
# - Energy Units, 0 VP: all 4 are used (towers 3, Shop 1).
BANDING_TOGETHER = Pad(
    mission=4,
    city="U1PT4U2/FTGS/HTG-/U2-U- 12i4e ++++/+++4/+++./+.+.",
    counted=(12, 7, 19, 10, 3, 0, 0, 0, 0, -2, 0),
    total=49,
    inhabitants_on_buildings=10,
    empty_squares=3,  # D3, B4 and D4
)

# Mission 5, Expert with Parks. The city:
#
#     O2 O  S  -  T2
#     F  O2 M  P  U2
#     H  F  S  T  P
#     H2 H  -  -  U
#
# - Tower Blocks, 4 VP: E1 brings 3 VP, D3 brings 1 VP.
# - Shops, 1 VP: C1 with 1 Customer brings 1 VP, C3 without Customers 0 VP.
# - Public Services, 7 VP: 5 VP for two districts: E2 in district 2, E4 in district 3. Printed VP: 2 on E2.
# - Parks, 4 VP: D2 and E3 stand beside the tower D3, and bring 2 VP each.
# - Factories, 23 VP: A2 brings 8 VP beside the Office Towers A1 and B2, and 3 VP beside Harbor A3. B3 brings 4 VP
#   beside Office Tower B2, 6 VP beside the Harbors A3 and B4, and 2 VP beside Shop C3.
# - Harbors, 8 VP: the row A4 B4 brings 3 VP, the column A3 A4 brings 3 VP. Printed VP: 2 on A4.
# - Office Towers, 12 VP: A1, B1 and B2 are a group of three. A1 and B2 bring 5 VP each, B1 brings 2 VP.
# - Monument, 11 VP: C2 brings 6 VP beside the Shops C1 and C3, 5 VP beside Park D2, and 0 VP beside Office Tower B2.
# - Inhabitants, 0 VP: all 11 are used (Office Towers 3, Public Services 2, Factories 2, Harbors 3, Customer 1).
# - Energy Units, 0 VP: all 7 are used (Office Towers 3, Shops 2, Tower Blocks 2).
BRINGING_IN_EXPERTS = Pad(
    mission=5,
    city="O2OS-T2/FO2MPU2/HFSTP/H2H--U 11i7e ++1.+/+++++/++0++/++..+",
    counted=(4, 1, 7, 4, 23, 8, 12, 11, 0, 0, 0),
    total=70,
    inhabitants_on_buildings=11,
    empty_squares=3,  # D1, C4 and D4
)

# Mission 6, Expert with Parks. The city, in which the tower C3 gets no Energy Unit and is removed:
#
#     T3** P  T2 U1 S
#     P    T  P  U  -
#     U2   S  T* M  P
#     -    F  S  F  -
#
# - Tower Blocks, 10 VP: A1 brings 6 VP, C1 brings 3 VP, B2 brings 1 VP.
# - Shops, 15 VP: E1 with 5 Customers brings 11 VP, B3 with 3 Customers 4 VP, C4 without Customers 0 VP.
# - Public Services, 8 VP: 5 VP for two districts: D1 and D2 in district 2, A3 in district 5.
#   Printed VP: 1 on D1, 2 on A3.
# - Parks, 15 VP: B1 beside the towers A1, C1 and B2 brings 7 VP, A2 beside A1 and B2 4 VP, C2 beside C1 and B2 4 VP,
#   and E3 beside no tower 0 VP.
# - Factories, 6 VP: B4 beside the Shops B3 and C4 brings 4 VP, D4 beside Shop C4 brings 2 VP.
# - Monument, 2 VP: D3 brings 2 VP beside Public Service D2, 5 VP beside Park E3, and -5 VP beside Factory D4.
# - Mission, 6 VP: the two Mayor tiles in A1 bring 3 VP each.
# - Inhabitants, 0 VP: all 13 are used (Public Services 3, Factories 2, Customers 8).
# - Energy Units, 0 VP: all 6 are used (towers 3, Shops 3).
MAYORS_FAVOR = Pad(
    mission=6,
    city="T3**PT2U1S/PTPU-/U2ST*MP/-FSF- 13i6e ++++5/++++./+3.++/.+0+.",
    counted=(10, 15, 8, 15, 6, 0, 0, 2, 6, 0, 0),
    total=62,
    inhabitants_on_buildings=13,
    empty_squares=4,  # E2, A4, E4, and C3, whose tower is removed
)

# Mission 7, Expert with Parks. The city, in which the Public Service E2 gets no Inhabitant and is removed:
#
#     H  H  S  O2 O
#     F  H3 F  O  U1
#     P  T  U  S  F
#     U2 T2 P  -  -
#
# - Tower Blocks, 4 VP: B3 brings 1 VP, B4 brings 3 VP.
# - Shops, 0 VP: C1 and D3 have no Customers.
# - Public Services, 7 VP: 5 VP for two districts: C3 in district 4, A4 in district 5. Printed VP: 2 on A4.
# - Parks, 4 VP: A3 beside the tower B3 brings 2 VP, C4 beside B4 brings 2 VP.
# - Factories, 17 VP: A2 brings 6 VP beside the Harbors A1 and B2. C2 brings 2 VP beside Shop C1, 3 VP beside Harbor B2,
#   and 4 VP beside Office Tower D2. E3 brings 2 VP beside Shop D3.
# - Harbors, 9 VP: the row A1 B1 brings 3 VP, the column B1 B2 brings 3 VP. Printed VP: 3 on B2.
# - Office Towers, 9 VP: D1, E1 and D2 are a group of three. D1 brings 5 VP, E1 and D2 bring 2 VP each.
# - Mission, 14 VP: the full districts 1, 4 and 5 bring 4 VP each. District 2 with one gap (E2) brings 2 VP, and
#   district 3 with two gaps (D4, E4) brings 0 VP.
# - Inhabitants, 0 VP: all 11 are used (Harbors 3, Factories 3, Office Towers 3, Public Services 2).
# - Energy Units, 0 VP: all 7 are used (Shops 2, Office Towers 3, Tower Blocks 2).
PRICE_OF_SILENCE = Pad(
    mission=7,
    city="HHSO2O/FH3FOU1/PTUSF/U2T2P-- 11i7e ++0++/++++./+++0+/+++..",
    counted=(4, 0, 7, 4, 17, 9, 9, 0, 14, 0, 0),
    total=64,
    inhabitants_on_buildings=11,
    empty_squares=3,  # D4, E4, and E2, whose Public Service is removed
)

# Mission 8, Classic with Parks. The city:
#
#     F  H  F  H
#     S  H2 S  H
#     P  F  T2 P
#     T  P  U1 -
#
# - Tower Blocks, 4 VP: C3 brings 3 VP, A4 brings 1 VP.
# - Shops, 1 VP: A2 with 1 Customer brings 1 VP, C2 without Customers 0 VP.
# - Public Service, 3 VP: C4 brings 2 VP for its district, and 1 printed VP.
# - Parks, 6 VP: A3 and B4 beside the tower A4 bring 2 VP each, D3 beside C3 brings 2 VP.
# - Factories, 16 VP: A1 beside Harbor B1 and Shop A2 brings 3 + 2 VP. C1 beside the Harbors B1 and D1 and Shop C2
#   brings 3 + 3 + 2 VP. B3 beside Harbor B2 brings 3 VP.
# - Harbors, 5 VP: the columns B1 B2 and D1 D2 are equally long, and one of them brings 3 VP. No row counts.
#   Printed VP: 2 on B2.
# - Inhabitants, 0 VP: all 9 are used (Factories 3, Harbors 4, Public Service 1, Customer 1).
# - Energy Units, -4 VP: 7 of 11 are used (towers 2, Shops 2, Parks 3).
CORRUPTION_TRAIL = Pad(
    mission=8,
    city="FHFH/SH2SH/PFT2P/TPU1- 9i11e ++++/1+0+/e++e/+e+.",
    counted=(4, 1, 3, 6, 16, 5, 0, 0, 0, 0, -4),
    total=31,
    inhabitants_on_buildings=9,
    empty_squares=1,  # D4
)

# Mission 9, Classic with Playgrounds. The city:
#
#     T2 G  T  U2
#     S  U1 F  S
#     H  T  S  H
#     H  -  P  F
#
# - Tower Blocks, 5 VP: A1 brings 3 VP, C1 and B3 bring 1 VP each.
# - Shops, 15 VP: A2 and D2 with 4 Customers each bring 7 VP each, C3 with 1 Customer brings 1 VP.
# - Public Services, 8 VP: 5 VP for two districts: D1 in district 2, B2 in district 1. Printed VP: 2 on D1, 1 on B2.
# - Playground, 4 VP: B1 stands beside the towers A1 and C1.
# - Park, 0 VP: C4 stands beside no tower.
# - Factories, 7 VP: C2 beside the Shops D2 and C3 brings 4 VP, D4 beside Harbor D3 brings 3 VP.
# - Harbors, 3 VP: the column A3 A4 counts, and no row counts.
# - Mission, -5 VP: there are 9 Customers, but only 4 workers (in D1, B2, C2 and D4).
# - Inhabitants, -4 VP: 16 of 18 are used (Public Services 2, Factories 2, Harbors 3, Customers 9). The other 2 cost
#   2 VP each.
# - Energy Units, -1 VP: 7 of 8 are used (towers 3, Shops 3, Park 1).
UNEMPLOYMENT = Pad(
    mission=9,
    city="T2GTU2/SU1FS/HTSH/H-PF 18i8e ++++/4++4/++1+/+.e+",
    counted=(5, 15, 8, 4, 7, 3, 0, 0, -5, -4, -1),
    total=32,
    inhabitants_on_buildings=16,
    empty_squares=1,  # B4
)

# Mission 10, Expert with Playgrounds. The city:
#
#     F  O2 O  S  T2
#     S  O  O  G  T
#     U2 F  U1 M  P
#     -  H  -  G  M
#
# - Tower Blocks, 4 VP: E1 brings 3 VP, E2 brings 1 VP.
# - Shops, 2 VP: D1 with 2 Customers brings 2 VP, A2 without Customers 0 VP.
# - Public Services, 8 VP: 5 VP for two districts: A3 in district 5, C3 in district 4. Printed VP: 2 on A3, 1 on C3.
# - Playgrounds, 4 VP: D2 beside Office Tower C2 and Tower Block E2 brings 4 VP, D4 beside no tower 0 VP.
# - Park, 2 VP: E3 stands beside Tower Block E2. Playgrounds and Parks are one category.
# - Factories, 13 VP: A1 beside Office Tower B1 and Shop A2 brings 4 + 2 VP, B3 beside Office Tower B2 and Harbor B4
#   4 + 3 VP.
# - Harbor, 0 VP: B4 stands alone.
# - Office Towers, 16 VP: B1, C1, B2 and C2 are a group of four. B1 brings 7 VP, and the others bring 3 VP each.
# - Monuments, 27 VP: D3 brings 10 VP beside the Playgrounds D2 and D4, 5 VP beside Park E3, and 2 VP beside Public
#   Service C3. E4 brings 5 VP beside Park E3, and 5 VP beside Playground D4.
# - Inhabitants, 0 VP: all 11 are used (Office Towers 4, Factories 2, Public Services 2, Harbor 1, Customers 2).
# - Energy Units, 0 VP: all 8 are used (Office Towers 4, Shops 2, Tower Blocks 2).
RE_ELECTION = Pad(
    mission=10,
    city="FO2OST2/SOOGT/U2FU1MP/-H-GM 11i8e +++2+/0++++/+++++/.+.++",
    counted=(4, 2, 8, 6, 13, 0, 16, 27, 0, 0, 0),
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
    # By the manual's table, A1 with 3 floors still brings 6 VP, and C1 with 1 floor 2 VP instead of 1.
    sheet = sheet_of(NEW_BEGINNING, manual_tower_points=True)
    assert (sheet.categories["tower_block"], sheet.total) == (8, 47)
    # By the manual's table, E1 with 2 floors brings 5 VP instead of 3, and E2 with 1 floor 2 VP instead of 1.
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
    # The house rule adds the workers in the Harbors A3, D3 and A4, so the city has 7 workers instead of 4. There are 9
    # Customers, so 2 of them are too many instead of 5.
    sheet = sheet_of(UNEMPLOYMENT, harbor_workers=True)
    assert (sheet.categories["mission"], sheet.total) == (-2, 35)


@pytest.mark.parametrize("pad", [pad for pad in PADS if pad.values[0].mission != UNEMPLOYMENT.mission])
def test_the_house_rule_of_harbor_workers_changes_no_other_mission(pad):
    assert sheet_of(pad, harbor_workers=True) == sheet_of(pad)
