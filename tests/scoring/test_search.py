"""Test the search for the best allocation. The tests use cities in which a wrong allocation looks good."""

import pytest

from scoring import MISSIONS, City, advise, score, settle
from scoring.advice import BEST
from scoring.bonuses import MayorTiles, Unemployment
from scoring.settling import best_total, better_total, supply_prices
from tests.scoring.second_opinion import brute_force


@pytest.mark.parametrize(
    ("mission", "city", "marks", "total"),
    [
        # One Inhabitant can work in one of two Factories. A1 has one Shop beside it (2 VP), D1 has two (4 VP).
        pytest.param(1, "FSSF/---S/----/---- 1i3e", ".00+/...0/..../....", 4, id="the better Factory comes last"),
        # The towers A1 and B2 stand beside both Parks. They bring 1 + 1 VP, and the Parks 4 + 4 VP.
        pytest.param(1, "TP--/PT--/----/---T2 0i2e", "++../++../..../....", 10, id="two towers share their Parks"),
        # Five towers in a group bring 4 VP each, but four bring only 3 VP each. The tall tower brings 6 VP.
        pytest.param(
            5, "OOOOO/-----/-----/T3---- 5i5e", "+++++/...../...../.....", 20, id="the fifth of a group is worth most"
        ),
        # The Inhabitant brings 1 VP as a Customer, but none in an Office Tower that stands alone.
        pytest.param(
            5, "SP---/-----/-----/----O 1i2e", "1e.../...../...../.....", 1, id="the Park absorbs the Energy Unit"
        ),
        # With the Energy Unit, the tower brings 12 VP. In the Shop, four Customers would bring only 7 VP.
        pytest.param(
            6, "T3**S---/-----/-----/----- 4i1e", "+..../...../...../.....", 8, id="Mayor tiles outweigh a Shop"
        ),
        # The Energy Units activate two of three towers. B1 and B2 bring 10 VP in all, but A4 and B1 bring only 8 VP.
        pytest.param(
            7, "PT---/PT---/-----/T2---- 0i2e", "++.../++.../...../.....", 10, id="a full district beats a taller tower"
        ),
        # Public Services in two districts bring 5 VP; two in one district bring only 2 VP.
        pytest.param(
            5, "-U---/-U---/-----/----U 2i0e", ".+.../...../...../....+", 5, id="Public Services of two districts"
        ),
        # District 4 brings 2 VP, because Office Tower, Monument and Park leave only one gap in it.
        pytest.param(
            7,
            "U-O--/-----/--M--/--P-- 1i2e",
            "..+../...../..+../..e..",
            7,
            id="buildings without needs help to fill a district",
        ),
        # The VP are equal with or without the Factory E3. The first tie-breaker is more Inhabitants on buildings.
        pytest.param(
            7, "-----/----S/---FF/----M 7i1e", "...../....5/...++/....+", 10, id="a tie goes to the Inhabitant at work"
        ),
        # The Office Tower or a third Customer would bring equal VP. The tie-breaker is fewer empty squares.
        pytest.param(
            5, "--S-O2/-H---/-H---/-HHHS 13i3e", "..5.+/.+.../.+.../.+++2", 28, id="a tie goes to the filled square"
        ),
        # Three Harbors in a column bring 7 VP. The row has a gap, so only two of its three Harbors bring VP.
        pytest.param(1, "H-HH/--H-/--H-/---- 3i0e", "..+./..+./..+./....", 7, id="the column is longer than the row"),
        # With the Energy Unit, the Shop fills district 1, which then brings 2 VP more. The tower brings 3 VP.
        pytest.param(
            7, "PP---/PS---/-----/---T2- 0i1e", "++.../+..../...../...+.", 5, id="a tower is worth more than a last gap"
        ),
        # The tower of two floors brings 1 VP alone. The two low towers beside each other bring 1 VP each.
        pytest.param(
            5, "O2----/-----/-----/---OO 2i2e", "...../...../...../...++", 2, id="two low towers and a taller one alone"
        ),
        # The Inhabitant brings 3 VP in the Harbor, but 2 VP in the Public Service.
        pytest.param(
            1, "U---/T---/--T2-/---H3 1i1e", "..../..../..+./...+", 6, id="only Public Services serve a district"
        ),
        # Any two adjacent Harbors bring 3 VP. The two on the right also have 2 printed VP.
        pytest.param(1, "-HHH2/----/----/---- 2i0e", "..++/..../..../....", 5, id="the last two of three Harbors"),
        # It is best to fill one Shop first: 7 + 1 VP, not 4 + 2 VP.
        pytest.param(1, "SS--/----/----/---- 5i2e", "41../..../..../....", 8, id="Customers crowd one Shop"),
        # A Customer without a worker costs 1 VP, but an unemployed Inhabitant costs 2 VP.
        pytest.param(9, "S---/----/----/---- 4i1e", "4.../..../..../....", 3, id="Customers pay without workers"),
        # An active Factory beside the Monument costs 5 VP. An unemployed Inhabitant costs only 1 VP.
        pytest.param(
            5, "MF---/-----/-----/----- 1i0e", "+..../...../...../.....", -1, id="a Factory spoils a Monument"
        ),
        # The Energy Unit brings equal VP on the Shop and on the Park. On the Shop, it leaves fewer empty squares.
        pytest.param(1, "SP--/----/----/---- 0i1e", "0+../..../..../....", 0, id="an open Shop is no empty square"),
        pytest.param(1, "----/----/----/---- 2i2e", "..../..../..../....", -4, id="an empty city"),
    ],
)
def test_the_search_is_not_tempted(mission, city, marks, total):
    city, rules = City.parse(city), MISSIONS[mission].rules
    best = settle(city, rules)
    sheet = score(city, best, rules)
    assert (str(best), sheet.total) == (marks, total)
    figures = sheet.total, sheet.tiebreak.inhabitants_on_buildings, sheet.tiebreak.empty_squares
    assert figures == brute_force(city, mission)[:3]


# The search takes long for these cities (see benchmarks/slow_cities.py). An integer programme proves each total.
HARD = [
    (5, "FFFFO5/H1H2HFO5/HH1HT4O5/FH3O5O5O 14i4e", "+..++/+++++/++..+/++..+", 119),
    (5, "O3O4O3O3O5/O5O3O4OO5/OO5O3O2O5/O5O3OO4O3 10i10e", "....+/++..+/.+..+/++.++", 247),
    (5, "OO5OO5O5/H3FHH1F/H1H1FO5O2/HHH2O3O 9i3e", ".+++./+++../+++../.....", 72),
    (6, "GSFO5F/GOO2O4O4/SO4HH3H/GO5H1H1F 24i6e", "+.+++/++++./.++++/+++++", 144),
    (6, "SHH2TS/FH2HOP/OFOFO/TFOOO 9i8e", "...+./.+.++/.++++/+.+++", 51),
    (6, "SSH1H3S/FSHHF/TTSHH2/TSFHH 16i7e", "5..+3/+0.++/+.0++/+0++.", 56),
    (7, "H2H1HSS/HH3HT5*T5/TSSSS/ST2H2HT5 27i4e", "+++../+++../..555/..+++", 74),
    (7, "H3H3PTP/H3HFOO/H2HOOO/HHTH2T 9i7e", "+++++/+.+++/..+++/..+..", 61),
    (7, "H3HOH3U2/HHHHH2/SSOTH1/STSU1P 9i7e", "+..++/+++++/00.+./0+0+e", 51),
    (7, "OOH2H1T/OOOOF/SH3HOO/SSSHH 6i6e", "....+/.++++/...++/.....", 31),
    (7, "SFH1O5H/SH3HH3O4/H3HO2O4O3/H1HFSS 34i6e", "5++.+/.++++/+++++/+++5.", 124),
    (7, "SSPO4S/FSOO2F/O5FO2O5F/FO2FO5O3 21i11e", "5.++./+1+++/+++++/+++++", 216),
    (7, "SSSU1F/TSH1TF/HHH2H3H/SFSH2T 13i8e", "20.++/+0+++/+++++/0+0++", 65),
    (7, "UHH2U2O5/O3UU1U1U1/OH1H3UH2/U1H3HHH3 5i12e", "+..++/..+../...../+....", 17),
    (9, "FFHF/SSH3H3/H1H2HH2/H2FHS 12i2e", ".+++/00++/++++/+++.", 57),
    (10, "SOO3O4T4/SST2O4S/SO4O5SO2/O5T5O3SO 22i10e", "5+++./5..+./5++../..+..", 127),
    (10, "HH1H1HH/O3OOH1H/OO3H2HO4/H2H1HH2O5 9i5e", "...../+..../++..+/+++++", 62),
]


@pytest.mark.parametrize(("mission", "city", "marks", "total"), HARD)
def test_a_search_that_takes_a_short_cut_finds_the_best(mission, city, marks, total):
    city, rules = City.parse(city), MISSIONS[mission].rules
    best = settle(city, rules)
    assert (str(best), score(city, best, rules).total) == (marks, total)


@pytest.mark.parametrize(
    ("mission", "city"),
    [
        *[(mission, city) for mission, city, *_ in HARD],
        (1, "TT2--/U1-F-/--H2-/PP-T 2i3e"),
        (2, "GGGG/T2TS-/PF--/---- 3i3e"),
        (5, "T2T--O/U2-H3-P/-----/F---M 2i2e"),
        (9, "SSU1-/HF-T/T---/---- 8i2e"),
        (9, "H-HH/T-HH/T2--S/T3T3T- 16i2e"),
    ],
)
def test_a_better_total_is_found_if_there_is_one(mission, city):
    city, rules = City.parse(city), MISSIONS[mission].rules
    most, prices = best_total(city, rules), supply_prices(city, rules)
    assert [better_total(city, rules, total, prices) for total in (most - 9, most - 1, most)] == [most, most, None]


@pytest.mark.parametrize(
    ("mission", "city", "marks"),
    [
        pytest.param(1, "T-TT/----/----/---- 0i2e", "+.+./..../..../....", id="equal towers from the left"),
        pytest.param(1, "T---/T---/T---/---- 0i2e", "+.../+.../..../....", id="equal towers from the top"),
        pytest.param(1, "PPP-/----/----/---- 0i2e", "ee+./..../..../....", id="equal Parks in reading order"),
        pytest.param(
            10, "U2H-UF/--H2ST/OFFPO2/UT*O2T*P 3i5e", "+..../...0+/...++/++.++", id="Public Services by columns"
        ),
        pytest.param(9, "H2PSP/S-S-/--H3-/U1SHU2 7i2e", "++.+/2.../..+./+0++", id="Shops by columns"),
        pytest.param(
            5, "-H2-H2H3/H2H1--H1/H2--HH3/H1H1HH2H3 3i1e", "...../...../....+/...++", id="Harbors of equal lines"
        ),
        pytest.param(6, "H1FH3H3F/-FH1H-/--F-F/F-F-H2 11i16e", "+++++/.++../..+.+/+...+", id="the longest row first"),
        pytest.param(6, "UHHHH/O1-HFH/--U-H/U2---- 7i9e", ".++++/..++./...../+....", id="of equal columns the first"),
        pytest.param(6, "UO5HHU/HHO4UO2/-----/----- 6i11e", "++.../++++./...../.....", id="the left one of equal rows"),
        pytest.param(
            7, "O-O-O3/O2SHO3S/USO3OO/FSSOO 8i3e", "...../...../+5+../+0...", id="the left one of equal Office Towers"
        ),
        pytest.param(
            10, "FFTOF/SOFTS/OOSTS/TOTFF 4i6e", "+++../0++../..0../+.+..", id="equal without any Office Tower"
        ),
    ],
)
def test_equal_optima_resolve_the_same_way_every_time(mission, city, marks):
    city, rules = City.parse(city), MISSIONS[mission].rules
    assert str(settle(city, rules)) == marks
    assert advise(city, settle(city, rules), rules)[0].text == BEST


def test_customers_cost_vp_only_by_a_bonus_that_says_so():
    assert Unemployment().penalty(9, workers=0) == 9
    assert MayorTiles(vp=3).penalty(9, workers=0) == 0
