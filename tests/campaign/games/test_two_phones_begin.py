"""Test that two phones that begin the same mission begin one game, and that a second attempt is said in words first."""

import pytest
from django.urls import reverse

from campaign.models import Campaign, Game
from tests.factories import CampaignFactory, finished_game, open_game
from tests.forms import evening
from tests.pages import Page


def new_game(campaign, query=""):
    return reverse("new_game", args=[campaign.public_id]) + query


def known_to(page):
    return Page(page).value("input[name=known]")


def test_the_second_phone_is_led_to_the_game_of_the_first(browser_of, campaign):
    first, second = browser_of("member"), browser_of("score link")
    shown = [browser.get(new_game(campaign)) for browser in (first, second)]
    assert [known_to(page) for page in shown] == ["", ""]
    begun = first.post(new_game(campaign), evening(campaign, known=""))
    led = second.post(new_game(campaign), evening(campaign, known=""), follow=True)
    assert led.redirect_chain == [(begun["Location"], 302)]
    assert "Ben has begun this mission already. This is the game." in led.content.decode()
    assert Game.objects.count() == 1


def test_a_game_that_the_owner_began_without_a_player_is_the_owners(browser_of, as_owner, campaign):
    as_owner.post(new_game(campaign), evening(campaign))
    led = browser_of("score link").post(new_game(campaign), evening(campaign), follow=True)
    assert "The owner of the campaign has begun this mission already." in led.content.decode()


def test_another_mission_can_be_begun_meanwhile(as_owner, campaign):
    open_game(campaign)
    assert as_owner.post(new_game(campaign), evening(campaign, mission="2")).status_code == 302
    assert Game.objects.count() == 2


def test_a_second_game_of_an_open_mission_is_said_in_words_first(as_owner, campaign):
    game = open_game(campaign)
    shown = as_owner.get(new_game(campaign, "?mission=1"))
    words = Page(shown).words("#replay")
    assert "This mission has an open game" in words
    assert Page(shown).each("#replay a", "href") == [game.get_absolute_url()]
    assert as_owner.post(new_game(campaign), evening(campaign, known=known_to(shown))).status_code == 302
    assert Game.objects.count() == 2


def test_a_second_attempt_at_a_finished_mission_is_said_in_words_first(as_owner, campaign):
    finished_game(campaign)
    asked = as_owner.post(new_game(campaign), evening(campaign))
    assert asked.status_code == 200
    assert "Is this a second attempt?" in Page(asked).words()
    assert "This mission was played on" in Page(asked).words("#replay")
    assert Game.objects.count() == 1
    assert as_owner.post(new_game(campaign), evening(campaign, known=known_to(asked))).status_code == 302
    assert Game.objects.count() == 2


def test_an_attempt_that_does_not_count_is_said_too(as_owner, campaign):
    finished_game(campaign, in_standings=False)
    assert "without counting" in Page(as_owner.get(new_game(campaign, "?mission=1"))).words("#replay")


def test_a_game_in_the_bin_is_no_attempt(as_owner, campaign):
    open_game(campaign).bin.throw_away()
    assert known_to(as_owner.get(new_game(campaign))) == ""
    assert as_owner.post(new_game(campaign), evening(campaign)).status_code == 302


@pytest.mark.parametrize("mission", ["1", "classic"])
def test_two_phones_begin_one_single_game_and_play_again_without_a_question(as_owner, owner, browser_of, mission):
    table = CampaignFactory(owner=owner, players=("Ada", "Ben"), form=Campaign.Form.GAMES)
    finished_game(table)
    form = evening(table, mission=mission)
    assert as_owner.post(new_game(table), form).status_code == 302
    assert Game.objects.count() == 2
    assert as_owner.post(new_game(table), form | {"notes": "the second phone"}).status_code == 302
    assert Game.objects.count() == 2
