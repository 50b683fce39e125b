"""Test that what is chosen looks different from its neighbours in a contrast theme, which takes away backgrounds."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops

from tests.factories import CLASSIC_CITY, enter, open_game

THEME = {"forced_colors": "active", "reduced_motion": "reduce", "viewport": {"width": 1280, "height": 900}}


def picture(part):
    return Image.open(BytesIO(part.screenshot(caret="initial"))).convert("L")


def changed(before, after):
    """Return the share of pixels that differ clearly between two pictures of one element."""
    size = (min(before.width, after.width), min(before.height, after.height))
    difference = ImageChops.difference(before.crop((0, 0, *size)), after.crop((0, 0, *size)))
    return sum(difference.histogram()[64:]) / (size[0] * size[1])


@pytest.fixture
def editor(open_page, owner, campaign):
    entry = open_game(campaign).present[0]
    enter(entry, CLASSIC_CITY)
    return open_page(owner, entry.get_absolute_url(), **THEME)


def test_the_chosen_building_differs_from_its_neighbours(editor):
    brush = editor.locator(".brush", has=editor.locator("[value=H]"))
    before = picture(brush)
    brush.click()
    editor.mouse.move(0, 0)
    assert changed(before, picture(brush)) > 0.25


def test_the_chosen_square_has_an_outline(editor):
    editor.locator("#board-A1").click()
    editor.locator("#editor:not([data-busy]) #board-A1.is-selected").wait_for()
    outline = "square => getComputedStyle(square.querySelector('.square__tile')).outlineStyle"
    assert [editor.locator(f"#board-{square}").evaluate(outline) for square in ("A1", "B1")] == ["solid", "none"]


def test_the_chosen_segment_differs_from_its_neighbours(visit):
    page = visit("/rules/", **THEME)
    page.locator("#appearance summary").click()
    english = page.locator(".segment", has_text="English")
    before = picture(english)
    page.locator(".segment", has_text="Deutsch").click()
    page.wait_for_selector("html[lang=de]")
    page.locator("#appearance summary").click()
    page.mouse.move(0, 0)
    assert changed(before, picture(english)) > 0.25


def test_the_current_section_differs_from_the_others(visit):
    page = visit("/rules/", **THEME)
    link = page.locator(".site-nav a[href='/missions/']")
    before = picture(link)
    page.goto("/missions/")
    page.mouse.move(0, 0)
    assert changed(before, picture(link)) > 0.25
