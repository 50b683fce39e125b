"""Test the count after a game, which reveals points step by step. One phone starts each step, and all show it."""

from random import Random

import pytest

from campaign.demo.sample import play
from campaign.models import Game
from campaign.models.phase import COUNTING
from scoring import MISSIONS
from tests.browser.conftest import SMALL
from tests.factories import CampaignFactory, enter_all, many_finished_games, open_game

SOON = 20_000


@pytest.fixture
def full_table(owner):
    """Return an open game of four players. All cities are entered."""
    campaign = CampaignFactory(owner=owner, players=("Ada", "Ben", "Cleo", "Dan"))
    game = open_game(campaign, 5)
    enter_all(game, *play(MISSIONS[5], 4, Random(3)))
    game.course.move(COUNTING, seen=game.phase)
    return game


def shown(page):
    return page.locator("#reveal").evaluate(
        "part => [...part.querySelectorAll('.reveal__row')].map(row => row.innerText.trim().split(/\\s+/).join(' '))"
    )


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_four_phones_count_together(open_page, owner, full_table, motion):
    device = SMALL | {"reduced_motion": motion}
    leader, *others = (open_page(owner, full_table.get_absolute_url(), **device) for _phone in range(4))
    others[0].goto(full_table.present[1].get_absolute_url())  # one phone shows the page of a city
    leader.locator("#count-together").tap()
    if leader.locator("#finish", has_text="Yes").count():
        leader.locator("#finish").tap()
    leader.locator("#reveal").wait_for()
    for phone in others:
        phone.locator("#reveal").wait_for(timeout=SOON)
        assert phone.locator("#reveal-next").count() == 0
        assert set(phone.locator(".reveal__figure").all_inner_texts()) == {"0"}
    taps = 0
    while leader.locator("#reveal-next").count():
        before = leader.locator(".reveal__category").inner_text()
        leader.locator("#reveal-next").tap()
        taps += 1
        leader.wait_for_function(
            "before => document.querySelector('.reveal__category')?.innerText !== before", arg=before
        )
        for phone in others:
            phone.wait_for_function(
                "said => document.getElementById('reveal').dataset.revealed === said",
                arg=leader.locator("#reveal").get_attribute("data-revealed"),
                timeout=SOON,
            )
            assert shown(phone) == shown(leader)
    assert taps == int(leader.locator("#reveal").get_attribute("data-revealed"))
    assert leader.locator(".reveal__row--won").count() == 1
    leader.locator("#finish").tap()
    leader.locator("#podium").wait_for()
    for phone in others:
        phone.locator("#podium").wait_for(timeout=SOON)
    assert Game.objects.get().is_finished


def test_any_phone_skips_the_count(open_page, owner, full_table):
    leader, other = (open_page(owner, full_table.get_absolute_url(), **SMALL) for _phone in range(2))
    leader.locator("#count-together").tap()
    if leader.locator("#finish", has_text="Yes").count():
        leader.locator("#finish").tap()
    other.locator("#skip").tap(timeout=SOON)
    for phone in (leader, other):
        phone.locator("#podium").wait_for(timeout=SOON)


def test_two_phones_count_the_votes_together(open_page, owner):
    campaign = CampaignFactory(owner=owner)
    games = many_finished_games(campaign, len(MISSIONS))
    leader, other = (open_page(owner, campaign.get_absolute_url(), **SMALL) for _phone in range(2))
    assert leader.locator("#count-votes .icon").is_visible()  # on a phone, the button has no words
    leader.locator("#count-votes").tap()
    leader.locator("#votes").wait_for()
    other.locator("#votes").wait_for(timeout=SOON)
    for step in range(1, len(games) + 1):
        leader.locator("#reveal-next").tap()
        for phone in (leader, other):
            phone.locator(f"#votes[data-revealed='{step}']").wait_for(timeout=SOON)
    leader.locator("#to-election").tap()
    for phone in (leader, other):
        phone.locator("#elected .election").wait_for(timeout=SOON)
