"""Test the engine's advice to a player whose allocation can be improved."""

import pytest
from hypothesis import given, settings

from scoring import MISSIONS, Allocation, AllocationError, City, RuleError, advise, score, settle
from scoring.advice import ABSORB, ACTIVATE, BEST, CUSTOMERS, GAIN, LEAVE_OUT, TIEBREAK
from tests.scoring.cities import MISSIONS_OF, SUPPLIES, dice, random_allocation, random_city, settled_cities


def advice(text, mission=1):
    city = City.parse(text)
    return [str(message) for message in advise(city, city.allocation, MISSIONS[mission].rules)]


# Sentences ------------------------------------------------------------------------------------------------------------


def test_the_best_allocation_gets_one_sentence():
    assert advice("T3---/----/----/---- 3i1e +.../..../..../....") == [
        "No better use exists: 3 VP is the most this city can reach, tie-break included."
    ]


def test_the_gain_comes_first_and_then_the_building_to_activate():
    # The tower would bring 6 VP. Now it brings nothing, and the unused Energy Unit costs 1 VP.
    assert advice("T3---/----/----/---- 0i1e ..../..../..../....") == [
        "7 VP left in the supply: 6 VP are possible instead of -1.",
        "Activate this building: A1.",
    ]


def test_several_buildings_are_named_in_reading_order():
    assert advice("T3--T/--T-/----/---- 0i3e ..../..../..../....")[1:] == ["Activate these buildings: A1, D1, C2."]


def test_the_building_to_leave_out_is_named():
    # The only Energy Unit brings 6 VP at A1, but 1 VP at B1.
    assert advice("T3T--/----/----/---- 0i1e .+../..../..../....")[1:] == [
        "Activate this building: A1.",
        "Leave this building without its resources: B1.",
    ]


def test_several_buildings_to_leave_out_are_named():
    # Each Harbor beside the Monument costs it 5 VP. Two unemployed Inhabitants cost only 2 VP.
    assert advice("HMH--/-----/-----/----- 2i0e +++../...../...../.....", 5) == [
        "8 VP left in the supply: -2 VP are possible instead of -10.",
        "Leave these buildings without their resources: A1, C1.",
    ]


def test_the_customers_of_each_shop_are_said():
    # Two Shops with 3 Customers each bring 8 VP; with 4 and 2 Customers they bring 9 VP.
    assert advice("SS--/----/----/---- 6i2e 33../..../..../....") == [
        "1 VP left in the supply: 9 VP are possible instead of 8.",
        "A1: 4 Customers.",
        "B1: 2 Customers.",
    ]


def test_a_single_customer_is_one_customer():
    # Two Shops with 2 and 3 Customers bring 6 VP; with 1 and 4 Customers they bring 8 VP.
    assert advice("SS--/----/----/---- 5i2e 23../..../..../....")[1:] == ["A1: 1 Customer.", "B1: 4 Customers."]


def test_a_shop_to_open_gets_its_customers_too():
    assert advice("-S--/----/----/---- 3i1e ..../..../..../....")[1:] == [
        "Activate this building: B1.",
        "B1: 3 Customers.",
    ]


def test_a_park_to_absorb_is_named():
    assert advice("P---/----/----/---- 0i1e +.../..../..../....") == [
        "1 VP left in the supply: 0 VP are possible instead of -1.",
        "Put an Energy Unit on this Park: A1.",
    ]


def test_several_parks_to_absorb_are_named():
    assert advice("P-P-/----/----/---- 0i2e +.+./..../..../....")[1:] == [
        "Put an Energy Unit on each of these Parks: A1, C1."
    ]


def test_a_better_tie_break_is_advised_where_no_point_can_be_gained():
    # 3 Customers bring 4 VP. 2 Customers and a Public Service bring 2 + 2 VP, and fill one more square.
    assert advice("SU--/----/----/---- 3i1e 3.../..../..../....") == [
        "4 VP is the most this city can reach, but the tie-break could be better.",
        "Activate this building: B1.",
        "A1: 2 Customers.",
    ]


def test_points_are_gained_by_the_missions_own_rules():
    # Mission 6: the tower with the Mayor tile brings 1 + 3 VP, the tower of two floors 3 VP.
    assert advice("T*T2---/-----/-----/----- 0i1e .+.../...../...../.....", 6) == [
        "1 VP left in the supply: 4 VP are possible instead of 3.",
        "Activate this building: A1.",
        "Leave this building without its resources: B1.",
    ]


# No advice about equal allocations ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("SS--/----/----/---- 4i2e 40../..../..../....", id="the first Shop full"),
        pytest.param("SS--/----/----/---- 4i2e 04../..../..../....", id="the other Shop full"),
        pytest.param("P-P-/----/----/---- 0i1e e.+./..../..../....", id="the first Park absorbs"),
        pytest.param("P-P-/----/----/---- 0i1e +.e./..../..../....", id="the other Park absorbs"),
        pytest.param("T2T2--/----/----/---- 0i1e +.../..../..../....", id="the first tower"),
        pytest.param("T2T2--/----/----/---- 0i1e .+../..../..../....", id="the other tower"),
    ],
)
def test_exchanging_two_equal_buildings_is_not_advised(text):
    found = advice(text)
    assert len(found) == 1
    assert "No better use exists" in found[0]


def test_advice_that_gains_vp_does_not_move_customers_between_shops():
    # An activated Factory brings 2 VP. It also uses the last Inhabitant, whose unemployment costs 1 VP.
    assert advice("SSF-/----/----/---- 5i2e 04../..../..../....") == [
        "3 VP left in the supply: 9 VP are possible instead of 6.",
        "Activate this building: C1.",
    ]


def test_advice_that_gains_vp_does_not_move_energy_units_between_parks():
    assert advice("PPT-/----/----/---- 0i2e +e../..../..../....")[1:] == ["Activate this building: C1."]


# Following the advice -------------------------------------------------------------------------------------------------


def followed(city, own, messages):
    """Return the allocation after a player has followed the advice exactly."""
    names = city.board.names
    marks = dict(zip(names, own.marks, strict=True))
    for message in messages[1:]:
        if message.text == ACTIVATE:
            for name in message.params["squares"].split(", "):
                marks[name] = "0" if str(city.squares[names.index(name)]) == "S" else "+"
        elif message.text == LEAVE_OUT:
            marks |= dict.fromkeys(message.params["squares"].split(", "), ".")
        elif message.text == ABSORB:
            marks |= dict.fromkeys(message.params["squares"].split(", "), "e")
        else:
            assert message.text == CUSTOMERS
            marks[message.params["square"]] = str(message.params["count"])
    needs_energy = {"T", "S", "O"}
    spent = sum(
        mark != "." and str(building)[:1] in needs_energy
        for mark, building in zip(marks.values(), city.squares, strict=True)
    )
    for name in names:
        if marks[name] == "e" and spent + list(marks.values()).count("e") > city.energy:
            marks[name] = "+"
    return Allocation(city.board, "".join(marks.values()))


def following_reaches_the_best(city, own, rules):
    messages = advise(city, own, rules)
    best = score(city, settle(city, rules), rules)
    before = score(city, own, rules)
    if (before.total, before.tiebreak) == (best.total, best.tiebreak):
        assert [message.text for message in messages] == [BEST]
        return
    assert messages[0].text == (TIEBREAK if before.total == best.total else GAIN)
    assert len(messages) > 1
    after = score(city, followed(city, own, messages), rules)
    assert (after.total, after.tiebreak) == (best.total, best.tiebreak)


@pytest.mark.slow
@pytest.mark.no_mutants
@pytest.mark.parametrize("supply", SUPPLIES)
@pytest.mark.parametrize("mission", MISSIONS)
def test_following_the_advice_gives_the_best(mission, supply):
    rng = dice("advice", mission, supply)
    for _ in range(10):
        city = random_city(rng, mission, supply)
        own = Allocation.parse(random_allocation(rng, city, mission))
        following_reaches_the_best(city, own, MISSIONS[mission].rules)


@pytest.mark.slow
@pytest.mark.no_mutants
@given(city=settled_cities())
@settings(deadline=None)
def test_following_the_advice_gives_the_best_in_any_city(city):
    for mission in MISSIONS_OF[city.mode]:
        following_reaches_the_best(city, city.allocation, MISSIONS[mission].rules)


# Cities without advice ------------------------------------------------------------------------------------------------


def test_an_allocation_that_spends_too_much_gets_an_error_and_no_advice():
    with pytest.raises(AllocationError) as caught:
        advice("T3T--/----/----/---- 0i1e ++../..../..../....")
    assert caught.value.square == "B1"


def test_a_city_of_the_other_mode_gets_an_error_and_no_advice():
    with pytest.raises(RuleError):
        advice("T3---/----/----/---- 0i1e +.../..../..../....", 5)
