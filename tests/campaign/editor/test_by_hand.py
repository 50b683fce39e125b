"""Test the tools that allocate resources by hand."""

import pytest

from scoring import settle

pytestmark = pytest.mark.django_db


def test_resources_are_moved_by_hand(editor):
    editor.begin_with("T3S--/P-F-/----/---- 2i2e")
    editor.tap(do="by_hand")
    editor.evaluation.refresh_from_db()
    best = settle(editor.evaluation.as_city.unsettled, editor.evaluation.game.rules)
    assert editor.evaluation.allocation == str(best)
    assert "No better use exists" in editor.page
    editor.tap("A1")
    assert editor.city.endswith(" .2../+.../..../....")
    assert "VP left in the supply" in editor.page
    editor.tap("A2")
    assert editor.city.endswith(" .2../e.../..../....")
    editor.tap("A1")
    assert "no Energy Unit is left" in editor.said
    assert "A1" in editor.said
    editor.tap(do="best")
    assert editor.city == "T3S--/P-F-/----/---- 2i2e"


def test_a_tap_changes_the_customers_of_a_shop(editor):
    for tap, mark in (
        ({"do": "tap"}, "3"),
        ({"do": "up"}, "3"),
        ({"do": "down"}, "1"),
        ({"do": "digit", "digit": "0"}, "0"),
        ({"do": "digit", "digit": "4"}, "4"),
    ):
        editor.begin_with("S---/----/----/---- 4i1e 2.../..../..../....")
        editor.tap("A1", **tap)
        assert editor.city.endswith(f" {mark}.../..../..../...."), tap


def test_a_shop_with_all_customers_closes_at_the_next_tap(editor):
    editor.begin_with("S---/----/----/---- 2i1e 2.../..../..../....")
    editor.tap("A1")
    assert editor.city.endswith(" ..../..../..../....")


def test_a_smaller_supply_removes_resources_from_buildings(editor):
    editor.begin_with("S---/F---/----/---- 3i1e 2.../+.../..../....")
    editor.tap(do="supply", inhabitants="2", energy="1")
    assert editor.city == "S---/F---/----/---- 2i1e 2.../..../..../...."


def test_an_impossible_allocation_by_hand_is_refused(editor):
    for tap in ({"square": "B1"}, {"square": "A2"}, {"square": "A1", "do": "type", "brush": "P"}):
        city = "S---/P---/----/---- 2i0e ..../+.../..../...."
        editor.begin_with(city)
        editor.tap(**tap)
        assert "data-refused" in editor.page, tap
        assert editor.city == city, tap
