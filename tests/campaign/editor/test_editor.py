"""Test a city's page for browsers without scripts, for other people, and for meaningless requests."""

import pytest

from campaign.editor.moves import Do
from tests.campaign.editor.tapping import EMPTY, HTMX
from tests.factories import open_game
from tests.pages import Page
from tests.sweeps import sweep

pytestmark = pytest.mark.django_db


# --- Nonsense ---------------------------------------------------------------------------------------------------------


NONSENSE = ["", "x", "-1", "Z9", "🏙️", "0" * 10_000, "<b>", "NaN", "1e9"]


@pytest.mark.parametrize("text", sweep(NONSENSE, quick=1))
@pytest.mark.parametrize("name", ["version", "square", "do", "brush", "digit", "at", "key"])
def test_nonsense_gets_an_error_message_and_is_never_stored(editor, name, text):
    values = {"version": "0", "square": "A1", "brush": "T", "do": "tap"} | {name: text}
    response = editor.client.post(editor.address, values, headers=HTMX)
    assert response.status_code in (200, 409)
    assert "<b>" not in response.content.decode()
    assert editor.city in (EMPTY, "T---/----/----/---- 0i0e")


@pytest.mark.parametrize("do", sweep(list(Do), quick=4))
def test_every_action_answers_a_request_without_its_other_fields(editor, do):
    response = editor.client.post(editor.address, {"version": "0", "do": do.value}, headers=HTMX)
    assert response.status_code == 200


# --- Browsers without scripts, and other people -----------------------------------------------------------------------


def test_without_scripts_a_tap_leads_back_to_the_page_with_the_same_brush(editor):
    response = editor.client.post(editor.address, {"version": "0", "square": "B2", "brush": "S"})
    assert response.status_code == 302
    page = Page(editor.client.get(response["Location"]))
    assert page.each("[name=brush][checked]", "value") == ["S"]
    assert page.has("[aria-label^='B2, Shop']")


def test_without_scripts_a_refused_tap_tells_the_reason(editor):
    response = editor.client.post(editor.address, {"version": "0", "square": "B2", "do": "up"})
    assert response.status_code == 200
    assert "<html" in response.content.decode()
    assert "B2 is empty" in response.content.decode()


def test_without_scripts_a_bad_line_of_text_is_kept_with_an_error(editor):
    line = "T5---/----/----/---- 0i1e"
    response = editor.client.post(editor.address, {"city": line, "version": "0"})
    assert response.status_code == 200
    assert Page(response).has(".field__error")
    assert Page(response).value("#id_city").strip() == line
    assert editor.city == EMPTY


def test_an_absent_player_has_no_editor(as_owner, campaign):
    game = open_game(campaign, absent=("Cleo",))
    assert as_owner.get(game.absent[0].get_absolute_url()).status_code == 404
