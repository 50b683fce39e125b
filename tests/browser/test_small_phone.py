"""Test that on a phone of 360 by 560 pixels no part of the editor overlaps another, is cut off, or lacks a name."""

import pytest

from tests.browser.conftest import SMALLEST
from tests.factories import open_game

PARTS = (
    ".brush, .brush__letter, .tray__name > span, .tray__number, "
    ".steps__what, .prompt__said, .prompt__next, .player__name"
)
CUT = """(parts) => [...document.querySelectorAll(parts)]
    .filter((part) => part.checkVisibility() && part.offsetWidth > 1)
    .filter((part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== "inline"
        || part.scrollHeight > part.clientHeight + 3 && getComputedStyle(part).overflow === "hidden")
    .map((part) => `${part.className}: ${part.textContent.trim()}`)"""
OVER = """() => [...document.querySelectorAll(".brush, .square")].filter((part) => {
    const figure = part.querySelector(".brush__letter, .square__code")?.getBoundingClientRect();
    const drawing = part.querySelector(".icon use, .square__drawing use")?.getBoundingClientRect();
    if (!figure || !drawing) return false;
    const across = Math.min(figure.right, drawing.right) - Math.max(figure.left, drawing.left);
    const down = Math.min(figure.bottom, drawing.bottom) - Math.max(figure.top, drawing.top);
    return across > 1 && down > 3;
}).map((part) => part.className)"""
NAMELESS = """() => [...document.querySelectorAll("main button, main a, main label")]
    .filter((part) => part.checkVisibility() && !part.closest("[aria-hidden=true]"))
    .filter((part) => !(part.getAttribute("aria-label") ?? part.textContent).trim()).map((part) => part.outerHTML)"""


def look(page):
    scripts = {"cut": CUT, "over": OVER, "nameless": NAMELESS}
    return {name: page.evaluate(script, PARTS) for name, script in scripts.items()}


@pytest.mark.parametrize(("mission", "language"), [(1, "en"), (6, "de"), (6, "ru")])
def test_no_part_is_truncated_covered_or_without_a_name(open_page, owner, campaign, language, mission):
    entry = open_game(campaign, mission).present[0]
    page = open_page(owner, entry.get_absolute_url(), **SMALLEST)
    page.context.add_cookies([{"name": "django_language", "value": language, "url": page.url}])
    page.reload()
    letters = page.locator(".brush__input[data-kind]").evaluate_all("inputs => inputs.map((input) => input.value)")
    for letter in letters:
        page.locator(f".brush:has([value={letter}])").tap()
        for _floor in range(4):
            page.locator("#board-B2").tap()
        page.locator("#editor:not([data-busy])").wait_for()
        assert look(page) == {"cut": [], "over": [], "nameless": []}, letter
    page.locator("#undo").tap()
    page.locator("#redo:not([hidden])").wait_for()
    assert look(page) == {"cut": [], "over": [], "nameless": []}


def test_the_calculator_shows_board_and_dock_on_the_first_visit(visit):
    page = visit("/calculator/", **SMALLEST)
    dock = page.locator("#dock").bounding_box()
    for square in ("A1", "D4"):
        box = page.locator(f"#board-{square}").bounding_box()
        assert 0 <= box["y"] < box["y"] + box["height"] <= dock["y"]
    assert dock["y"] + dock["height"] <= 560
    assert not page.locator("#id_mission").is_visible()
    assert look(page) == {"cut": [], "over": [], "nameless": []}
    page.locator("#rules > summary").tap()
    page.locator("#id_mission").wait_for()
