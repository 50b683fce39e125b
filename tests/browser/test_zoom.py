"""Test that at a zoom of 400 % no bar covers the page: WCAG 2.2, criterion 1.4.10."""

import pytest

from campaign.models import Game
from campaign.models.phase import COUNTING, playing
from tests.factories import open_game

ZOOMED = {"viewport": {"width": 320, "height": 256}, "reduced_motion": "reduce"}  # 1280 by 1024 pixels
# Add up the heights of everything that lies over the page.
COVERED = """() => [...document.querySelectorAll("body *")]
    .filter((part) => ["fixed", "sticky"].includes(getComputedStyle(part).position))
    .filter((part) => part.checkVisibility({ visibilityProperty: true }))
    .map((part) => part.getBoundingClientRect())
    .filter((box) => box.width > 100 && box.bottom > 0 && box.top < innerHeight)
    .reduce((sum, box) => sum + box.height, 0)"""


def check(page):
    page.evaluate("scrollTo(0, 200)")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.evaluate(COVERED) == 0


@pytest.mark.parametrize("mission", [1, 7])
def test_the_editor_has_the_whole_screen(open_page, owner, campaign, mission):
    page = open_page(owner, open_game(campaign, mission).present[0].get_absolute_url(), **ZOOMED)
    check(page)
    page.locator(".brush").first.click()
    page.locator("#board-B2").click()
    page.locator("#editor:not([data-busy])").wait_for()
    page.locator("#board-B2.square--built").wait_for()


@pytest.mark.parametrize("phase", ["setup", playing(1), COUNTING])
def test_the_game_has_the_whole_screen(open_page, owner, game, phase):
    Game.objects.filter(pk=game.pk).update(phase=phase)
    check(open_page(owner, game.get_absolute_url(), **ZOOMED))
