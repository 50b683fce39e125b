"""Test that long pages of a campaign are at most a few screens high on a phone."""

from itertools import product
from random import Random

import pytest

from campaign.demo.sample import play
from campaign.models import Campaign
from scoring import MISSIONS
from scoring.campaign_standings import CountBy
from tests.browser.conftest import BROKEN_WORDS, QUIET, SMALLEST
from tests.factories import CampaignFactory, enter_all, open_game

HIGHEST = 2_000  # the greatest height of a page in pixels, on screens of both widths
ABSENT = {1: ("Ben",), 3: ("Dan",)}  # the absent players, by mission number


def campaign_of(owner, *, rule, missions, absent):
    """Return a campaign of four players after some missions. `absent` maps missions to the absent players' names."""
    campaign = CampaignFactory(owner=owner, players=("Ada", "Ben", "Cleo", "Dan"), election_by=rule)
    for number in range(1, missions + 1):
        game = open_game(campaign, number, absent=absent.get(number, ()))
        cities = play(MISSIONS[number], len(game.present), Random(number))
        enter_all(game, *cities)
        game.finish()
    return campaign


# German and Russian texts are longer than English ones, and absences add sentences.
@pytest.mark.parametrize(
    ("missions", "places", "absent"),
    [(1, [""], ABSENT), (4, [""], ABSENT), (10, ["", "election/"], ABSENT), (10, ["", "election/"], {})],
    ids=["one", "four", "ten", "ten and nobody was absent"],
)
def test_campaign_and_election_are_at_most_three_screens(open_page, owner, missions, places, absent):
    campaign = campaign_of(owner, rule=CountBy.TOTAL, missions=missions, absent=absent)
    languages = {language: open_page(owner, "/missions/", locale=language, **QUIET) for language in ("de", "ru")}
    for rule in CountBy:
        Campaign.objects.filter(pk=campaign.pk).update(election_by=rule)
        campaign.touch()  # pages with the rule of the last round are kept until the version changes
        for (language, page), place in product(languages.items(), places):
            page.goto(f"{campaign.get_absolute_url()}{place}")
            assert page.locator("html").get_attribute("lang") == language
            for device in (QUIET, SMALLEST):
                page.set_viewport_size(device["viewport"])
                height = page.evaluate("document.documentElement.scrollHeight")
                assert height <= HIGHEST, (rule, language, place, device["viewport"])


def test_the_question_what_decides_is_a_low_row_above_the_standings(open_page, owner):
    campaign = campaign_of(owner, rule=CountBy.AVERAGE, missions=4, absent=ABSENT)
    page = open_page(owner, campaign.get_absolute_url(), **QUIET)
    question, standings = (page.locator(css).bounding_box() for css in ("#fair", "#standings"))
    assert question["y"] < standings["y"]
    assert question["height"] < 160
    page.locator("#fair a").tap()
    page.locator("#rules").wait_for()


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_no_word_of_the_question_what_decides_is_broken_over_two_lines(open_page, owner, language):
    campaign = campaign_of(owner, rule=CountBy.AVERAGE, missions=4, absent=ABSENT)
    page = open_page(owner, f"{campaign.get_absolute_url()}standings/", locale=language, **(QUIET | SMALLEST))
    assert page.evaluate(BROKEN_WORDS, ".table--rules tbody th") == []
    too_wide = "cells => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent)"
    assert page.locator(".table--rules .number").evaluate_all(too_wide) == []
