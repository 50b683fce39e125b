"""Test that the best allocation beats all other allocations, under random tables, costs and bonuses."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import MISSIONS, Allocation, City, Kind, Mode, score, settle
from scoring.bonuses import (
    DistrictCompletion,
    EmptyCorners,
    FullRows,
    MayorTiles,
    PlaygroundSets,
    Unemployment,
    Variety,
)
from scoring.kinds import KINDS
from scoring.rules import CLASSIC_POINTS, EXPERT_POINTS, Rules
from scoring.settling import Prices, best_total, better_total, supply_prices
from scoring.settling.problem import VP
from tests.scoring.cities import small_cities

vp = st.integers(-6, 12)
cost = st.integers(0, 5)
any_prices = st.builds(Prices, *[st.integers(0, 9 * VP)] * 2)


def table(points, *, nothing=0):
    """Generate a table as long as `points`. `nothing` is the number of zeros at its beginning."""
    return st.tuples(*[st.just(0)] * nothing, *[vp] * (len(points) - nothing))


@st.composite
def points_of(draw, mode):
    """Generate point tables of any shape: falling, constant, with gaps, or below 0."""
    usual = CLASSIC_POINTS if mode is Mode.CLASSIC else EXPERT_POINTS
    if draw(st.booleans()):
        return usual
    return replace(
        usual,
        tower_block=draw(table(usual.tower_block)),
        shop=draw(table(usual.shop)),
        public_service=draw(table(usual.public_service, nothing=1)),
        park=draw(table(usual.park)),
        harbor=draw(table(usual.harbor, nothing=2)),
        factory=draw(st.dictionaries(st.sampled_from(Kind), vp, max_size=4)),
        monument=draw(st.dictionaries(st.sampled_from(Kind), vp, max_size=4)),
        office_tower=tuple(draw(table(row)) for row in usual.office_tower),
    )


@st.composite
def bonuses(draw):
    workplaces = [kind for kind, facts in KINDS.items() if facts.inhabitants]
    drawn = draw(
        st.lists(
            st.one_of(
                st.builds(PlaygroundSets, size=st.integers(1, 3), vp=vp),
                st.builds(MayorTiles, vp=vp),
                st.builds(DistrictCompletion, vp=st.lists(vp, min_size=1, max_size=3).map(tuple)),
                st.builds(Unemployment, workplaces=st.just(frozenset(workplaces[:2])), vp=cost),
                st.builds(FullRows, vp=vp),
                st.builds(EmptyCorners, vp=vp),
            ),
            max_size=3,
        )
    )
    prize = draw(st.lists(st.builds(Variety, vp=st.integers(1, 12)), max_size=1))
    return (*drawn, *prize)


@st.composite
def cities_and_rules(draw):
    """Generate a small city, and rules with random tables, bonuses and costs of unused resources."""
    mode = draw(st.sampled_from(Mode))
    rules = Rules(
        mode,
        draw(points_of(mode)),
        bonuses=draw(bonuses()),
        unused_inhabitant=draw(cost),
        unused_energy=draw(cost),
    )
    return draw(small_cities(mode, allocations=300)), rules


def allocations(city, rules):
    """Yield every allocation for which the supply suffices."""
    marks = []
    for building in city.squares:
        if building is None:
            marks.append(".")
        elif building.kind is Kind.SHOP:
            marks.append("." + "".join(map(str, range(len(rules.points.shop)))))
        elif building.kind is Kind.PARK:
            marks.append("+e")
        else:
            marks.append("+" if KINDS[building.kind].is_always_active else ".+")
    for choice in product(*marks):
        energy = sum(
            mark == "e" or (mark != "." and KINDS[building.kind].energy)
            for building, mark in zip(city.squares, choice, strict=True)
            if building
        )
        inhabitants = sum(
            int(mark) if mark.isdigit() else (mark == "+" and KINDS[building.kind].inhabitants)
            for building, mark in zip(city.squares, choice, strict=True)
            if building
        )
        if energy <= city.energy and inhabitants <= city.inhabitants:
            yield Allocation(city.board, "".join(choice))


def figures(city, allocation, rules):
    sheet = score(city, allocation, rules)
    return sheet.total, sheet.tiebreak.inhabitants_on_buildings, -sheet.tiebreak.empty_squares


def mission_9(**changes):
    return replace(MISSIONS[9].rules, **changes)


def is_the_best(city, rules):
    best = max(figures(city, allocation, rules) for allocation in allocations(city, rules))
    assert figures(city, settle(city, rules), rules) == best


@given(case=cities_and_rules())
@settings(deadline=None, max_examples=30)
def test_no_allocation_beats_the_settled_one_under_any_rules(case):
    is_the_best(*case)


@pytest.mark.slow
@pytest.mark.no_mutants
@given(case=cities_and_rules())
@settings(deadline=None, max_examples=600)
def test_no_allocation_beats_the_settled_one_under_many_rules(case):
    is_the_best(*case)


def is_the_better_total(city, rules, prices):
    best = best_total(city, rules)
    for one in (prices, supply_prices(city, rules)):
        assert better_total(city, rules, best - 1, one) == best
        assert better_total(city, rules, best, one) is None


@given(case=cities_and_rules(), prices=any_prices)
@settings(deadline=None, max_examples=30)
def test_a_better_total_is_found_at_any_prices_but_not_an_equal_one(case, prices):
    is_the_better_total(*case, prices)


@pytest.mark.slow
@pytest.mark.no_mutants
@given(case=cities_and_rules(), prices=any_prices)
@settings(deadline=None, max_examples=600)
def test_a_better_total_is_found_under_many_rules(case, prices):
    is_the_better_total(*case, prices)


@pytest.mark.parametrize(
    ("text", "rules", "total"),
    [
        pytest.param(
            "S---/----/----/---- 4i1e",
            mission_9(bonuses=(Unemployment(vp=4),)),
            -8,
            id="a Customer who costs more than staying at home",
        ),
        pytest.param(
            "SS--/----/----/---- 4i2e",
            replace(MISSIONS[1].rules, points=replace(CLASSIC_POINTS, shop=(0, 7, 9, 10, 11))),
            18,
            id="Customers who spread over two Shops",
        ),
        pytest.param(
            "U-U-/----/----/U-U- 2i0e",
            replace(MISSIONS[1].rules, points=replace(CLASSIC_POINTS, public_service=(0, 9, 10, 10, 10))),
            10,
            id="a first district that brings the most",
        ),
        pytest.param(
            "HHH-/----/----/---- 3i0e",
            replace(MISSIONS[1].rules, points=replace(CLASSIC_POINTS, harbor=(0, 0, 9, 1, 1))),
            8,
            id="a line that is too long",
        ),
        pytest.param(
            "HHU-/----/----/---- 3i0e",
            replace(MISSIONS[1].rules, points=replace(CLASSIC_POINTS, harbor=(0, 0, -9, 0, 0))),
            1,
            id="a line that costs more than an Inhabitant without work",
        ),
        pytest.param(
            "S---/----/----/---- 0i1e",
            replace(MISSIONS[1].rules, unused_energy=0, points=replace(CLASSIC_POINTS, shop=(-1, 0, 0, 0, 0))),
            0,
            id="a Shop that costs VP without Customers",
        ),
    ],
)
def test_rules_that_reward_restraint(text, rules, total):
    city = City.parse(text)
    assert score(city, settle(city, rules), rules).total == total
    is_the_best(city, rules)


@pytest.mark.parametrize(
    ("points", "said"),
    [
        pytest.param({"harbor": (0, 1, 3, 7, 12)}, "begin with two Harbors", id="VP for a single Harbor"),
        pytest.param({"public_service": (1, 2, 5, 9, 14)}, "without a Public Service", id="VP for no district"),
        pytest.param({"shop": (0, 1, 2, 3, 4, 5, 6)}, "at most 5 Customers", id="a mark the notation lacks"),
        pytest.param({"park": (0, 2, 4)}, "a park table of 5 entries", id="a short table"),
    ],
)
def test_tables_that_cannot_be_scored_are_refused(points, said):
    with pytest.raises(ValueError, match=said):
        replace(MISSIONS[1].rules, points=replace(CLASSIC_POINTS, **points))


def test_bonuses_that_count_different_workers_are_refused():
    bonuses = (Unemployment(), Unemployment(workplaces=frozenset({Kind.HARBOR})))
    with pytest.raises(ValueError, match="the same workplaces"):
        mission_9(bonuses=bonuses)
