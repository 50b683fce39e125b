"""Test the switch that shows all charts and maps of a page as tables. The browser remembers the choice."""

import pytest

from tests.browser.conftest import SMALLEST
from tests.factories import CampaignFactory, finished_game


@pytest.fixture
def played(owner):
    campaign = CampaignFactory(owner=owner)
    finished_game(campaign, 1)
    finished_game(campaign, 2)
    return campaign


def shown(page, css):
    """Count the elements that the browser shows."""
    return page.locator(css).filter(visible=True).count()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_one_switch_shows_every_drawing_of_the_book_as_a_table(open_page, owner, played, scripts):
    page = open_page(owner, "/book/", java_script_enabled=scripts, **SMALLEST)
    drawings = shown(page, ".as-drawing")
    assert drawings > 3
    assert shown(page, ".as-table") == 0
    page.locator("label.as-tables").tap()
    assert shown(page, ".as-drawing") == 0
    assert shown(page, ".as-table") == shown(page, "#missions .as-table") + shown(page, "#maps .as-table") > 2
    page.goto(f"{played.get_absolute_url()}standings/")
    assert shown(page, "#chart .as-table") == int(scripts)
    page.goto("/book/")
    if scripts:
        page.locator("label.as-tables").tap()
    assert (shown(page, ".as-drawing"), shown(page, ".as-table")) == (drawings, 0)
    page.reload()
    assert not page.locator("#as-tables").is_checked()
