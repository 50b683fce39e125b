"""Every scoring table of the game, one fact a city. The expectations come from the rulebooks, not from the engine."""

import pytest

from scoring import MISSIONS, City, RuleError, score
from tests.scoring.sheets import (
    CLASSIC,
    CLASSIC_WITH_PLAYGROUNDS,
    EXPERT,
    EXPERT_WITH_PLAYGROUNDS,
    UNEMPLOYMENT,
    points,
    sheet_of,
)

NO_CLASSIC_MARKS = "..../..../..../...."


@pytest.mark.parametrize(
    ("mission", "grid", "marks", "vp"),
    [
        pytest.param(CLASSIC, "T---/----/----/----", "+.../..../..../....", 1, id="Classic, 1 floor"),
        pytest.param(CLASSIC, "T2---/----/----/----", "+.../..../..../....", 3, id="Classic, 2 floors"),
        pytest.param(CLASSIC, "T3---/----/----/----", "+.../..../..../....", 6, id="Classic, 3 floors"),
        pytest.param(CLASSIC, "T4---/----/----/----", "+.../..../..../....", 10, id="Classic, 4 floors"),
        pytest.param(EXPERT, "T----/-----/-----/-----", "+..../...../...../.....", 1, id="Expert, 1 floor"),
        pytest.param(EXPERT, "T2----/-----/-----/-----", "+..../...../...../.....", 3, id="Expert, 2 floors"),
        pytest.param(EXPERT, "T3----/-----/-----/-----", "+..../...../...../.....", 6, id="Expert, 3 floors"),
        pytest.param(EXPERT, "T4----/-----/-----/-----", "+..../...../...../.....", 10, id="Expert, 4 floors"),
        pytest.param(EXPERT, "T5----/-----/-----/-----", "+..../...../...../.....", 15, id="Expert, 5 floors"),
        # 10 + 3 + 1: adjacent stacks do not join.
        pytest.param(CLASSIC, "T4T2--/----/----/-T--", "++../..../..../.+..", 14, id="each stack for itself"),
        pytest.param(CLASSIC, "T4T2--/----/----/----", ".+../..../..../....", 3, id="none without its energy"),
        pytest.param(CLASSIC, "T3*T*--/----/----/----", "++../..../..../....", 7, id="a Mayor tile is a floor"),
    ],
)
def test_tower_blocks_score_by_their_height(mission, grid, marks, vp):
    assert points("tower_block", mission, grid, marks) == vp


@pytest.mark.parametrize(
    ("mission", "grid", "marks", "vp"),
    [
        pytest.param(CLASSIC, "S---/----/----/----", "0.../..../..../....", 0, id="Classic, no Customer"),
        pytest.param(CLASSIC, "S---/----/----/----", "1.../..../..../....", 1, id="Classic, 1 Customer"),
        pytest.param(CLASSIC, "S---/----/----/----", "2.../..../..../....", 2, id="Classic, 2 Customers"),
        pytest.param(CLASSIC, "S---/----/----/----", "3.../..../..../....", 4, id="Classic, 3 Customers"),
        pytest.param(CLASSIC, "S---/----/----/----", "4.../..../..../....", 7, id="Classic, 4 Customers"),
        pytest.param(EXPERT, "S----/-----/-----/-----", "0..../...../...../.....", 0, id="Expert, no Customer"),
        pytest.param(EXPERT, "S----/-----/-----/-----", "1..../...../...../.....", 1, id="Expert, 1 Customer"),
        pytest.param(EXPERT, "S----/-----/-----/-----", "2..../...../...../.....", 2, id="Expert, 2 Customers"),
        pytest.param(EXPERT, "S----/-----/-----/-----", "3..../...../...../.....", 4, id="Expert, 3 Customers"),
        pytest.param(EXPERT, "S----/-----/-----/-----", "4..../...../...../.....", 7, id="Expert, 4 Customers"),
        pytest.param(EXPERT, "S----/-----/-----/-----", "5..../...../...../.....", 11, id="Expert, 5 Customers"),
        pytest.param(CLASSIC, "SS--/----/----/---S", "42../..../..../...1", 10, id="each Shop for itself"),
        pytest.param(CLASSIC, "SS--/----/----/----", "4.../..../..../....", 7, id="none without its energy"),
    ],
)
def test_shops_score_by_their_customers(mission, grid, marks, vp):
    assert points("shop", mission, grid, marks) == vp


@pytest.mark.parametrize(
    ("mission", "grid", "marks", "vp"),
    [
        pytest.param(CLASSIC, "U---/----/----/----", "+.../..../..../....", 2, id="Classic, 1 district"),
        pytest.param(CLASSIC, "U--U/----/----/----", "+..+/..../..../....", 5, id="Classic, 2 districts"),
        pytest.param(CLASSIC, "U--U/----/----/U---", "+..+/..../..../+...", 9, id="Classic, 3 districts"),
        pytest.param(CLASSIC, "U--U/----/----/U--U", "+..+/..../..../+..+", 14, id="Classic, 4 districts"),
        pytest.param(CLASSIC, "----/-UU-/-UU-/----", "..../.++./.++./....", 14, id="Classic, 4 districts meet"),
        pytest.param(CLASSIC, "UU--/UU--/----/----", "++../++../..../....", 2, id="Classic, 4 in one district"),
        pytest.param(CLASSIC, "UUUU/----/----/----", "++++/..../..../....", 5, id="Classic, a row has 2 districts"),
        pytest.param(EXPERT, "U----/-----/-----/-----", "+..../...../...../.....", 2, id="Expert, 1 district"),
        pytest.param(EXPERT, "U---U/-----/-----/-----", "+...+/...../...../.....", 5, id="Expert, 2 districts"),
        pytest.param(EXPERT, "U---U/-----/-----/U----", "+...+/...../...../+....", 9, id="Expert, 3 districts"),
        pytest.param(EXPERT, "U---U/-----/-----/U---U", "+...+/...../...../+...+", 14, id="Expert, 4 districts"),
        pytest.param(EXPERT, "U---U/--U--/-----/U---U", "+...+/..+../...../+...+", 20, id="Expert, 5 districts"),
        pytest.param(EXPERT, "--U--/--U--/--U--/--U--", "..+../..+../..+../..+..", 2, id="Expert, middle column"),
        pytest.param(EXPERT, "UUUUU/-----/-----/-----", "+++++/...../...../.....", 9, id="Expert, a row has 3"),
        pytest.param(EXPERT, "-----/U----/U----/-----", "...../+..../+..../.....", 5, id="Expert, A2 and A3 differ"),
        # 5 for two districts, 1 + 2 printed.
        pytest.param(CLASSIC, "U1--U2/----/----/----", "+..+/..../..../....", 8, id="printed VP are added"),
        pytest.param(CLASSIC, "U2U2--/----/----/----", "++../..../..../....", 6, id="printed VP of one district"),
        pytest.param(CLASSIC, "U1--U2/----/----/----", "+.../..../..../....", 3, id="none without its Inhabitant"),
        pytest.param(CLASSIC, "U2---/----/----/----", NO_CLASSIC_MARKS, 0, id="nor the printed VP"),
    ],
)
def test_public_services_score_once_by_the_districts_they_serve(mission, grid, marks, vp):
    assert points("public_service", mission, grid, marks) == vp


@pytest.mark.parametrize(
    ("mission", "grid", "marks", "vp"),
    [
        pytest.param(CLASSIC, "----/-P--/----/----", "..../.+../..../....", 0, id="Classic, no tower"),
        pytest.param(CLASSIC, "-T--/-P--/----/----", ".+../.+../..../....", 2, id="Classic, 1 tower"),
        pytest.param(CLASSIC, "-T--/TP--/----/----", ".+../++../..../....", 4, id="Classic, 2 towers"),
        pytest.param(CLASSIC, "-T--/TPT-/----/----", ".+../+++./..../....", 7, id="Classic, 3 towers"),
        pytest.param(CLASSIC, "-T--/TPT-/-T--/----", ".+../+++./.+../....", 11, id="Classic, 4 towers"),
        pytest.param(CLASSIC, "T-T-/-P--/T-T-/----", "+.+./.+../+.+./....", 0, id="corners do not touch"),
        pytest.param(CLASSIC, "---T/P---/----/----", "...+/+.../..../....", 0, id="a row's end is not the next row"),
        pytest.param(CLASSIC, "-T4--/-P--/----/----", ".+../.+../..../....", 2, id="a stack counts once"),
        pytest.param(CLASSIC, "-T--/TP--/----/----", "..../++../..../....", 2, id="a tower without energy is gone"),
        pytest.param(CLASSIC, "-S--/UPF-/-H--/----", ".0../+++./.+../....", 0, id="other buildings do not count"),
        pytest.param(CLASSIC, "PTP-/----/----/----", "+++./..../..../....", 4, id="a tower serves every Park"),
        pytest.param(CLASSIC, "-T--/-P--/----/----", ".+../.e../..../....", 2, id="absorbing energy changes nothing"),
        pytest.param(EXPERT, "-----/-P---/-----/-----", "...../.+.../...../.....", 0, id="Expert, no tower"),
        pytest.param(EXPERT, "-T---/-P---/-----/-----", ".+.../.+.../...../.....", 2, id="Expert, 1 tower"),
        pytest.param(EXPERT, "-T---/TP---/-----/-----", ".+.../++.../...../.....", 4, id="Expert, 2 towers"),
        pytest.param(EXPERT, "-T---/TPT--/-----/-----", ".+.../+++../...../.....", 7, id="Expert, 3 towers"),
        pytest.param(EXPERT, "-T---/TPT--/-T---/-----", ".+.../+++../.+.../.....", 11, id="Expert, 4 towers"),
        pytest.param(EXPERT, "-O---/-P---/-----/-----", ".+.../.+.../...../.....", 2, id="an Office Tower counts"),
        pytest.param(EXPERT, "-O---/OPO--/-O---/-----", ".+.../+++../.+.../.....", 11, id="4 Office Towers"),
        pytest.param(
            EXPERT, "-O---/TPO--/-T---/-----", ".+.../+++../.+.../.....", 11, id="both sorts of tower together"
        ),
        pytest.param(
            EXPERT, "-O5---/-P---/-----/-----", ".+.../.+.../...../.....", 2, id="an office stack counts once"
        ),
        pytest.param(EXPERT, "-O---/TP---/-----/-----", "...../++.../...../.....", 2, id="a dark Office Tower is gone"),
        pytest.param(EXPERT, "-M---/-P---/-----/-----", ".+.../.+.../...../.....", 0, id="a Monument is no tower"),
    ],
)
def test_parks_score_by_the_towers_beside_them(mission, grid, marks, vp):
    assert points("park", mission, grid, marks) == vp


@pytest.mark.parametrize(
    ("mission", "grid", "marks", "vp"),
    [
        pytest.param(CLASSIC_WITH_PLAYGROUNDS, "G---/----/----/----", "+.../..../..../....", 0, id="Classic, no tower"),
        pytest.param(CLASSIC_WITH_PLAYGROUNDS, "GT--/----/----/----", "++../..../..../....", 2, id="Classic, 1 tower"),
        pytest.param(CLASSIC_WITH_PLAYGROUNDS, "GT--/T---/----/----", "++../+.../..../....", 4, id="Classic, 2 towers"),
        pytest.param(CLASSIC_WITH_PLAYGROUNDS, "TGT-/-T--/----/----", "+++./.+../..../....", 7, id="Classic, 3 towers"),
        pytest.param(
            CLASSIC_WITH_PLAYGROUNDS, "-T--/TGT-/-T--/----", ".+../+++./.+../....", 11, id="Classic, 4 towers"
        ),
        pytest.param(
            CLASSIC_WITH_PLAYGROUNDS, "TG--/----/----/----", ".+../..../..../....", 0, id="a dark tower is gone"
        ),
        pytest.param(
            CLASSIC_WITH_PLAYGROUNDS, "PTG-/----/----/----", "+++./..../..../....", 4, id="beside a Park's tower"
        ),
        pytest.param(
            EXPERT_WITH_PLAYGROUNDS, "-O---/TGO--/-T---/-----", ".+.../+++../.+.../.....", 11, id="Expert, both sorts"
        ),
    ],
)
def test_playgrounds_score_as_parks_do(mission, grid, marks, vp):
    assert points("park", mission, grid, marks) == vp


@pytest.mark.parametrize(
    ("mission", "grid", "marks", "vp"),
    [
        pytest.param(CLASSIC, "----/-F--/----/----", "..../.+../..../....", 0, id="Classic, alone"),
        pytest.param(CLASSIC, "-S--/-F--/----/----", ".4../.+../..../....", 2, id="Classic, a Shop"),
        pytest.param(CLASSIC, "-H--/-F--/----/----", ".+../.+../..../....", 3, id="Classic, a Harbor"),
        pytest.param(CLASSIC, "-S--/HF--/----/----", ".1../++../..../....", 5, id="Classic, a Shop and a Harbor"),
        pytest.param(CLASSIC, "-S--/SFS-/-S--/----", ".1../1+1./.1../....", 8, id="Classic, 4 Shops"),
        pytest.param(CLASSIC, "-H--/HFH-/-H--/----", ".+../+++./.+../....", 12, id="Classic, 4 Harbors"),
        pytest.param(CLASSIC, "-S--/-F--/----/----", ".0../.+../..../....", 2, id="a Shop without Customers"),
        pytest.param(CLASSIC, "-S--/HF--/----/----", "..../++../..../....", 3, id="a Shop without energy is gone"),
        pytest.param(CLASSIC, "-S--/HF--/----/----", ".0../.+../..../....", 2, id="a Harbor without worker is gone"),
        pytest.param(CLASSIC, "-S--/HF--/----/----", ".0../+.../..../....", 0, id="none without its Inhabitant"),
        pytest.param(CLASSIC, "S-H-/-F--/H-S-/----", "0.+./.+../+.0./....", 0, id="corners do not touch"),
        pytest.param(CLASSIC, "---H/F---/----/----", "...+/+.../..../....", 0, id="a row's end is not the next row"),
        pytest.param(CLASSIC, "-T--/UFF-/-P--/----", ".+../+++./.+../....", 0, id="other buildings do not count"),
        pytest.param(CLASSIC, "FSF-/----/----/----", "+0+./..../..../....", 4, id="a Shop serves every Factory"),
        pytest.param(EXPERT, "-S---/-F---/-----/-----", ".0.../.+.../...../.....", 2, id="Expert, a Shop"),
        pytest.param(EXPERT, "-H---/-F---/-----/-----", ".+.../.+.../...../.....", 3, id="Expert, a Harbor"),
        pytest.param(EXPERT, "-O---/-F---/-----/-----", ".+.../.+.../...../.....", 4, id="Expert, an Office Tower"),
        pytest.param(
            EXPERT, "-O4---/-F---/-----/-----", ".+.../.+.../...../.....", 4, id="an office stack counts once"
        ),
        pytest.param(EXPERT, "-O---/OFO--/-O---/-----", ".+.../+++../.+.../.....", 16, id="Expert, 4 Office Towers"),
        pytest.param(EXPERT, "-O---/SFH--/-----/-----", ".+.../0++../...../.....", 9, id="Expert, one of each"),
        pytest.param(EXPERT, "-O---/SFH--/-----/-----", "...../0++../...../.....", 5, id="a dark Office Tower is gone"),
        pytest.param(EXPERT, "-M---/TFU--/-P---/-----", ".+.../+++../.+.../.....", 0, id="Expert, the others do not"),
    ],
)
def test_factories_score_by_the_buildings_beside_them(mission, grid, marks, vp):
    assert points("factory", mission, grid, marks) == vp


@pytest.mark.parametrize(
    ("mission", "grid", "marks", "vp"),
    [
        pytest.param(CLASSIC, "H---/----/----/----", "+.../..../..../....", 0, id="Classic, 1"),
        pytest.param(CLASSIC, "HH--/----/----/----", "++../..../..../....", 3, id="Classic, row of 2"),
        pytest.param(CLASSIC, "HHH-/----/----/----", "+++./..../..../....", 7, id="Classic, row of 3"),
        pytest.param(CLASSIC, "HHHH/----/----/----", "++++/..../..../....", 12, id="Classic, row of 4"),
        pytest.param(CLASSIC, "H---/H---/----/----", "+.../+.../..../....", 3, id="Classic, column of 2"),
        pytest.param(CLASSIC, "----/---H/---H/---H", "..../...+/...+/...+", 7, id="Classic, column of 3"),
        pytest.param(CLASSIC, "-H--/-H--/-H--/-H--", ".+../.+../.+../.+..", 12, id="Classic, column of 4"),
        pytest.param(EXPERT, "HHHHH/-----/-----/-----", "+++++/...../...../.....", 18, id="Expert, row of 5"),
        pytest.param(EXPERT, "-HHHH/-----/-----/-----", ".++++/...../...../.....", 12, id="Expert, row of 4"),
        pytest.param(EXPERT, "----H/----H/----H/----H", "....+/....+/....+/....+", 12, id="Expert, column of 4"),
        # Row 1 has three, column A two: 7 + 3. The corner Harbor is in both.
        pytest.param(CLASSIC, "HHH-/H---/----/----", "+++./+.../..../....", 10, id="row and column, one in both"),
        pytest.param(CLASSIC, "HH--/----/---H/---H", "++../..../...+/...+", 6, id="row and column apart"),
        pytest.param(CLASSIC, "-H--/HHHH/-H--/-H--", ".+../++++/.+../.+..", 24, id="a cross of 4 and 4"),
        pytest.param(CLASSIC, "HH--/HH--/----/----", "++../++../..../....", 6, id="a block of 4 is a row and a column"),
        pytest.param(
            EXPERT, "HHHHH/----H/----H/----H", "+++++/....+/....+/....+", 30, id="Expert, row of 5, column of 4"
        ),
        pytest.param(CLASSIC, "HH--/----/HH--/----", "++../..../++../....", 3, id="only one of two rows"),
        pytest.param(CLASSIC, "HH--/----/-HHH/----", "++../..../.+++/....", 7, id="the longer of two rows"),
        pytest.param(CLASSIC, "H-HH/----/----/----", "+.++/..../..../....", 3, id="longest run is not the row's first"),
        pytest.param(EXPERT, "H-HHH/-----/-----/-----", "+.+++/...../...../.....", 7, id="nor in Expert"),
        pytest.param(EXPERT, "HH-HH/-----/-----/-----", "++.++/...../...../.....", 3, id="a gap parts a row"),
        pytest.param(
            CLASSIC, "H---/----/H---/H---", "+.../..../+.../+...", 3, id="longest run is not the column's first"
        ),
        pytest.param(CLASSIC, "--HH/H---/----/----", "..++/+.../..../....", 3, id="a row's end is not the next row"),
        pytest.param(CLASSIC, "H---/-H--/--H-/---H", "+.../.+../..+./...+", 0, id="diagonals are no line"),
        pytest.param(CLASSIC, "HHH-/----/----/----", "+.+./..../..../....", 0, id="one without worker parts the row"),
        pytest.param(CLASSIC, "HHH-/----/----/----", ".++./..../..../....", 3, id="one without worker shortens it"),
        pytest.param(CLASSIC, "HH--/----/----/----", NO_CLASSIC_MARKS, 0, id="none without workers"),
        pytest.param(CLASSIC, "H3---/----/----/----", "+.../..../..../....", 3, id="printed VP of one alone"),
        pytest.param(CLASSIC, "H1H2--/----/----/---H3", "++../..../..../...+", 9, id="printed VP of all are added"),
        pytest.param(CLASSIC, "H3H2--/----/----/----", ".+../..../..../....", 2, id="none printed without a worker"),
        # 3 for the row, 3 for the column, 2 printed once although the Harbor stands in both lines.
        pytest.param(CLASSIC, "H2H--/H---/----/----", "++../+.../..../....", 8, id="printed VP count once"),
    ],
)
def test_harbors_score_their_longest_row_and_their_longest_column(mission, grid, marks, vp):
    assert points("harbor", mission, grid, marks) == vp


# The table printed in the rulebooks: a stack's VP by the size of its group, then by its floors.
OFFICE_TOWERS = {
    1: (0, 1, 3, 6, 10),
    2: (1, 3, 6, 10, 15),
    3: (2, 5, 9, 14, 20),
    4: (3, 7, 12, 18, 25),
    5: (4, 9, 15, 22, 30),
}


@pytest.mark.parametrize(
    ("group", "floors", "vp"),
    [
        pytest.param(group, floors, vp, id=f"group of {group}, {floors} floors")
        for group, row in OFFICE_TOWERS.items()
        for floors, vp in enumerate(row, start=1)
    ],
)
def test_office_towers_score_by_group_and_floors(group, floors, vp):
    grid = f"{f'O{floors}' * group}{'-' * (5 - group)}/-----/-----/-----"
    marks = f"{'+' * group}{'.' * (5 - group)}/...../...../....."
    assert points("office_tower", EXPERT, grid, marks) == group * vp


@pytest.mark.parametrize(
    ("grid", "marks", "vp"),
    [
        pytest.param("O2O2O3--/-----/-----/-----", "+++../...../...../.....", 19, id="the rulebooks' example"),
        pytest.param("O2----/O2O3---/-----/-----", "+..../++.../...../.....", 19, id="round a corner"),
        pytest.param("-----/-----/-O3---/O2O2---", "...../...../.+.../++...", 19, id="in another corner"),
        pytest.param("OO---/OO---/-----/-----", "++.../++.../...../.....", 12, id="a block is a group of 4"),
        pytest.param("-O---/OO2O--/-O---/-----", ".+.../+++../.+.../.....", 25, id="a cross is a group of 5"),
        pytest.param("O2-O2--/-----/-----/-----", "+.+../...../...../.....", 2, id="a gap parts them"),
        pytest.param("O2----/-O2---/-----/-----", "+..../.+.../...../.....", 2, id="corners do not touch"),
        pytest.param("----O2/O2----/-----/-----", "....+/+..../...../.....", 2, id="a row's end is not the next row"),
        # A pair (3 + 3) and a lone stack of three floors (3).
        pytest.param("O2O2---/-----/-----/----O3", "++.../...../...../....+", 9, id="every group for itself"),
        # Without C1, B1 stands alone (1) and D1 is a pair with E1 (6 + 1).
        pytest.param("-O2O5O3O/-----/-----/-----", ".+.++/...../...../.....", 8, id="a dark one parts the group"),
        pytest.param("O5O5---/-----/-----/-----", "...../...../...../.....", 0, id="none without resources"),
        pytest.param("OTO--/-----/-----/-----", "+++../...../...../.....", 0, id="a Tower Block does not join them"),
        # D4: nothing is printed for more than five, so each keeps the row of five.
        pytest.param("OOOOO/O----/-----/-----", "+++++/+..../...../.....", 24, id="6 count as 5, 1 floor"),
        pytest.param("O2O2O2O2O2/O2----/-----/-----", "+++++/+..../...../.....", 54, id="6 count as 5, 2 floors"),
        # Seven: five of 1 floor (4), one of 3 (15), one of 5 (30).
        pytest.param("OOOOO/O3O5---/-----/-----", "+++++/++.../...../.....", 65, id="7 count as 5, mixed floors"),
        # Two groups of five joined by C2 would be eleven; without it they are two of five.
        pytest.param("OOOOO/--O--/OOOOO/-----", "+++++/...../+++++/.....", 40, id="two groups of 5"),
        pytest.param("OOOOO/--O--/OOOOO/-----", "+++++/..+../+++++/.....", 44, id="joined to a group of 11"),
    ],
)
def test_office_towers_form_connected_groups(grid, marks, vp):
    assert points("office_tower", EXPERT, grid, marks) == vp


@pytest.mark.parametrize(
    ("grid", "marks", "vp"),
    [
        pytest.param("-----/-M---/-----/-----", "...../.+.../...../.....", 0, id="alone"),
        pytest.param("-F---/-M---/-----/-----", ".+.../.+.../...../.....", -5, id="a Factory"),
        pytest.param("-H3---/-M---/-----/-----", ".+.../.+.../...../.....", -5, id="a Harbor"),
        pytest.param("-T5---/-M---/-----/-----", ".+.../.+.../...../.....", 0, id="a Tower Block"),
        pytest.param("-O5---/-M---/-----/-----", ".+.../.+.../...../.....", 0, id="an Office Tower"),
        pytest.param("-M---/-M---/-----/-----", ".+.../.+.../...../.....", 0, id="another Monument"),
        pytest.param("-U2---/-M---/-----/-----", ".+.../.+.../...../.....", 2, id="a Public Service"),
        pytest.param("-S---/-M---/-----/-----", ".5.../.+.../...../.....", 3, id="a Shop"),
        pytest.param("-P---/-M---/-----/-----", ".+.../.+.../...../.....", 5, id="a Park"),
        pytest.param("-P---/-M---/-----/-----", ".e.../.+.../...../.....", 5, id="a Park that absorbs energy"),
        pytest.param("-G---/-M---/-----/-----", ".+.../.+.../...../.....", 5, id="a Playground, as a Park"),
        pytest.param("-S---/-M---/-----/-----", ".0.../.+.../...../.....", 3, id="a Shop without Customers"),
        pytest.param("-P---/PMG--/-P---/-----", ".+.../+++../.+.../.....", 20, id="4 green neighbours"),
        pytest.param("-F---/HMF--/-H---/-----", ".+.../+++../.+.../.....", -20, id="4 dirty neighbours"),
        pytest.param("-F---/UMS--/-P---/-----", ".+.../++0../.+.../.....", 5, id="-5 + 2 + 3 + 5"),
        pytest.param("P----/-----/-----/-----", "+..../...../...../.....", 0, id="no Monument"),
        pytest.param("P-S--/-M---/F-H--/-----", "+.0../.+.../+.+../.....", 0, id="corners do not touch"),
        pytest.param("----P/M----/-----/-----", "....+/+..../...../.....", 0, id="a row's end is not the next row"),
        pytest.param("MPM--/-----/-----/-----", "+++../...../...../.....", 10, id="a Park serves every Monument"),
        pytest.param("-F---/HM---/-----/-----", "...../.+.../...../.....", 0, id="idle dirt is gone"),
        pytest.param("-U---/SM---/-----/-----", "...../.+.../...../.....", 0, id="idle services and Shops are gone"),
    ],
)
def test_monuments_score_by_the_buildings_beside_them(grid, marks, vp):
    assert points("monument", EXPERT_WITH_PLAYGROUNDS, grid, marks) == vp


@pytest.mark.parametrize(
    ("mission", "text", "vp"),
    [
        pytest.param(CLASSIC, "----/----/----/---- 0i0e ..../..../..../....", 0, id="none left"),
        pytest.param(CLASSIC, "----/----/----/---- 3i0e ..../..../..../....", -3, id="3 without any building"),
        pytest.param(CLASSIC, "US--/----/----/---- 4i1e +2../..../..../....", -1, id="workers and Customers are used"),
        pytest.param(CLASSIC, "US--/----/----/---- 4i0e +.../..../..../....", -3, id="nobody shops in a dark Shop"),
        pytest.param(CLASSIC, "P---/----/----/---- 2i0e +.../..../..../....", -2, id="a Park takes none"),
        pytest.param(EXPERT, "O----/-----/-----/----- 2i1e +..../...../...../.....", -1, id="an Office Tower takes 1"),
        pytest.param(EXPERT, "O5----/-----/-----/----- 5i1e +..../...../...../.....", -4, id="whatever its height"),
        # -2 each instead of -1, not besides it.
        pytest.param(UNEMPLOYMENT, "U---/----/----/---- 4i0e +.../..../..../....", -6, id="Unemployment, -2 each"),
    ],
)
def test_inhabitants_without_work_or_shop_cost_points(mission, text, vp):
    assert sheet_of(mission, text).categories["unused_inhabitants"] == vp


@pytest.mark.parametrize(
    ("mission", "text", "vp"),
    [
        pytest.param(CLASSIC, "----/----/----/---- 0i0e ..../..../..../....", 0, id="none left"),
        pytest.param(CLASSIC, "----/----/----/---- 0i3e ..../..../..../....", -3, id="3 without any building"),
        pytest.param(CLASSIC, "TS--/----/----/---- 0i3e +0../..../..../....", -1, id="towers and Shops use 1"),
        pytest.param(CLASSIC, "T4---/----/----/---- 0i4e +.../..../..../....", -3, id="1 a stack, whatever its height"),
        pytest.param(CLASSIC, "P---/----/----/---- 0i3e e.../..../..../....", -2, id="a Park absorbs 1"),
        pytest.param(CLASSIC, "P--P/----/----/---- 0i2e e..e/..../..../....", 0, id="2 Parks absorb 2"),
        pytest.param(CLASSIC, "P--P/----/----/---- 0i2e e..+/..../..../....", -1, id="only where a unit was placed"),
        pytest.param(CLASSIC_WITH_PLAYGROUNDS, "G---/----/----/---- 0i1e +.../..../..../....", -1, id="no Playground"),
        pytest.param(EXPERT, "O---M/-----/-----/----- 1i3e +...+/...../...../.....", -2, id="an Office Tower uses 1"),
        pytest.param(
            UNEMPLOYMENT, "T---/----/----/---- 0i3e +.../..../..../....", -2, id="Unemployment, still -1 each"
        ),
    ],
)
def test_energy_left_over_costs_points_unless_a_park_absorbs_it(mission, text, vp):
    assert sheet_of(mission, text).categories["unused_energy"] == vp


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
        # Three in the middle column, two in districts 1 and 2.
        pytest.param(7, "PPPPP/--P--/--P--/-----", "+++++/..+../..+../.....", 2, id="a full row is no district"),
        pytest.param(7, "PPPPP/PPPPP/PPPPP/PPPPP", "+++++/+++++/+++++/+++++", 20, id="5 full districts"),
        pytest.param(7, "PPPPP/PPPPP/PPPPP/PPPP-", "+++++/+++++/+++++/++++.", 18, id="4 full, 1 square empty"),
        # The idle Shop has left before the districts are looked at.
        pytest.param(7, "PS---/PP---/-----/-----", "+..../++.../...../.....", 2, id="an idle building has left"),
        pytest.param(7, "PS---/PP---/-----/-----", "+0.../++.../...../.....", 4, id="a Shop without Customers stays"),
        pytest.param(7, "SS---/PP---/-----/-----", "...../++.../...../.....", 0, id="two idle buildings have left"),
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
        pytest.param(9, "SUF-/----/----/----", "2++./..../..../....", 0, id="as many of both"),
        pytest.param(9, "SUF-/----/----/----", "1++./..../..../....", 0, id="more workers pay nothing"),
        pytest.param(9, "SUFS/----/----/----", "3++4/..../..../....", -5, id="Customers of all Shops together"),
        pytest.param(9, "SU--/----/----/----", "3.../..../..../....", -3, id="nobody works in an idle Public Service"),
        pytest.param(9, "SHHU/----/----/----", "3+++/..../..../....", -2, id="a Harbor's Inhabitants are not counted"),
        pytest.param(1, "S---/----/----/----", "3.../..../..../....", 0, id="no other mission minds"),
    ],
)
def test_unemployment_costs_a_point_a_customer_above_the_workers(mission, grid, marks, vp):
    assert points("mission", mission, grid, marks) == vp


@pytest.mark.parametrize(
    ("mission", "text", "inhabitants", "empty"),
    [
        pytest.param(CLASSIC, "----/----/----/---- 9i0e ..../..../..../....", 0, 16, id="an empty Classic city"),
        pytest.param(EXPERT, "-----/-----/-----/----- 9i0e ...../...../...../.....", 0, 20, id="an empty Expert city"),
        pytest.param(CLASSIC, "UFHS/----/----/---- 9i1e +++4/..../..../....", 7, 12, id="workers and Customers"),
        pytest.param(CLASSIC, "UFHS/----/----/---- 9i1e +.+4/..../..../....", 6, 13, id="an idle building has left"),
        pytest.param(CLASSIC, "T3P--/----/----/---- 9i1e ++../..../..../....", 0, 14, id="nobody on towers and Parks"),
        pytest.param(EXPERT, "O5M---/-----/-----/----- 9i1e ++.../...../...../.....", 1, 18, id="1 on an Office Tower"),
    ],
)
def test_the_tie_break_counts_inhabitants_on_buildings_and_empty_squares(mission, text, inhabitants, empty):
    tiebreak = sheet_of(mission, text).tiebreak
    assert (tiebreak.inhabitants_on_buildings, tiebreak.empty_squares) == (inhabitants, empty)


@pytest.mark.parametrize(
    ("mission", "text"),
    [
        pytest.param(EXPERT, "T---/----/----/---- 0i1e +.../..../..../....", id="a Classic city in an Expert mission"),
        pytest.param(CLASSIC, "T----/-----/-----/----- 0i1e +..../...../...../.....", id="an Expert one in a Classic"),
    ],
)
def test_a_city_of_the_other_mode_is_refused(mission, text):
    city = City.parse(text)
    with pytest.raises(RuleError):
        score(city, city.allocation, MISSIONS[mission].rules)


# What the sheet says besides the points


@pytest.mark.parametrize(
    ("mission", "text", "category", "said"),
    [
        pytest.param(CLASSIC, "T3---/----/----/---- 0i1e +.../..../..../....", "tower_block", "3", id="floors"),
        pytest.param(CLASSIC, "S---/----/----/---- 4i1e 4.../..../..../....", "shop", "4", id="Customers"),
        pytest.param(CLASSIC, "U--U/----/----/---- 2i0e +..+/..../..../....", "public_service", "2", id="districts"),
        pytest.param(CLASSIC, "PT--/T---/----/---- 0i2e ++../+.../..../....", "park", "2", id="towers"),
        pytest.param(CLASSIC, "SFS-/----/----/---- 1i2e 0+0./..../..../....", "factory", "Shop", id="its Shops"),
        pytest.param(CLASSIC, "HHH-/----/----/---- 3i0e +++./..../..../....", "harbor", "row", id="a row"),
        pytest.param(CLASSIC, "H---/H---/----/---- 2i0e +.../+.../..../....", "harbor", "column", id="a column"),
        pytest.param(
            EXPERT, "O2O2O2--/-----/-----/----- 3i3e +++../...../...../.....", "office_tower", "3", id="group"
        ),
        pytest.param(EXPERT, "MS---/-----/-----/----- 0i1e +0.../...../...../.....", "monument", "Shop", id="a Shop"),
        pytest.param(CLASSIC, "----/----/----/---- 7i0e ..../..../..../....", "unused_inhabitants", "7", id="idle"),
        pytest.param(CLASSIC, "----/----/----/---- 0i7e ..../..../..../....", "unused_energy", "7", id="energy"),
        pytest.param(CLASSIC, "P--P/----/----/---- 0i2e e..e/..../..../....", "unused_energy", "2", id="parks"),
        pytest.param(UNEMPLOYMENT, "S---/----/----/---- 3i1e 3.../..../..../....", "mission", "3", id="shoppers"),
    ],
)
def test_the_reason_names_what_matters(mission, text, category, said):
    reasons = [line.reason for line in sheet_of(mission, text).lines if line.category == category]
    assert any(said in reason for reason in reasons), reasons


@pytest.mark.parametrize(
    ("decision", "mission", "matters", "does_not"),
    [
        pytest.param(
            *("D4", EXPERT),
            "OOOOO/O----/-----/----- 6i6e +++++/+..../...../.....",
            "OOO--/-----/OOO--/----- 6i6e +++../...../+++../.....",
            id="D4, six Office Towers in a group, or in two",
        ),
        pytest.param(
            *("D5", CLASSIC),
            "TP--/----/----/---- 0i0e .+../..../..../....",
            "TP--/----/----/---- 0i1e ++../..../..../....",
            id="D5, an idle building, or none",
        ),
        pytest.param(
            *("D6", 2),
            "GGGG/----/----/---- 0i0e ++++/..../..../....",
            "GGG-/----/----/---- 0i0e +++./..../..../....",
            id="D6, Playgrounds beside a full set, or none",
        ),
        pytest.param(
            *("D9", 6),
            "T*----/-----/-----/----- 0i0e ...../...../...../.....",
            "T*----/-----/-----/----- 0i1e +..../...../...../.....",
            id="D9, a Mayor tile in an idle tower, or in an active one",
        ),
        pytest.param(
            *("D10", 7),
            "S----/-----/-----/----- 0i0e ...../...../...../.....",
            "S----/-----/-----/----- 0i1e 0..../...../...../.....",
            id="D10, a district that lost a building, or none",
        ),
        pytest.param(
            *("D12", UNEMPLOYMENT),
            "SH--/----/----/---- 3i1e 2+../..../..../....",
            "SU--/----/----/---- 3i1e 2+../..../..../....",
            id="D12, a Harbor's Inhabitant would have been a worker, or not",
        ),
        pytest.param(
            *("D15", EXPERT_WITH_PLAYGROUNDS),
            "MG---/-----/-----/----- 0i0e ++.../...../...../.....",
            "MP--G/-----/-----/----- 0i0e ++..+/...../...../.....",
            id="D15, a Playground beside a Monument, or apart",
        ),
    ],
)
def test_a_decision_is_noted_where_it_matters(decision, mission, matters, does_not):
    assert decision in {note.decision for note in sheet_of(mission, matters).notes}
    assert decision not in {note.decision for note in sheet_of(mission, does_not).notes}
