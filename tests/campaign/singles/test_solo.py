"""Test solo games: one player uses the site for two against a simple rival (D21), and gets separate records."""

import pytest
from django.urls import reverse

from campaign.models import Campaign, Game
from campaign.transfer import as_text, exported, import_campaign
from tests.campaign.singles.test_single_games import PLAY, begin, finish, sent
from tests.factories import CampaignFactory, open_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(owner):
    return CampaignFactory(owner=owner, form=Campaign.Form.GAMES)


def solo(table, **mission):
    return finish(
        open_game(table, counts=False, absent=("Ben", "Cleo"), **(mission or {"mission": 0, "line": "classic"}))
    )


def page_of(client, address):
    return client.get(address).content.decode()


@pytest.mark.parametrize("mission", ["classic", "expert", *map(str, range(1, 11))])
def test_one_player_begins_any_mission(client, mission):
    game = begin(client, mission, "Ada")
    page = page_of(client, game.get_absolute_url())
    assert "a light rival" in page
    assert "rival&#x27;s Architects" in page
    assert client.get(game.present[0].get_absolute_url()).status_code == 200


def test_one_of_a_table_plays_alone(as_owner, table):
    here = [table.players.get(name="Ben").pk]
    data = {"mission": "classic", "here": here, "played_on": "2024-05-04"}
    as_owner.post(reverse("new_game", args=[table.public_id]), data)
    game = Game.objects.get()
    assert [evaluation.player.name for evaluation in game.present] == ["Ben"]
    assert game.absent == []  # single games have no absent players


def test_an_evening_needs_somebody(as_owner, table):
    data = {"mission": "classic", "played_on": "2024-05-04"}
    answer = as_owner.post(reverse("new_game", args=[table.public_id]), data)
    assert "It takes at least one player." in answer.content.decode()


def test_nobody_begins_a_table_without_people(client):
    assert "It takes at least one player." in client.post(PLAY, sent("classic")).content.decode()
    assert not Campaign.objects.exists()


def test_a_campaign_still_takes_two(as_owner, campaign):
    data = {"mission": "1", "here": [campaign.players.get(name="Ada").pk], "played_on": "2024-05-04"}
    answer = as_owner.post(reverse("new_game", args=[campaign.public_id]), data)
    assert "It takes at least two players." in answer.content.decode()


def test_the_setup_is_that_of_two_with_a_rival(as_owner, table):
    game = open_game(table, 0, line="classic", counts=False, absent=("Ben", "Cleo"))
    page = page_of(as_owner, game.get_absolute_url())
    assert "Take the Architects #1–#4 of one color." in page
    assert "lay them face-down" in page
    assert "You go first" in page
    assert "Each player" not in page
    assert "Who goes first?" not in page


def test_each_round_says_what_the_rival_does(as_owner, table):
    game = open_game(table, 0, line="classic", counts=False, absent=("Ben", "Cleo"))
    game.move("round-1", seen=game.phase)
    page = page_of(as_owner, game.get_absolute_url())
    assert "Turn over one of the rival&#x27;s Architects after each of your turns." in page
    assert "The Urbanist moves to that square." in page


def test_a_pair_is_told_nothing_of_a_rival(as_owner, table):
    game = open_game(table, 0, line="classic", counts=False, absent=("Cleo",))
    assert "rival" not in page_of(as_owner, game.get_absolute_url())


def test_a_result_of_one_has_no_winner_and_no_rank(as_owner, table):
    game = solo(table)
    page = page_of(as_owner, game.get_absolute_url())
    assert f"Ada reaches {game.present[0].total} VP" in page
    assert "podium__place--won" not in page
    assert ">Rank<" not in page
    assert "Ada wins" not in page
    assert "Par " in page  # the par of one player without a mission is known


def test_the_office_does_not_ask_the_others_to_bring_their_pencils(as_owner, table):
    page = page_of(as_owner, solo(table).get_absolute_url())
    assert "Nobody else handed in a plan" in page
    assert "The others" not in page


def test_a_table_keeps_the_records_of_one_player_apart(as_owner, table):
    solo(table)
    page = page_of(as_owner, table.get_absolute_url())
    assert 'id="solo-records"' in page
    assert 'id="records"' not in page
    finish(open_game(table, 0, line="classic", counts=False))
    page = page_of(as_owner, table.get_absolute_url())
    assert 'id="solo-records"' in page
    assert 'id="records"' in page


def test_the_log_gives_one_player_no_trophy(as_owner, table):
    solo(table)
    page = page_of(as_owner, reverse("log", args=[table.public_id]))
    assert "Rank 1" not in page
    assert "alone" in page


def test_the_book_counts_no_win_of_one(as_owner, table):
    solo(table)
    assert "100%" not in page_of(as_owner, reverse("book"))
    assert "alone" in page_of(as_owner, reverse("book_records"))


def test_what_is_taken_along_names_no_winner(as_owner, table):
    game = solo(table)
    page = page_of(as_owner, reverse("take_along", args=[table.public_id, game.pk]))
    assert "wins" not in page
    assert "1. Ada" not in page


def test_a_table_of_one_is_exported_and_imported(as_owner, owner):
    table = CampaignFactory(owner=owner, form=Campaign.Form.GAMES, players=("Ada",))
    finish(open_game(table, 0, line="expert", counts=False))
    copied = import_campaign(as_text(exported(table)).encode(), owner)
    assert [player.name for player in copied.players.all()] == ["Ada"]
    assert copied.games.get().is_solo
