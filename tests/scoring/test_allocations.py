"""Test that an allocation that does not fit its city is refused. The error names the square and the mistake."""

from pathlib import Path

import pytest

from scoring import MISSIONS, AllocationError, City, ScoringError, score
from tests.tables import sections

REFUSED = sections(Path(__file__).with_name("refusals.txt"))[
    "an allocation that does not fit: mission, city, square, words of the sentence, case"
]


def test_an_allocation_is_refused_at_the_square_that_it_does_not_fit():
    for mission, text, square, words, case in REFUSED:
        city = City.parse(text)
        with pytest.raises(AllocationError) as caught:
            score(city, city.allocation, MISSIONS[int(mission)].rules)
        assert caught.value.square == square, case
        sentence = str(caught.value)
        assert square in sentence, case
        if words != "-":
            assert all(word in sentence.removeprefix(square) for word in words.split(", ")), case


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


def test_marks_of_another_board_are_refused():
    classic = City.parse("T---/----/----/---- 1i1e")
    expert = City.parse("T----/-----/-----/----- 1i1e +..../...../...../.....")
    with pytest.raises(ScoringError):
        score(classic, expert.allocation, MISSIONS[1].rules)
