"""Test several taps in one request, and the parts in an answer to a tap."""

import re
from urllib.parse import urlencode

import pytest

from campaign.models.history import UNNAMED
from scoring import City
from tests.campaign.editor.tapping import EMPTY, HTMX, tags

pytestmark = pytest.mark.django_db


# --- Several taps in one request --------------------------------------------------------------------------------------


def together(editor, *taps):
    """Send several taps in one request, as a page does after it waited for an earlier answer."""
    sent = [urlencode({"key": f"k{number}"} | tap) for number, tap in enumerate(taps)]
    editor.response = editor.client.post(editor.address, {"version": editor.version, "tap": sent}, headers=HTMX)
    if editor.response.status_code == 200:
        editor.version = int(re.search(r'name="version" value="(\d+)"', editor.page)[1])
    return editor


SHOP, FACTORY = {"square": "A1", "brush": "S"}, {"square": "B1", "brush": "F"}


def test_each_of_several_taps_in_one_request_is_a_step_of_the_history(editor):
    together(editor, SHOP, FACTORY, {"do": "supply", "inhabitants": 3, "energy": 2})
    assert editor.city == "SF--/----/----/---- 3i2e"
    steps = editor.evaluation.history.filter(version__gt=0).order_by("history_id")
    assert list(steps.values_list("version", "city")) == [
        (1, "S---/----/----/---- 0i0e"),
        (2, "SF--/----/----/---- 0i0e"),
        (3, "SF--/----/----/---- 3i2e"),
    ]
    editor.tap(do="undo")
    assert editor.city == "SF--/----/----/---- 0i0e"


@pytest.mark.parametrize("count", [1, 20])
def test_several_taps_in_one_request_take_as_many_queries_as_one(editor, count, django_assert_num_queries):
    names = editor.evaluation.game.rules.board.names
    with django_assert_num_queries(6):
        together(editor, *({"square": name, "brush": "T"} for name in (names + names)[:count]))
    assert editor.evaluation.history.filter(version__gt=0).count() == count


def test_several_taps_sent_twice_are_carried_out_once(editor):
    taps = [SHOP, {"square": "B1", "brush": "T"}, {"square": "B1", "brush": "T"}]
    together(editor, *taps)
    editor.version = 0  # the answer was lost, so the page still has the old version
    together(editor, *taps)
    assert editor.city == "ST2--/----/----/---- 0i0e"
    assert editor.evaluation.version == 3


def test_one_refused_tap_of_several_gets_a_message_and_the_others_count(editor):
    together(editor, SHOP, {"square": "A1", "do": "up"}, FACTORY)
    assert editor.city == "SF--/----/----/---- 0i0e"
    assert "A1" in editor.said


def test_one_late_tap_of_several_is_left_out_and_the_others_count(editor, ben):
    ben.tap("B1", brush="U")
    together(editor, SHOP, FACTORY, {"square": "B1", "do": "clear"}, {"square": "C1", "brush": "T"})
    assert editor.response.status_code == 409
    assert editor.city == "SUT-/----/----/---- 0i0e"
    assert editor.said == "Ben changed B1 first, and that stays. Your other taps are saved."


def test_the_last_typed_supply_counts_even_if_it_equals_the_stored_one(editor):
    figures = [{"inhabitants": 5, "energy": 1}, {"inhabitants": 0, "energy": 0}]
    together(editor, SHOP, *({"do": "supply", **each} for each in figures))
    assert editor.city == "S---/----/----/---- 0i0e"


def test_a_tap_after_four_hundred_taps_makes_as_many_queries_as_the_first(editor, django_assert_num_queries):
    def cost(square):
        shown = " ".join(tags(editor.whole_page).values())
        with django_assert_num_queries(6):
            editor.tap(square, brush="P", seen=shown)
        return len(editor.response.content)

    first = cost("A1")
    cities = (City.parse("P---/----/----/---- 1i0e"), City.parse("P---/----/----/---- 0i0e"))
    editor.evaluation.refresh_from_db()
    editor.evaluation.record_each([(city, UNNAMED) for city in cities * 200], version=editor.version)
    editor.version = editor.evaluation.version
    assert editor.version == 401
    assert cost("B1") < first * 1.5


def test_undo_is_not_carried_out_with_other_taps_of_a_request(editor):
    together(editor, SHOP, {"do": "undo"})
    assert editor.city == "S---/----/----/---- 0i0e"


def test_more_taps_than_a_page_sends_at_once_are_refused(editor):
    together(editor, *[SHOP] * 21)
    assert editor.response.status_code == 400
    assert editor.city == EMPTY


# --- The parts in an answer -------------------------------------------------------------------------------------------


def test_the_answer_to_a_tap_has_only_the_changed_parts(editor):
    shown = tags(editor.whole_page)
    editor.tap("A1", brush="P", seen=" ".join(shown.values()))
    assert {"board-A1", "bar", "state", "line", "prompt", "steps"} <= tags(editor.page).keys()
    assert "board-B1" not in tags(editor.page)
    shown |= tags(editor.page)
    editor.tap("C3", brush="T", seen=" ".join(shown.values()))
    squares = {name for name in tags(editor.page) if name.startswith("board-")}
    assert squares == {"board-A1", "board-C3"}, "the one that was chosen, and the one that is"
    shown |= tags(editor.page)
    editor.tap("C3", brush="T", seen=" ".join(shown.values()))
    assert "sheet" not in tags(editor.page)
    assert "sheet-tower_block" in tags(editor.page)


def test_a_page_after_taps_shows_the_same_as_after_a_reload(editor):
    shown = tags(editor.whole_page)
    taps = ({"square": "A1", "brush": "S"}, {"square": "B1", "brush": "F"}, {"square": "C1", "brush": "P"})
    for tap in (*taps, {"do": "supply", "at": "C1", "inhabitants": 4, "energy": 3}):
        editor.tap(**tap, seen=" ".join(shown.values()))
        shown |= tags(editor.page)
    anew = tags(editor.whole_page)
    of_the_steppers = {"supply"}  # not redrawn: its number fields already show the typed numbers
    assert {name: shown[name] for name in anew.keys() - of_the_steppers} == {
        name: anew[name] for name in anew.keys() - of_the_steppers
    }
