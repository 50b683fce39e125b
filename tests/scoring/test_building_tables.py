"""Test the scoring table of each building, one fact per city. The expected VP come from the rulebooks."""

import pytest

from tests.scoring.sheets import CLASSIC, CLASSIC_WITH_PLAYGROUNDS, EXPERT, EXPERT_WITH_PLAYGROUNDS, points

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
        # Adjacent stacks stay separate: 10 + 3 + 1 VP.
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
        # 5 VP for two districts, and 1 + 2 VP printed.
        pytest.param(CLASSIC, "U1--U2/----/----/----", "+..+/..../..../....", 8, id="printed VP are added"),
        pytest.param(CLASSIC, "U2U2--/----/----/----", "++../..../..../....", 6, id="printed VP of one district"),
        pytest.param(CLASSIC, "U1--U2/----/----/----", "+.../..../..../....", 3, id="none without its Inhabitant"),
        pytest.param(CLASSIC, "U2---/----/----/----", NO_CLASSIC_MARKS, 0, id="no printed VP without an Inhabitant"),
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
        pytest.param(
            EXPERT, "-O---/TP---/-----/-----", "...../++.../...../.....", 2, id="an inactive Office Tower is removed"
        ),
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
            CLASSIC_WITH_PLAYGROUNDS, "TG--/----/----/----", ".+../..../..../....", 0, id="an inactive tower is removed"
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
        pytest.param(
            EXPERT, "-O---/SFH--/-----/-----", "...../0++../...../.....", 5, id="an inactive Office Tower is removed"
        ),
        pytest.param(EXPERT, "-M---/TFU--/-P---/-----", ".+.../+++../.+.../.....", 0, id="Expert, no other buildings"),
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
        # Row 1 has three Harbors, column A two: 7 + 3 VP. The Harbor in the corner counts in both.
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
        pytest.param(EXPERT, "H-HHH/-----/-----/-----", "+.+++/...../...../.....", 7, id="the same in Expert"),
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
        # 3 VP for the row and 3 VP for the column. The 2 printed VP count once, although the Harbor is in both.
        pytest.param(CLASSIC, "H2H--/H---/----/----", "++../+.../..../....", 8, id="printed VP count once"),
    ],
)
def test_harbors_score_their_longest_row_and_their_longest_column(mission, grid, marks, vp):
    assert points("harbor", mission, grid, marks) == vp


# The table printed in the rulebooks: the VP of a stack by the size of its group, then by its floors.
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
        # A pair brings 3 + 3 VP, and a lone stack of three floors 3 VP.
        pytest.param("O2O2---/-----/-----/----O3", "++.../...../...../....+", 9, id="every group for itself"),
        # Without C1, B1 stands alone (1 VP), and D1 is in a pair with E1 (6 + 1 VP).
        pytest.param(
            "-O2O5O3O/-----/-----/-----", ".+.++/...../...../.....", 8, id="an inactive tower splits the group"
        ),
        pytest.param("O5O5---/-----/-----/-----", "...../...../...../.....", 0, id="none without resources"),
        pytest.param("OTO--/-----/-----/-----", "+++../...../...../.....", 0, id="a Tower Block does not join them"),
        # In a larger group, each tower brings as much as in a group of five (decision D4 in docs/rules.md).
        pytest.param("OOOOO/O----/-----/-----", "+++++/+..../...../.....", 24, id="6 count as 5, 1 floor"),
        pytest.param("O2O2O2O2O2/O2----/-----/-----", "+++++/+..../...../.....", 54, id="6 count as 5, 2 floors"),
        # The group has seven towers: five of 1 floor (4 VP each), one of 3 floors (15 VP), one of 5 floors (30 VP).
        pytest.param("OOOOO/O3O5---/-----/-----", "+++++/++.../...../.....", 65, id="7 count as 5, mixed floors"),
        # If C2 is activated, it joins the two groups of five towers. Together they are a group of eleven.
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
        pytest.param(
            "-F---/HM---/-----/-----", "...../.+.../...../.....", 0, id="an inactive Factory and Harbor are removed"
        ),
        pytest.param(
            "-U---/SM---/-----/-----",
            "...../.+.../...../.....",
            0,
            id="an inactive Public Service and Shop are removed",
        ),
    ],
)
def test_monuments_score_by_the_buildings_beside_them(grid, marks, vp):
    assert points("monument", EXPERT_WITH_PLAYGROUNDS, grid, marks) == vp
