"""Test the error messages about wrong notations. Also test the `repr` of cities and allocations."""

import pytest

from scoring import Allocation, City, NotationError

SETTLED = "T3SU1-/P-FH2/----/---- 12i5e +4+./e.++/..../...."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        pytest.param("---/---/---/--- 0i0e", "Row 1 has 3 squares; a Classic row has 4, an Expert row 5.", id="3"),
        pytest.param("-/-/-/- 0i0e", "Row 1 has 1 square; a Classic row has 4, an Expert row 5.", id="1"),
        pytest.param("----/-----/----/---- 0i0e", "Row 2 has 5 squares, but the rows above have 4.", id="row 2"),
    ],
)
def test_the_error_about_a_row_of_the_wrong_width_names_the_right_widths(text, sentence):
    with pytest.raises(NotationError) as refusal:
        City.parse(text)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        pytest.param("----/----/---- 0i0e", "There must be 4 rows separated by /, not 3.", id="three rows"),
        pytest.param("----/----/----/----/---- 0i0e", "There must be 4 rows separated by /, not 5.", id="five rows"),
        pytest.param(
            "T5---/----/----/---- 0i0e", "A1: Tower Block with 5 floors; here it has 1 to 4.", id="five floors"
        ),
        pytest.param(
            "-U3--/----/----/---- 0i0e",
            "B1: Public Service with 3 VP printed on it; it shows 0 to 2.",
            id="three printed VP",
        ),
        pytest.param(
            "T2***---/----/----/---- 0i0e", "A1: 3 Mayor tiles, but the stack has only 2.", id="three Mayor tiles"
        ),
        pytest.param(
            "----/----/----/---- 0i0e ..../..../..../.... 1",
            "After the allocation the city is complete; 1 is too much.",
            id="something after the end",
        ),
        pytest.param("-" * 201, "This text has 201 characters; a city never needs more than 200.", id="too long"),
        pytest.param("T\u0663--/", "Write numbers with the digits 0 to 9, not \u0663.", id="an Arabic digit"),
        pytest.param("T\t--/", "There is an invisible control character at place 2; remove it.", id="a tab"),
        pytest.param("T\u00e9--/", "\u00e9 does not belong to the notation.", id="an accent"),
    ],
)
def test_a_refusal_says_what_is_possible(text, sentence):
    with pytest.raises(NotationError) as refusal:
        City.parse(text)
    assert str(refusal.value) == sentence


def test_the_repr_of_a_city_or_an_allocation_is_a_call_that_rebuilds_it():
    city = City.parse(SETTLED)
    assert repr(city) == f"City.parse({SETTLED!r})"
    assert repr(city.allocation) == "Allocation.parse('+4+./e.++/..../....')"


def test_a_city_is_settled_by_an_allocation_and_unsettled_without():
    city = City.parse(SETTLED)
    other = Allocation.parse("+3+./e.++/..../....")
    assert city.settled(other) == City.parse("T3SU1-/P-FH2/----/---- 12i5e +3+./e.++/..../....")
    assert city.unsettled == City.parse("T3SU1-/P-FH2/----/---- 12i5e")
