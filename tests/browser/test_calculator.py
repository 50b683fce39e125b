"""Test the calculator: each tap changes the address, back leaves it at once, and no script is needed."""

import re

from tests.browser.conftest import BROKEN_WORDS, PHONE

CITY = "T3SU1-/P-FH2/----/---- 12i5e"


def holds(page, city):
    """Wait until the address and the page show this city."""
    page.wait_for_url(re.compile(re.escape("city=" + city.replace(" ", "+")) + "($|&|#)"))
    page.wait_for_function("city => document.getElementById('id_city').value === city", arg=city)


def test_reload_and_link_keep_the_city_and_back_leaves_it_at_once(visit):
    page = visit("/tiles/", **PHONE)
    page.goto("/calculator/?mission=1")
    page.locator("#board-A1").tap()
    holds(page, "T---/----/----/---- 0i0e")
    page.locator("#board-A1").tap()
    holds(page, "T2---/----/----/---- 0i0e")
    page.locator("#id_city").fill(CITY)
    page.locator("#paste").tap()
    holds(page, CITY)
    assert page.locator("#inhabitants").input_value() == "12"
    assert page.locator("#id_link").input_value() == page.url
    page.reload()
    holds(page, CITY)
    page.go_back()
    page.wait_for_url("**/tiles/")
    page.go_forward()
    holds(page, CITY)


def test_a_tap_is_undone_by_its_name(visit):
    page = visit("/calculator/?mission=1", **PHONE)
    page.locator("#board-A1").tap()
    holds(page, "T---/----/----/---- 0i0e")
    page.locator('.brush:has([value="S"])').tap()
    page.locator("#board-A1").tap()
    holds(page, "S---/----/----/---- 0i0e")
    page.get_by_role("button", name="Undo A1 Shop").tap()
    holds(page, "T---/----/----/---- 0i0e")
    page.locator(".prompt__offer").tap()
    holds(page, "S---/----/----/---- 0i0e")


def test_the_label_of_undo_breaks_no_word(visit):
    page = visit("/calculator/?mission=1", locale="ru", **PHONE)
    page.locator("#board-C3").tap()
    page.locator(".steps__what", has_text="Многоэтажка").wait_for()
    assert page.evaluate(BROKEN_WORDS, ".steps__what") == []


def test_another_mission_scores_the_same_city(visit):
    page = visit("/calculator/?mission=1")
    page.locator("#board-A1").click()
    holds(page, "T---/----/----/---- 0i0e")
    page.locator("#rules > summary").click()
    page.locator("#id_mission").select_option("3")
    page.locator("#table button").click()
    page.wait_for_url(re.compile("mission=3"))
    assert page.locator("#id_city").input_value() == "T---/----/----/---- 0i0e"


def test_a_city_is_tapped_and_allocated_without_scripts(visit):
    page = visit("/calculator/?mission=1", java_script_enabled=False, **PHONE)
    page.locator("#board-A1").tap()
    page.wait_for_url(re.compile("city=T---/----/----/----"))
    page.locator("#board-A1").tap()
    page.wait_for_url(re.compile("city=T2---/----/----/----"))
    page.locator("#do-by-hand").tap()
    page.wait_for_url(re.compile(r"0i0e\+\.\.\.\./"))
    assert page.locator("#back-to-best").is_visible()
