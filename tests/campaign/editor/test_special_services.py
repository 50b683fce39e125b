"""Test special Public Services in the editor and the calculator: where they are offered, and their typed VP."""

import pytest

from tests.campaign.editor.tapping import EMPTY, Editor
from tests.factories import open_game
from tests.pages import Page

pytestmark = pytest.mark.django_db

WITH, WITHOUT = "/calculator/?mission=1&services=1", "/calculator/?mission=1"


@pytest.fixture
def editor(as_owner, campaign):
    return Editor(as_owner, open_game(campaign, 1, services=True).present[0])


def test_a_tap_changes_a_special_public_service(editor):
    for before, tap, after, case in (
        ("----", {"square": "B1", "brush": "X"}, "-X--", "its brush places it"),
        ("X---", {"square": "A1", "brush": "X"}, "X1---", "again on it, one VP more"),
        ("X---", {"square": "A1", "do": "digit", "digit": "13"}, "X13---", "two digits"),
        ("X9---", {"at": "A1", "do": "up"}, "X10---", "up"),
        ("X10---", {"at": "A1", "do": "down"}, "X9---", "down"),
        ("U2---", {"square": "A1", "brush": "X"}, "X---", "in place of a standard one"),
        ("X7---", {"square": "A1", "do": "clear"}, "----", "clear"),
    ):
        assert editor.row_after(before, **tap) == after, case


def test_typed_vp_above_the_highest_number_are_refused_with_the_limits(editor):
    editor.tap("A1", brush="X").tap("A1", do="digit", digit="21")
    assert "the table can type 0 to 20" in editor.said
    assert editor.city.startswith("X---/")


def test_a_special_public_service_says_that_it_replaced_a_standard_one(editor):
    editor.tap("A1", brush="U").tap("A1", brush="X")
    assert editor.said == "A1: special Public Service replaces Public Service."


def test_the_tools_hold_a_field_for_the_number(editor):
    editor.tap("A1", brush="X").tap("A1", do="digit", digit="12")
    field = Page(editor.response).one("#tray-typed")
    assert (field.get("value"), field.get("min"), field.get("max")) == ("12", "0", "20")
    assert field.get("name") is None  # if the field had a name, every tap on the square would send it
    assert field.get("aria-label") == "A1, special Public Service, VP counted"


def test_undo_names_the_special_public_service(editor):
    editor.tap("A1", brush="X").tap("A1", do="undo")
    assert editor.city == EMPTY
    assert "A1 special Public Service" in editor.page


def test_resources_of_a_special_service_are_moved_by_hand_like_others(editor):
    editor.begin_with("X6---/----/----/---- 1i0e")
    editor.tap(do="by_hand").tap("A1")
    assert editor.city == "X6---/----/----/---- 1i0e ..../..../..../...."


def test_the_palette_offers_special_services_only_if_the_rules_have_them(client):
    letters = {
        address: [brush.get("value") for brush in Page(client.get(address)).all(".brush__input")]
        for address in (WITH, WITHOUT)
    }
    assert letters[WITH] == [*"TSUXPFH", ""]
    assert letters[WITHOUT] == [*"TSUPFH", ""]


def test_a_composed_mission_with_the_word_offers_special_services(client):
    page = Page(client.get("/calculator/", {"rules": "expert services"}))
    assert "X" in page.one("[data-editor]").get("data-letters")


def test_the_calculator_scores_special_services_and_keeps_the_expansion_in_its_address(client):
    page = Page(client.get(f"{WITH}&city=X6--U1/----/----/---- 2i0e"))
    assert "special Public Service, as the table counted: 6 VP" in page.words()
    assert "services=1" in page.one("#editor").get("action")


def test_the_box_check_doubts_a_special_service_without_the_expansion(client):
    page = Page(client.get(f"{WITHOUT}&city=X6--U1/----/----/---- 2i0e"))
    assert "played without the expansion" in page.words()
    page = Page(client.get(f"{WITH}&city=X6--U1/----/----/---- 2i0e"))
    assert "played without the expansion" not in page.words()


def test_a_square_tells_the_typed_vp_of_its_special_service(client):
    page = Page(client.get(f"{WITH}&city=X6--U1/----/----/---- 2i0e"))
    square = page.one("#board-A1")
    assert "special Public Service, 6 VP, as the table counted" in square.get("aria-label")
    assert square.cssselect(".square__code")[0].text == "X6"


# --- Named tiles ------------------------------------------------------------------------------------------------------


@pytest.fixture
def expert(as_owner, campaign):
    return Editor(as_owner, open_game(campaign, 5, services=True).present[0])


def test_a_named_tile_is_chosen_for_a_special_public_service(expert):
    expert.tap("A1", brush="X").tap("A1", do="digit", digit="7")
    choices = Page(expert.response).one("#tray-tile").cssselect("option")
    assert [choice.get("value") for choice in choices] == ["X", "X:2", "X:3", *"CLNWEBD"]
    expert.tap("A1", do="type", brush="X", tile="C")
    assert expert.city.startswith("C----/")
    assert "“City Hall”" in Page(expert.response).one("#board-A1").get("aria-label")
    assert not Page(expert.response).has("#tray-typed")
    # the brush X stays chosen, and builds another special Public Service
    assert expert.tap("B1", brush="X").city.startswith("CX---/")


def test_a_tile_that_no_expansion_has_is_refused(expert):
    expert.tap("A1", do="type", brush="X", tile="T")
    assert expert.city == EMPTY


def test_classic_offers_no_named_tiles(editor):
    choices = Page(editor.tap("A1", brush="X").response).one("#tray-tile").cssselect("option")
    assert [choice.get("value") for choice in choices] == ["X", "X:2", "X:3"]


# --- Number of Inhabitants --------------------------------------------------------------------------------------------


def test_the_number_of_inhabitants_is_chosen_and_the_typed_vp_stay(editor):
    editor.tap("A1", brush="X").tap("A1", do="digit", digit="7")
    editor.tap("A1", do="type", brush="X", tile="X:2")
    assert editor.city.startswith("X7:2---/")
    page = Page(editor.response)
    assert page.one("#tray-tile option[selected]").text == "2 Inhabitants"
    assert page.one("#tray-tile optgroup").get("label") == "special Public Service"
    assert "7 VP, as the table counted, needs 2 Inhabitants" in page.one("#board-A1").get("aria-label")
    assert editor.tap("A1", do="up").city.startswith("X8:2---/")
    assert editor.tap("A1", do="type", brush="X", tile="X").city.startswith("X8---/")


def test_undo_gives_the_number_of_inhabitants_back(editor):
    editor.tap("A1", brush="X").tap("A1", do="type", brush="X", tile="X:3").tap("A1", do="undo")
    assert editor.city.startswith("X---/")


def test_another_tile_starts_without_typed_vp(expert):
    expert.tap("A1", brush="X").tap("A1", do="digit", digit="7").tap("A1", do="type", brush="X", tile="B")
    assert expert.city.startswith("B----/")
    assert expert.tap("A1", do="type", brush="X", tile="X:3").city.startswith("X:3----/")


def test_a_number_that_no_tile_can_have_is_refused(expert):
    for tile in ("X:1", "X:4", "X:", "C:2", "U:2"):
        expert.tap("A1", do="type", brush="X", tile=tile)
        assert expert.city == EMPTY, tile


def test_an_activated_service_shows_as_many_inhabitants_as_it_takes(client):
    square = Page(client.get(f"{WITH}&city=X6:2--U1/----/----/---- 3i0e")).one("#board-A1")
    assert square.cssselect(".square__count")[0].text == "2"
