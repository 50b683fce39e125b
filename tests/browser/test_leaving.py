"""Test that the browser asks before a half-filled form is left, and does not ask on other pages."""

import pytest

from tests.browser.conftest import PHONE
from tests.factories import enter


def asked(page, leave):
    """Try to leave the page, but stay if the browser asks. Return True if it asked."""
    dialogs = []

    def stay(dialog):
        dialogs.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    address = page.url
    leave()
    for _tenth in range(50):
        if dialogs or page.url != address:
            break
        page.wait_for_timeout(100)
    page.remove_listener("dialog", stay)
    assert (page.url == address) == bool(dialogs)
    return dialogs == ["beforeunload"]


@pytest.mark.parametrize(
    ("page_name", "field"), [("pad/", "#id_tower_block"), ("", "#id_city")], ids=["score pad", "notation"]
)
def test_leaving_unsaved_text_asks(open_page, owner, game, page_name, field):
    page = open_page(owner, game.present[0].get_absolute_url() + page_name, **PHONE)
    page.locator(field).tap()
    page.keyboard.type("3+6")
    assert asked(page, page.locator(".editor__where a").first.tap)
    assert page.locator(field).input_value() == "3+6"


def test_leaving_an_unsaved_note_asks_and_a_saved_one_does_not(open_page, owner, game):
    page = open_page(owner, f"{game.get_absolute_url()}edit/", **PHONE)
    page.locator("details:has(#id_notes) > summary").tap()
    page.locator("#id_notes").tap()
    page.keyboard.type("Gray Architects forgotten.")
    assert asked(page, page.locator(".page-head a").last.tap)
    page.locator("form.stack [type=submit]").tap()
    page.wait_for_url(f"**{game.get_absolute_url()}")
    game.refresh_from_db()
    assert game.notes == "Gray Architects forgotten."


def test_leaving_a_refused_form_asks(open_page, owner, game):
    page = open_page(owner, f"{game.present[0].get_absolute_url()}pad/", **PHONE)
    page.locator("#id_tower_block").tap()
    page.keyboard.type("three")
    page.locator("#pad [type=submit]").tap()
    page.locator(".field__error").wait_for()
    page.locator("#id_shop").tap()
    assert asked(page, page.locator(".editor__where a").first.tap)


def test_leaving_an_unchanged_page_does_not_ask(open_page, owner, game):
    enter(game.present[0])
    for page_name in ("pad/", "", "?at=A1"):
        page = open_page(owner, game.present[0].get_absolute_url() + page_name, **PHONE)
        page.locator("h1").tap()
        assert not asked(page, page.locator(".editor__where a").first.tap)


def test_leaving_during_a_tap_neither_asks_nor_loses_it(open_page, owner, game):
    page = open_page(owner, game.present[0].get_absolute_url(), **PHONE)
    page.route("**/games/**", lambda route: route.continue_() if route.request.method == "GET" else None)
    page.locator("#board-A1").tap()
    page.locator("#board-A1.is-pending").wait_for()
    page.unroute_all(behavior="ignoreErrors")
    assert not asked(page, page.locator(".editor__where a").first.tap)
    page.wait_for_function("() => !Object.keys(localStorage).some((key) => key.startsWith('waiting:'))")
    entry = game.present[0]
    entry.refresh_from_db()
    assert entry.city.startswith("T---/")


def test_leaving_after_a_city_was_read_from_its_line_does_not_ask(open_page, owner, game):
    page = open_page(owner, game.present[0].get_absolute_url(), **PHONE)
    page.locator("#id_city").fill("T3SU1-/P-FH2/----/---- 12i5e")
    page.locator("#paste").tap()
    page.locator("#board-A1[aria-label*='Tower Block']").wait_for()
    assert not asked(page, page.locator(".editor__where a").first.tap)
