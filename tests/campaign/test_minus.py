"""Test that no page of a campaign writes a negative number with a hyphen."""

import re

import pytest

from campaign.results.game_result import GameResult
from campaign.takeaway.card import card
from campaign.takeaway.drawing import Words
from tests.addresses import path_to, routes
from tests.factories import finished_game
from tests.pages import Page, words
from tests.sweeps import sweep

pytestmark = pytest.mark.django_db

HYPHEN = re.compile(r"(?<![\w/.,:;-])-\d")
# The quick tests read only the pages in FIRST.
FIRST = ("campaign", "game", "standings", "election", "log")
PAGES = sorted(
    {pattern for route, pattern in routes() if "campaign_id" in route},
    key=lambda one: (one.name not in FIRST, one.name),
)


@pytest.fixture
def below_zero(campaign):
    """Return a game in which everybody's total is below zero: two score pads, and a city with unused resources."""
    return finished_game(
        campaign, cities=[{"unused_inhabitants": "-17"}, {"unused_energy": "-18"}, "T---/----/----/---- 5i15e"]
    )


@pytest.mark.parametrize("pattern", sweep(map(pytest.param, PAGES), quick=len(FIRST)), ids=lambda one: one.name)
def test_every_page_of_a_campaign_writes_a_real_minus(as_owner, below_zero, pattern):
    page = as_owner.get(path_to(pattern, below_zero.campaign, below_zero), follow=True)
    if page.status_code == 200 and page["Content-Type"].startswith("text/html"):
        assert HYPHEN.findall(words(Page(page).root)) == []


def test_the_pages_that_tell_the_winner_say_it_with_a_minus(as_owner, below_zero):
    assert below_zero.by_rank[0].total < 0
    assert "−" in GameResult.of(below_zero).headline
    assert "−" in Page(as_owner.get(below_zero.get_absolute_url())).words("main")


def test_the_headline_and_the_lines_of_the_card_write_the_same_minus(below_zero):
    texts = [shape.text for shape in card(GameResult.of(below_zero)).shapes if isinstance(shape, Words)]
    total = str(below_zero.by_rank[0].total).replace("-", "−")
    assert sum(total in text for text in texts) == 3  # in the headline, below the city, and beside its bar
    assert [text for text in texts if HYPHEN.search(text)] == []
