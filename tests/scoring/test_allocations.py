"""Test that an allocation that does not fit its city is refused. The error names the square and the mistake."""

import pytest

from scoring import MISSIONS, AllocationError, City, ScoringError, score


def check_refused(mission, text, at):
    """Check that the allocation of a city is refused, and that the sentence names this square."""
    city = City.parse(text)
    with pytest.raises(AllocationError) as caught:
        score(city, city.allocation, MISSIONS[mission].rules)
    assert caught.value.square == at
    assert at in str(caught.value)


@pytest.mark.parametrize(
    ("mission", "text", "square"),
    [
        pytest.param(1, "-U--/----/----/---- 0i0e .+../..../..../....", "B1", id="no Inhabitant for a worker"),
        pytest.param(1, "UFH-/----/----/---- 2i0e +++./..../..../....", "C1", id="a third worker of two"),
        pytest.param(1, "---S/----/----/---- 3i1e ...4/..../..../....", "D1", id="a fourth Customer of three"),
        pytest.param(1, "S---/U---/----/---- 4i1e 4.../+.../..../....", "A2", id="all Inhabitants are shopping"),
        pytest.param(1, "----/T---/----/---- 0i0e ..../+.../..../....", "A2", id="no energy for a tower"),
        pytest.param(1, "----/----/S---/---- 4i0e ..../..../0.../....", "A3", id="no energy for a Shop"),
        pytest.param(1, "TTT-/----/----/---- 0i2e +++./..../..../....", "C1", id="a third tower of two units"),
        pytest.param(1, "T--P/----/----/---- 0i1e +..e/..../..../....", "D1", id="no energy left for a Park"),
        pytest.param(5, "----O/-----/-----/----- 0i1e ....+/...../...../.....", "E1", id="an Office Tower, no worker"),
        pytest.param(5, "----O/-----/-----/----- 1i0e ....+/...../...../.....", "E1", id="an Office Tower, no energy"),
    ],
)
def test_an_allocation_may_not_spend_more_than_the_supply(mission, text, square):
    check_refused(mission, text, at=square)


@pytest.mark.parametrize(
    ("cell", "mark"),
    [
        pytest.param("T", "0", id="no digit on a Tower Block"),
        pytest.param("T", "1", id="no Customer on a Tower Block"),
        pytest.param("T", "e", id="no absorbed energy on a Tower Block"),
        pytest.param("S", "+", id="no plus on a Shop"),
        pytest.param("S", "e", id="no absorbed energy on a Shop"),
        pytest.param("S", "5", id="5 Customers in Classic"),
        pytest.param("U", "1", id="no digit on a Public Service"),
        pytest.param("U", "e", id="no absorbed energy on a Public Service"),
        pytest.param("F", "1", id="no digit on a Factory"),
        pytest.param("F", "e", id="no absorbed energy on a Factory"),
        pytest.param("H", "1", id="no digit on a Harbor"),
        pytest.param("H", "e", id="no absorbed energy on a Harbor"),
        pytest.param("P", ".", id="a Park cannot be inactive"),
        pytest.param("P", "1", id="no digit on a Park"),
        pytest.param("G", ".", id="a Playground cannot be inactive"),
        pytest.param("G", "e", id="a Playground absorbs nothing"),
        pytest.param("G", "1", id="no digit on a Playground"),
        pytest.param("-", "+", id="no plus on an empty square"),
        pytest.param("-", "0", id="no digit on an empty square"),
        pytest.param("-", "4", id="no Customers on an empty square"),
        pytest.param("-", "e", id="no energy on an empty square"),
    ],
)
def test_a_mark_must_fit_its_square(cell, mark):
    check_refused(3, f"----/--{cell}-/----/---- 20i20e ..../..{mark}./..../....", at="C2")


@pytest.mark.parametrize(
    ("cell", "mark"),
    [
        pytest.param("O", "1", id="no digit on an Office Tower"),
        pytest.param("O", "e", id="no absorbed energy on an Office Tower"),
        pytest.param("M", ".", id="a Monument cannot be inactive"),
        pytest.param("M", "e", id="a Monument absorbs nothing"),
        pytest.param("M", "1", id="no digit on a Monument"),
    ],
)
def test_a_mark_must_fit_its_expert_square(cell, mark):
    check_refused(10, f"-----/--{cell}--/-----/----- 20i20e ...../..{mark}../...../.....", at="C2")


def test_the_error_about_too_many_customers_names_the_limit():
    city = City.parse("----/--S-/----/---- 9i1e ..../..5./..../....")
    with pytest.raises(AllocationError, match="4"):
        score(city, city.allocation, MISSIONS[1].rules)


@pytest.mark.parametrize(
    ("text", "mentions"),
    [
        pytest.param("U---/----/----/---- 0i9e +.../..../..../....", "Inhabitant", id="a worker"),
        pytest.param("S---/----/----/---- 3i9e 4.../..../..../....", "Inhabitant", id="a Customer"),
        pytest.param("T---/----/----/---- 9i0e +.../..../..../....", "Energy Unit", id="a tower's energy"),
        pytest.param("P---/----/----/---- 9i0e e.../..../..../....", "Energy Unit", id="a Park's energy"),
        pytest.param("S---/----/----/---- 9i0e 4.../..../..../....", "Energy Unit", id="a Shop's energy"),
    ],
)
def test_the_error_names_the_lacking_resource(text, mentions):
    city = City.parse(text)
    with pytest.raises(AllocationError, match=mentions):
        score(city, city.allocation, MISSIONS[1].rules)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        pytest.param(
            "UU--/----/----/---- 1i0e ++../..../..../....",
            "B1: no Inhabitant is left for this building; the player has only 1.",
            id="the second of two Public Services",
        ),
        pytest.param(
            "UU--/----/----/---- 0i0e .+../..../..../....",
            "B1: no Inhabitant is left for this building; the player has only 0.",
            id="none for a building that is not activated",
        ),
        pytest.param(
            "PT--/----/----/---- 0i1e e+../..../..../....",
            "B1: no Energy Unit is left for this building; the player has only 1.",
            id="the Park took the only one",
        ),
    ],
)
def test_the_building_that_the_supply_does_not_reach_is_named(text, told):
    city = City.parse(text)
    with pytest.raises(AllocationError) as refusal:
        score(city, city.allocation, MISSIONS[1].rules)
    assert str(refusal.value) == told


@pytest.mark.parametrize(
    ("cell", "mark", "name"),
    [
        pytest.param("T", "2", "Tower Block", id="a Tower Block"),
        pytest.param("S", "+", "Shop", id="a Shop"),
        pytest.param("U", "2", "Public Service", id="a Public Service"),
        pytest.param("F", "e", "Factory", id="a Factory"),
        pytest.param("H", "e", "Harbor", id="a Harbor"),
        pytest.param("P", ".", "Park", id="a Park"),
        pytest.param("G", "e", "Playground", id="a Playground"),
        pytest.param("-", "+", "empty", id="an empty square"),
    ],
)
def test_the_error_about_a_wrong_mark_names_the_mark_and_the_building(cell, mark, name):
    city = City.parse(f"{cell}---/----/----/---- 9i9e {mark}.../..../..../....")
    with pytest.raises(AllocationError, match=name) as caught:
        score(city, city.allocation, MISSIONS[3].rules)
    assert mark in str(caught.value).removeprefix("A1")


def test_marks_of_another_board_are_refused():
    classic = City.parse("T---/----/----/---- 1i1e")
    expert = City.parse("T----/-----/-----/----- 1i1e +..../...../...../.....")
    with pytest.raises(ScoringError):
        score(classic, expert.allocation, MISSIONS[1].rules)
