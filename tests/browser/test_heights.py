"""Test that the long pages of a campaign have a height of only some screens of a phone."""

from random import Random

import pytest

from campaign.demo.sample import play
from scoring import MISSIONS
from tests.browser.conftest import PHONE
from tests.factories import CampaignFactory, open_game

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HIGHEST = 2_000  # the most pixels, at a width of 390
SMALL = PHONE | {"viewport": {"width": 390, "height": 664}, "reduced_motion": "reduce"}


@pytest.fixture
def played(owner):
    """Return a campaign of four players with all missions played."""
    campaign = CampaignFactory(owner=owner, players=("Ada", "Ben", "Cleo", "Dan"))
    for number, mission in MISSIONS.items():
        game = open_game(campaign, number)
        for evaluation, city in zip(game.present, play(mission, 4, Random(number)), strict=True):
            evaluation.record(city, version=0)
        game.finish()
    return campaign


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_campaign_and_election_are_at_most_three_screens(open_page, owner, played, language):
    page = open_page(owner, played.get_absolute_url(), locale=language, **SMALL)
    for place in ("", "election/"):
        page.goto(f"{played.get_absolute_url()}{place}")
        assert page.locator("html").get_attribute("lang") == language
        assert page.evaluate("document.documentElement.scrollHeight") <= HIGHEST, place
