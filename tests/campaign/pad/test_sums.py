"""Test the sums that players type on a score pad."""

import pytest

from campaign.scores.score_pad import PadError, pad_tiebreak, pad_values, parse_sum
from scoring import CATEGORIES, MISSIONS


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", 0),
        ("7", 7),
        ("3+6+2", 11),
        (" 3 + 6 - 2 ", 7),
        ("-4", -4),
        ("+5", 5),
        ("\N{MINUS SIGN}4", -4),
        ("6\N{EN DASH}2", 4),
    ],
)
def test_a_sum_has_its_value(text, value):
    assert parse_sum(text) == value


@pytest.mark.parametrize(
    "text", ["x", "3+", "+", "--3", "3*6", "3.5", "1e9", "٣", "🏙️", "1+" * 5000 + "1", "\x00", "3=3"]
)
def test_text_that_is_no_sum_is_refused(text):
    with pytest.raises(PadError, match=r"3\+6\+2"):
        parse_sum(text)


@pytest.mark.parametrize("text", ["999+1", "-999-1", "1234", "999999", "9" * 60])
def test_a_number_beyond_any_category_is_refused_with_the_range(text):
    with pytest.raises(PadError, match="Type a number from −999 to 999"):
        parse_sum(text)


@pytest.mark.parametrize("text", ["4 2", "3+4 2", "4\t2", "4\N{NO-BREAK SPACE}2"])
def test_two_numbers_need_a_sign_between_them(text):
    with pytest.raises(PadError, match="Put a plus between the numbers"):
        parse_sum(text)


def test_a_penalty_may_be_typed_with_or_without_a_minus():
    typed, plain = ({"unused_energy": text} for text in ("-2", "2"))
    rules = MISSIONS[1].rules
    assert pad_values(typed, rules) == pad_values(plain, rules) == dict.fromkeys(CATEGORIES, 0) | {"unused_energy": -2}


def test_a_category_that_the_mode_lacks_scores_0_vp():
    assert sum(pad_values({"monument": "20"}, MISSIONS[1].rules).values()) == 0


def test_tie_break_figures_are_known_only_when_typed():
    assert pad_tiebreak({"empty_squares": "0"}) == (None, 0)
