"""Parts of pages are drawn once per change: quicker, and never other than they would be drawn now."""

import re

import pytest
from django.core.cache import caches
from django.urls import reverse

from campaign.models import RosterEntry
from campaign.web import kept
from tests.factories import enter, finished_game, many_finished_games, open_game

pytestmark = pytest.mark.django_db

PAGES = ("campaign", "standings", "log")
LOOKS = 3  # queries: who asks, in two, and the campaign
TOKEN = re.compile(r'[\w-]{64}|data-tag="[^"]*"')


@pytest.fixture(autouse=True)
def nothing_drawn():
    caches["pages"].clear()


def look(client, name, campaign, **query):
    return TOKEN.sub("", client.get(reverse(name, args=[campaign.public_id]), query).content.decode())


def rename(campaign, _game):
    players = list(campaign.players.all())
    campaign.set_roster([RosterEntry(player, f"{player.name} II", player.colour) for player in players])


def note(_campaign, game):
    game.annotate(played_on=game.played_on, place="The club", notes="Rain")


def change_house_rules(campaign, _game):
    campaign.tiebreak_mission = 3
    campaign.save()
    campaign.touch()


CHANGES = {
    "a game begun": lambda campaign, _game: open_game(campaign, 2),
    "a game finished": lambda campaign, _game: finished_game(campaign, 2),
    "a game reopened": lambda _campaign, game: game.reopen(),
    "another attempt": lambda campaign, _game: finished_game(campaign, 1),
    "a note": note,
    "players renamed": rename,
    "house rules": change_house_rules,
    "a city": lambda campaign, _game: enter(open_game(campaign, 3).present[0]),
}


@pytest.mark.parametrize("games", [1, 20])
@pytest.mark.parametrize("name", PAGES)
def test_what_was_drawn_before_costs_no_query_more(as_owner, campaign, django_assert_num_queries, name, games):
    many_finished_games(campaign, games)
    first = look(as_owner, name, campaign)
    with django_assert_num_queries(LOOKS):
        assert look(as_owner, name, campaign) == first


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", PAGES)
def test_after_a_change_a_page_is_as_if_nothing_had_been_drawn_before(as_owner, campaign, name, change):
    game = finished_game(campaign)
    before = look(as_owner, name, campaign)
    CHANGES[change](campaign, game)
    after = look(as_owner, name, campaign)
    caches["pages"].clear()
    assert after == look(as_owner, name, campaign)
    if change in ("a game reopened", "players renamed"):
        assert after != before


def test_a_look_at_a_campaign_shows_nothing_of_another(as_owner, campaign, stranger, client):
    finished_game(campaign)
    other = stranger.campaigns.get()
    finished_game(other)
    assert campaign.name in look(as_owner, "standings", campaign)
    client.force_login(stranger)
    assert other.name in look(client, "standings", other)


def test_who_may_not_write_is_not_shown_the_buttons_of_who_may(browser_of, campaign):
    finished_game(campaign)
    assert "games/new/" in look(browser_of("owner"), "campaign", campaign)
    assert "games/new/" not in look(browser_of("look link"), "campaign", campaign)


def test_only_the_owner_is_led_to_the_links(browser_of, campaign):
    assert "/sharing/" in look(browser_of("owner"), "campaign", campaign)
    assert "/sharing/" not in look(browser_of("member"), "campaign", campaign)


def test_each_player_has_a_log_and_each_language_its_words(as_owner, campaign):
    finished_game(campaign)
    ada = campaign.players.get(name="Ada").pk
    everybody, hers = look(as_owner, "log", campaign), look(as_owner, "log", campaign, player=ada)
    as_owner.cookies["django_language"] = "de"
    assert len({everybody, hers, look(as_owner, "log", campaign)}) == 3


def test_a_new_release_draws_anew(as_owner, campaign, monkeypatch, django_assert_max_num_queries):
    finished_game(campaign)
    look(as_owner, "log", campaign)
    monkeypatch.setattr(kept, "release", lambda: "another")
    with pytest.raises(pytest.fail.Exception), django_assert_max_num_queries(LOOKS):
        look(as_owner, "log", campaign)


def test_a_full_disk_costs_time_and_not_the_page(as_owner, campaign, monkeypatch):
    finished_game(campaign)

    def full(*_args, **_kwargs):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("django.core.cache.backends.filebased.tempfile.mkstemp", full)
    assert look(as_owner, "log", campaign) == look(as_owner, "log", campaign)
