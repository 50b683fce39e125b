"""Test the search for the best allocation. The tests use cities in which a wrong allocation looks good."""

from pathlib import Path

import pytest

from scoring import MISSIONS, City, advise, score, settle
from scoring.advice import BEST
from scoring.bonuses import MayorTiles, Unemployment
from scoring.settling import best_total, better_total, supply_prices
from tests.scoring.second_opinion import brute_force
from tests.tables import sections

TEMPTING, HARD, EQUAL = sections(Path(__file__).with_name("settled.txt")).values()


def settled(mission, text):
    """Return the city, the rules of a mission and the best allocation."""
    city, rules = City.parse(text), MISSIONS[int(mission)].rules
    return city, rules, settle(city, rules)


def test_the_search_is_not_tempted():
    for mission, text, marks, total, case in TEMPTING:
        city, rules, best = settled(mission, text)
        sheet = score(city, best, rules)
        assert (str(best), sheet.total) == (marks, int(total)), case
        figures = sheet.total, sheet.tiebreak.inhabitants_on_buildings, sheet.tiebreak.empty_squares
        assert figures == brute_force(city, int(mission))[:3], case


@pytest.mark.parametrize(("mission", "text", "marks", "total"), HARD)
def test_a_search_that_takes_a_short_cut_finds_the_best(mission, text, marks, total):
    city, rules, best = settled(mission, text)
    assert (str(best), score(city, best, rules).total) == (marks, int(total))


@pytest.mark.parametrize(
    ("mission", "city"),
    [
        *[(int(mission), city) for mission, city, *_ in HARD],
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


def test_equal_optima_resolve_the_same_way_every_time():
    for mission, text, marks, case in EQUAL:
        city, rules, best = settled(mission, text)
        assert str(best) == marks, case
        assert advise(city, best, rules)[0].text == BEST, case


def test_customers_cost_vp_only_by_a_bonus_that_says_so():
    assert Unemployment().penalty(9, workers=0) == 9
    assert MayorTiles(vp=3).penalty(9, workers=0) == 0
