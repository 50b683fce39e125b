"""Test whole cities counted with pencil and paper by the rulebooks, one or more for each mission.

Each sheet below was counted twice: by kind, as the comment beside it shows, and square by square.
"""

from typing import NamedTuple

import pytest

from scoring import MISSIONS, City, HouseRules, score, settle
from tests.scoring.cities import BUILDING_CATEGORIES

CATEGORIES = (*BUILDING_CATEGORIES, "mission", "unused_inhabitants", "unused_energy")


class Pad(NamedTuple):
    """A city and its score pad: the VP of the eleven categories in order, the total, and the tie-break figures."""

    mission: int
    city: str
    counted: tuple[int, ...]
    total: int
    inhabitants_on_buildings: int
    empty_squares: int


# The names and districts of the squares:
#
#   Classic   A1 B1 C1 D1   districts 1 1 2 2       Expert   A1 B1 C1 D1 E1   districts 1 1 4 2 2
#             A2 B2 C2 D2             1 1 2 2                A2 B2 C2 D2 E2             1 1 4 2 2
#             A3 B3 C3 D3             3 3 4 4                A3 B3 C3 D3 E3             5 5 4 3 3
#             A4 B4 C4 D4             3 3 4 4                A4 B4 C4 D4 E4             5 5 4 3 3

# Mission 1, Classic with Parks.       T3 P  T  U1
#                                      P  S  F  H
#                                      U2 S  F  H2
#                                      -  U  -  H3
# Tower Blocks     A1 6, C1 1                                                            7
# Shops            B2 with 3 Customers 4, B3 with none 0                                 4
# Public Services  districts 2 (D1) and 3 (A3, B4): 5; printed 1 + 2 + 0                 8
# Parks            B1 between A1 and C1 4; A2 under A1 2                                 6
# Factories        C2: Shop B2 2, Harbor D2 3; C3: Shop B3 2, Harbor D3 3               10
# Harbors          no row 0; column D2 D3 D4 7; printed 2 + 3                           12
# Inhabitants      11 = Public Services 3, Factories 2, Harbors 3, Customers 3           0
# Energy Units     7 = towers 2, Shops 2, Parks 2, and 1 too many                       -1
NEW_BEGINNING = Pad(
    mission=1,
    city="T3PTU1/PSFH/U2SFH2/-U-H3 11i7e +e++/e3++/+0++/.+.+",
    counted=(7, 4, 8, 6, 10, 12, 0, 0, 0, 0, -1),
    total=46,
    inhabitants_on_buildings=11,
    empty_squares=2,  # A4 C4
)

# Mission 2, Classic with Playgrounds. T3 G  T  S
#                                      G  T  G  U1
#                                      U  t  S  F      t: no energy was left for this one
#                                      -  G  -  H
# Tower Blocks     A1 6, C1 1, B2 1                                                      8
# Shops            D1 with 4 Customers 7, C3 with 4 Customers 7                         14
# Public Services  districts 2 (D2) and 3 (A3): 5; printed 1                             6
# Playgrounds      B1 beside A1 C1 B2 7; A2 beside A1 B2 4; C2 beside C1 B2 4;
#                  B4 under the unactivated B3 0                                        15
# Factory          D3: Shop C3 2, Harbor D4 3                                            5
# Harbor           D4 alone                                                              0
# Mission          4 Playgrounds: one set of 3                                           3
# Inhabitants      15 = Public Services 2, Factory 1, Harbor 1, Customers 8, 3 idle     -3
# Energy Units     5 = towers 3, Shops 2                                                 0
PUBLIC_OPINION = Pad(
    mission=2,
    city="T3GTS/GTGU1/UTSF/-G-H 15i5e +++4/++++/+.4+/.+.+",
    counted=(8, 14, 6, 15, 5, 0, 0, 0, 3, -3, 0),
    total=48,
    inhabitants_on_buildings=12,
    empty_squares=3,  # A4 C4, and B3, whose tower is removed
)

# Mission 3, Classic with Playgrounds. H  H2 H  H1
#                                      F  S  F  U
#                                      G  T2 G  S
#                                      -  U2 T  G
# Tower Blocks     B3 3, C4 1                                                            4
# Shops            B2 with 4 Customers 7, D3 with 1 Customer 1                           8
# Public Services  districts 2 (D2) and 3 (B4): 5; printed 2                             7
# Playgrounds      A3 beside B3 2; C3 beside B3 C4 4; D4 beside C4 2                     8
# Factories        A2: Harbor A1 3, Shop B2 2; C2: Harbor C1 3, Shop B2 2               10
# Harbors          row A1 B1 C1 D1 12; no column 0; printed 2 + 1                       15
# Mission          three Playgrounds, but nothing is paid for them here                  0
# Inhabitants      13 = Harbors 4, Factories 2, Public Services 2, Customers 5           0
# Energy Units     5 = towers 2, Shops 2, and 1 that no Playground absorbs              -1
SENIOR_ARCHITECT = Pad(
    mission=3,
    city="HH2HH1/FSFU/GT2GS/-U2TG 13i5e ++++/+4++/+++1/.+++",
    counted=(4, 8, 7, 8, 10, 15, 0, 0, 0, 0, -1),
    total=51,
    inhabitants_on_buildings=13,
    empty_squares=1,  # A4
)

# Mission 4, Classic with Playgrounds. U1 P  T4 U2
#                                      F  T  G  S
#                                      H  T  G  -
#                                      U2 -  U  -
# Tower Blocks     C1 10, B2 1, B3 1                                                    12
# Shop             D2 with 4 Customers                                                   7
# Public Services  districts 1 (A1), 2 (D1), 3 (A4), 4 (C4): 14; printed 1 + 2 + 2      19
# Park             B1 beside C1 B2                                                       4
# Playgrounds      C2 beside C1 B2 4; C3 beside B3 2                                     6
# Factory          A2: Harbor A3                                                         3
# Harbor           A3 alone                                                              0
# Inhabitants      12 = Public Services 4, Factory 1, Harbor 1, Customers 4, 2 idle     -2
# Energy Units     4 = towers 3, Shop 1                                                  0
BANDING_TOGETHER = Pad(
    mission=4,
    city="U1PT4U2/FTGS/HTG-/U2-U- 12i4e ++++/+++4/+++./+.+.",
    counted=(12, 7, 19, 10, 3, 0, 0, 0, 0, -2, 0),
    total=49,
    inhabitants_on_buildings=10,
    empty_squares=3,  # D3 B4 D4
)

# Mission 5, Expert with Parks.        O2 O  S  -  T2
#                                      F  O2 M  P  U2
#                                      H  F  S  T  P
#                                      H2 H  -  -  U
# Tower Blocks     E1 3, D3 1                                                            4
# Shops            C1 with 1 Customer 1, C3 with none 0                                  1
# Public Services  districts 2 (E2) and 3 (E4): 5; printed 2                             7
# Parks            D2 over D3 2; E3 beside D3 2                                          4
# Factories        A2: Office Towers A1 B2 8, Harbor A3 3;
#                  B3: Office Tower B2 4, Harbors A3 B4 6, Shop C3 2                    23
# Harbors          row A4 B4 3; column A3 A4 3; printed 2                                8
# Office Towers    A1 B1 B2 a group of 3: 5 + 2 + 5                                     12
# Monument         C2: Shops C1 C3 6, Park D2 5, Office Tower B2 0                      11
# Inhabitants      11 = Offices 3, Public Services 2, Factories 2, Harbors 3, Customer 1 0
# Energy Units     7 = Offices 3, Shops 2, towers 2                                      0
BRINGING_IN_EXPERTS = Pad(
    mission=5,
    city="O2OS-T2/FO2MPU2/HFSTP/H2H--U 11i7e ++1.+/+++++/++0++/++..+",
    counted=(4, 1, 7, 4, 23, 8, 12, 11, 0, 0, 0),
    total=70,
    inhabitants_on_buildings=11,
    empty_squares=3,  # D1 C4 D4
)

# Mission 6, Expert with Parks.        T3** P  T2 U1 S
#                                      P    T  P  U  -
#                                      U2   S  t* M  P     t: no energy was left for this one
#                                      -    F  S  F  -
# Tower Blocks     A1 6, C1 3, B2 1                                                     10
# Shops            E1 with 5 Customers 11, B3 with 3 Customers 4, C4 with none 0        15
# Public Services  districts 2 (D1, D2) and 5 (A3): 5; printed 1 + 2                     8
# Parks            B1 beside A1 C1 B2 7; A2 beside A1 B2 4; C2 beside C1 B2 4, C3 is
#                  removed; E3 0                                                        15
# Factories        B4: Shops B3 C4 4; D4: Shop C4 2                                      6
# Monument         D3: Public Service D2 2, Park E3 5, Factory D4 -5, C3 is removed      2
# Mission          two Mayor tiles in A1; the one in C3 does not count                   6
# Inhabitants      13 = Public Services 3, Factories 2, Customers 8                      0
# Energy Units     6 = towers 3, Shops 3                                                 0
MAYORS_FAVOR = Pad(
    mission=6,
    city="T3**PT2U1S/PTPU-/U2ST*MP/-FSF- 13i6e ++++5/++++./+3.++/.+0+.",
    counted=(10, 15, 8, 15, 6, 0, 0, 2, 6, 0, 0),
    total=62,
    inhabitants_on_buildings=13,
    empty_squares=4,  # E2 A4 E4, and C3, whose tower is removed
)

# Mission 7, Expert with Parks.        H  H  S  O2 O
#                                      F  H3 F  O  u1      u: no Inhabitant was left for this one
#                                      P  T  U  S  F
#                                      U2 T2 P  -  -
# Tower Blocks     B3 1, B4 3                                                            4
# Shops            C1 and D3 without Customers                                           0
# Public Services  districts 4 (C3) and 5 (A4): 5; printed 2                             7
# Parks            A3 beside B3 2; C4 beside B4 2                                        4
# Factories        A2: Harbors A1 B2 6; C2: Shop C1 2, Harbor B2 3, Office Tower D2 4;
#                  E3: Shop D3 2                                                        17
# Harbors          row A1 B1 3; column B1 B2 3; printed 3                                9
# Office Towers    D1 E1 D2 a group of 3: 5 + 2 + 2                                      9
# Mission          districts 1, 4 and 5 full 4 + 4 + 4; district 2 lost E2 2;
#                  district 3 lacks D4 and E4 0                                         14
# Inhabitants      11 = Harbors 3, Factories 3, Offices 3, Public Services 2             0
# Energy Units     7 = Shops 2, Offices 3, towers 2                                      0
PRICE_OF_SILENCE = Pad(
    mission=7,
    city="HHSO2O/FH3FOU1/PTUSF/U2T2P-- 11i7e ++0++/++++./+++0+/+++..",
    counted=(4, 0, 7, 4, 17, 9, 9, 0, 14, 0, 0),
    total=64,
    inhabitants_on_buildings=11,
    empty_squares=3,  # D4 E4, and E2, whose Public Service is removed
)

# Mission 8, Classic with Parks.       F  H  F  H
#                                      S  H2 S  H
#                                      P  F  T2 P
#                                      T  P  U1 -
# Tower Blocks     C3 3, A4 1                                                            4
# Shops            A2 with 1 Customer 1, C2 with none 0                                  1
# Public Service   district 4 (C4): 2; printed 1                                         3
# Parks            A3 over A4 2; D3 beside C3 2; B4 beside A4 2                          6
# Factories        A1: Harbor B1 3, Shop A2 2; C1: Harbors B1 D1 6, Shop C2 2;
#                  B3: Harbor B2 3                                                      16
# Harbors          no row 0; columns B1 B2 and D1 D2, one of them counts 3; printed 2    5
# Inhabitants      9 = Factories 3, Harbors 4, Public Service 1, Customer 1              0
# Energy Units     11 = towers 2, Shops 2, Parks 3, and 4 too many                      -4
CORRUPTION_TRAIL = Pad(
    mission=8,
    city="FHFH/SH2SH/PFT2P/TPU1- 9i11e ++++/1+0+/e++e/+e+.",
    counted=(4, 1, 3, 6, 16, 5, 0, 0, 0, 0, -4),
    total=31,
    inhabitants_on_buildings=9,
    empty_squares=1,  # D4
)

# Mission 9, Classic with Playgrounds. T2 G  T  U2
#                                      S  U1 F  S
#                                      H  T  S  H
#                                      H  -  P  F
# Tower Blocks     A1 3, C1 1, B3 1                                                      5
# Shops            A2 and D2 with 4 Customers 14, C3 with 1 Customer 1                  15
# Public Services  districts 2 (D1) and 1 (B2): 5; printed 2 + 1                         8
# Playground       B1 beside A1 C1                                                       4
# Park             C4 has no tower beside it                                             0
# Factories        C2: Shops D2 C3 4; D4: Harbor D3 3                                    7
# Harbors          no row 0; column A3 A4 3                                              3
# Mission          9 Customers, workers D1 B2 C2 D4: 5 Customers too many               -5
# Inhabitants      18 = Public Services 2, Factories 2, Harbors 3, Customers 9,
#                  2 unemployed at -2                                                   -4
# Energy Units     8 = towers 3, Shops 3, Park 1, and 1 too many                        -1
UNEMPLOYMENT = Pad(
    mission=9,
    city="T2GTU2/SU1FS/HTSH/H-PF 18i8e ++++/4++4/++1+/+.e+",
    counted=(5, 15, 8, 4, 7, 3, 0, 0, -5, -4, -1),
    total=32,
    inhabitants_on_buildings=16,
    empty_squares=1,  # B4
)

# Mission 10, Expert with Playgrounds. F  O2 O  S  T2
#                                      S  O  O  G  T
#                                      U2 F  U1 M  P
#                                      -  H  -  G  M
# Tower Blocks     E1 3, E2 1                                                            4
# Shops            D1 with 2 Customers 2, A2 with none 0                                 2
# Public Services  districts 5 (A3) and 4 (C3): 5; printed 2 + 1                         8
# Playgrounds      D2 beside Office Tower C2 and Tower Block E2 4; D4 0                  4
# Park             E3 under E2                                                           2
# Factories        A1: Office Tower B1 4, Shop A2 2; B3: Office Tower B2 4, Harbor B4 3 13
# Harbor           B4 alone                                                              0
# Office Towers    B1 C1 B2 C2 a group of 4: 7 + 3 + 3 + 3                              16
# Monuments        D3: Playgrounds D2 D4 10, Park E3 5, Public Service C3 2;
#                  E4: Park E3 5, Playground D4 5                                       27
# Inhabitants      11 = Offices 4, Factories 2, Public Services 2, Harbor 1, Customers 2 0
# Energy Units     8 = Offices 4, Shops 2, towers 2                                      0
RE_ELECTION = Pad(
    mission=10,
    city="FO2OST2/SOOGT/U2FU1MP/-H-GM 11i8e +++2+/0++++/+++++/.+.++",
    counted=(4, 2, 8, 6, 13, 0, 16, 27, 0, 0, 0),
    total=76,
    inhabitants_on_buildings=11,
    empty_squares=2,  # A4 C4
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
    # The house rule adds the workers in the Harbors A3, D3 and A4, so the city has 7 workers instead of 4. So
    # 2 of the 9 Customers are too many, not 5.
    sheet = sheet_of(UNEMPLOYMENT, harbor_workers=True)
    assert (sheet.categories["mission"], sheet.total) == (-2, 35)


@pytest.mark.parametrize("pad", [pad for pad in PADS if pad.values[0].mission != UNEMPLOYMENT.mission])
def test_the_house_rule_of_harbor_workers_changes_no_other_mission(pad):
    assert sheet_of(pad, harbor_workers=True) == sheet_of(pad)
