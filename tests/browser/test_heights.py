"""Test that the long pages of a campaign have a height of only some screens of a phone."""

from random import Random

import pytest

from campaign.demo.sample import play
from scoring import MISSIONS
from scoring.campaign_standings import CountBy
from tests.browser.conftest import PHONE
from tests.factories import CampaignFactory, open_game

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HIGHEST = 2_000  # the most pixels, at a width of 390
SMALL = PHONE | {"viewport": {"width": 390, "height": 664}, "reduced_motion": "reduce"}


ABSENT = {1: ("Ben",), 3: ("Dan",)}  # who missed which mission


def campaign_of(owner, *, rule, missions, absent):
    """Return a campaign of four players with this number of missions played. `absent` names the absent by mission."""
    campaign = CampaignFactory(owner=owner, players=("Ada", "Ben", "Cleo", "Dan"), election_by=rule)
    for number in range(1, missions + 1):
        game = open_game(campaign, number, absent=absent.get(number, ()))
        cities = play(MISSIONS[number], len(game.present), Random(number))
        for evaluation, city in zip(game.present, cities, strict=True):
            evaluation.record(city, version=0)
        game.finish()
    return campaign


@pytest.mark.parametrize("language", ["en", "de", "ru"])
@pytest.mark.parametrize("absent", [{}, ABSENT], ids=["all", "absences"])
@pytest.mark.parametrize("rule", CountBy)
def test_campaign_and_election_are_at_most_three_screens(open_page, owner, rule, absent, language):
    page = open_page(owner, "/missions/", locale=language, **SMALL)
    for missions, places in ((1, [""]), (4, [""]), (10, ["", "election/"])):
        campaign = campaign_of(owner, rule=rule, missions=missions, absent=absent)
        for place in places:
            page.goto(f"{campaign.get_absolute_url()}{place}")
            assert page.locator("html").get_attribute("lang") == language
            assert page.evaluate("document.documentElement.scrollHeight") <= HIGHEST, (missions, place)


def test_an_owner_who_is_asked_what_decides_reads_the_deciding_figure_first(open_page, owner):
    campaign = campaign_of(owner, rule=CountBy.AVERAGE, missions=4, absent=ABSENT)
    page = open_page(owner, campaign.get_absolute_url(), **SMALL)
    figures, question = page.locator("#standings .total"), page.locator("#fair")
    assert figures.last.bounding_box()["y"] < question.bounding_box()["y"]
    assert not page.locator(".standings-rule").is_visible()  # the question below says the same
    page.locator("#more-figures summary").tap()
    page.locator(".standings-rule").wait_for()
