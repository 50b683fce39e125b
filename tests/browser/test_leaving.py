"""Test that the browser asks before somebody leaves a half-filled form, and not on other pages."""

import pytest

from tests.browser.conftest import PHONE
from tests.factories import enter

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def asked(page, leave):
    """Try to leave the page, but stay if the browser asks. Return whether it asked."""
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
def test_what_was_typed_and_not_saved_asks(open_page, owner, game, page_name, field):
    page = open_page(owner, game.present[0].get_absolute_url() + page_name, **PHONE)
    page.locator(field).tap()
    page.keyboard.type("3+6")
    assert asked(page, page.locator(".editor__where a").first.tap)
    assert page.locator(field).input_value() == "3+6"


def test_a_note_asks_and_once_saved_it_does_not(open_page, owner, game):
    page = open_page(owner, f"{game.get_absolute_url()}edit/", **PHONE)
    page.locator("details:has(#id_notes) > summary").tap()
    page.locator("#id_notes").tap()
    page.keyboard.type("Gray Architects forgotten.")
    assert asked(page, page.locator(".page-head a").last.tap)
    page.locator("form.stack [type=submit]").tap()  # if the browser asked, the test would stop here
    page.wait_for_url(f"**{game.get_absolute_url()}")
    game.refresh_from_db()
    assert game.notes == "Gray Architects forgotten."


def test_what_was_refused_still_asks(open_page, owner, game):
    page = open_page(owner, f"{game.present[0].get_absolute_url()}pad/", **PHONE)
    page.locator("#id_tower_block").tap()
    page.keyboard.type("three")
    page.locator("#pad [type=submit]").tap()
    page.locator(".field__error").wait_for()
    page.locator("#id_shop").tap()
    assert asked(page, page.locator(".editor__where a").first.tap)


def test_what_was_only_looked_at_does_not_ask(open_page, owner, game):
    enter(game.present[0])
    for page_name in ("pad/", "", "?at=A1"):
        page = open_page(owner, game.present[0].get_absolute_url() + page_name, **PHONE)
        page.locator("h1").tap()
        assert not asked(page, page.locator(".editor__where a").first.tap)


def test_a_tap_on_its_way_neither_asks_nor_is_lost(open_page, owner, game):
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


def test_a_city_that_was_taken_from_its_line_does_not_ask(open_page, owner, game):
    page = open_page(owner, game.present[0].get_absolute_url(), **PHONE)
    page.locator("#id_city").fill("T3SU1-/P-FH2/----/---- 12i5e")
    page.locator("#paste").tap()
    page.locator("#board-A1[aria-label*='Tower Block']").wait_for()
    assert not asked(page, page.locator(".editor__where a").first.tap)
