"""Test a city that is typed or pasted as a line of text."""

import pytest

from tests.campaign.editor.tapping import EMPTY, REAL_CITY
from tests.sweeps import sweep

pytestmark = pytest.mark.django_db


def test_a_pasted_city_replaces_the_old_one(expert):
    expert.tap("A1", brush="T").tap(do="paste", city=REAL_CITY)
    assert expert.city == REAL_CITY
    assert 'id="supply"' in expert.page


@pytest.mark.parametrize(
    ("text", "sentence"),
    sweep(
        [
            ("", "A city is a line such as"),
            ("T5---/----/----/---- 0i0e", "A1: Tower Block with 5 floors"),
            (REAL_CITY, "This city stands on the board of Expert Mode"),
            ("T" * 10_000, "a city never needs more than 200"),
            ("🏙️---/----/----/---- 0i0e", "does not belong to the notation"),
            ("----/----/----/---- 1000i0e", "No city has more than 999"),
            ("T---/----/----/---- -1i0e", "is no supply"),
            ("<script>alert(1)</script>", "Row 1 has 16 squares"),
            ("T---/----/----/---- 0i0e +.../..../..../....", "no Energy Unit is left"),
        ]
    ),
)
def test_a_bad_line_is_explained_at_the_field_and_kept(editor, text, sentence):
    editor.tap(do="paste", city=text)
    assert editor.response.status_code == 200
    assert sentence in editor.page
    assert text in editor.page
    assert "<script>alert" not in editor.response.content.decode()
    assert editor.city == EMPTY


def test_a_pasted_line_may_have_small_letters(editor):
    for text in (
        "t3su1-/p-fh2/----/---- 12i5e",
        "T3SU1-/P-FH2/----/---- 12I5E",
        "t3su1-/p-fh2/----/---- 12i5E +4+./e.++/..../....",
    ):
        editor.tap(do="paste", city=text)
        assert editor.response.status_code == 200, text
        assert editor.city.startswith("T3SU1-/P-FH2/----/---- 12i5e"), text


def test_the_wrong_character_is_marked(editor):
    editor.tap(do="paste", city="TZ--/----/----/---- 0i0e")
    assert "<code>T<mark>Z</mark>--/" in editor.page
