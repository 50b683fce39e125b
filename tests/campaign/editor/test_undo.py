"""Test undo and redo, and the names of their buttons."""

import re

import pytest

from tests.campaign.editor.tapping import EMPTY
from tests.factories import enter
from tests.pages import Page

pytestmark = pytest.mark.django_db


def test_a_replaced_building_gets_a_message_with_an_undo_button(editor):
    editor.tap("B3", brush="T").tap("B3", brush="S")
    assert editor.said == "B3: Shop replaces Tower Block."
    assert Page(editor.response).has("button.prompt__offer[value=undo]")
    editor.tap(do="undo")
    assert editor.city == "----/----/-T--/---- 0i0e"
    assert editor.said.startswith("Undone: B3 Shop (you, ")
    assert Page(editor.response).has("button.prompt__offer[value=redo]")


def test_the_tools_of_a_square_stay_below_a_message_about_it(editor):
    editor.tap("B3", brush="S").tap("B3", brush="T")
    assert editor.said == "B3: Tower Block replaces Shop."
    assert Page(editor.response).has("#prompt #tray [name=do]")
    editor.tap("B3", brush="T", do="digit", digit="9")
    assert Page(editor.response).has("#said[data-refused]")
    assert Page(editor.response).has("#prompt #tray [name=do]")


def undoes(page):
    return Page(page).one("#undo").get("aria-label")


def test_the_undo_button_names_square_and_building(editor):
    editor.tap("B3", brush="T")
    assert undoes(editor.page) == undoes(editor.whole_page) == "Undo B3 Tower Block"
    editor.tap("B3", do="clear")
    assert undoes(editor.page) == undoes(editor.whole_page) == "Undo B3 Tower Block"
    editor.tap(do="supply", inhabitants="3", energy="1")
    assert undoes(editor.page) == undoes(editor.whole_page) == "Undo the supply"
    editor.tap(do="paste", city="TTTT/T---/----/---- 3i1e")
    assert undoes(editor.page) == undoes(editor.whole_page) == "Undo the city"


def test_undo_and_redo_work_after_a_reload_and_on_another_device(editor, ben):
    ben.version = editor.tap("A1", brush="T").tap("B1", brush="S").tap("C1", brush="P").version
    ben.tap(do="undo").tap(do="undo")
    assert ben.city.startswith("T---/")
    ben.tap(do="redo")
    assert ben.city.startswith("TS--/")
    assert re.fullmatch(r"Done again: B1 Shop \(the owner of the campaign, \d\d:\d\d\)\.", ben.said)
    ben.tap("D1", brush="F")
    ben.tap(do="redo")
    assert ben.said == "There is nothing to redo."
    for _ in range(3):
        ben.tap(do="undo")
    assert ben.city == EMPTY
    assert ben.said.startswith("Undone: A1 Tower Block (the owner of the campaign, ")
    ben.tap(do="undo")
    assert ben.said == "There is nothing to undo."


def test_undo_brings_a_score_pad_back(editor):
    editor.evaluation.record({"shop": "3+4"}, version=0)
    editor.version = 1
    editor.tap("A1", brush="T").tap(do="undo")
    editor.evaluation.refresh_from_db()
    assert editor.evaluation.pad == {"shop": "3+4"}


def test_undo_after_reopening_reverses_the_last_tap(editor):
    editor.tap("A1", brush="T").tap("B1", brush="S")
    for evaluation in editor.evaluation.game.present[1:]:
        enter(evaluation)
    game = type(editor.evaluation.game).objects.get()
    game.finish()
    game.reopen()
    editor.evaluation.refresh_from_db()
    editor.version = editor.evaluation.version
    editor.tap(do="undo")
    assert editor.city.startswith("T---/")
