"""Test that the book loads its records when the reader scrolls to them, and works without scripts."""

import pytest

from tests.browser.conftest import PHONE
from tests.factories import CampaignFactory, finished_game


@pytest.fixture
def played(owner):
    campaign = CampaignFactory(owner=owner)
    for mission in (1, 5):
        finished_game(campaign, mission)


def test_records_are_loaded_when_they_are_scrolled_to(open_page, owner, played):
    page = open_page(owner, "/book/", **PHONE)
    assert page.locator("#records .record").count() == 0
    page.locator("#records").scroll_into_view_if_needed()
    page.locator("#records .record").first.wait_for()
    assert page.locator("#records .record").count() == 4
    box = page.locator("#records .board--small svg use").first.bounding_box()
    assert box["width"] > 10


def test_records_have_a_page_for_a_browser_without_scripts(open_page, owner, played):
    page = open_page(owner, "/book/", java_script_enabled=False, **PHONE)
    page.locator("#records a").tap()
    page.locator("#records .record").first.wait_for()
    assert page.locator("#records .record").count() == 4
