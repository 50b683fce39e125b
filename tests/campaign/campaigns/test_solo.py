"""Test solo games against a simple rival (D21 in docs/rules.md), and their separate records."""

import json

import pytest
from django.urls import reverse

from campaign.models import Campaign, Game
from campaign.models.phase import COUNTING
from campaign.par.shown import ShownPar
from campaign.transfer import exported, import_campaign
from scoring import HouseRules
from tests.campaign.campaigns.test_single_games import PLAY, begin, finish, sent
from tests.factories import CampaignFactory, finished_game, open_game
from tests.forms import evening
from tests.pages import Page
from tests.sweeps import sweep


def solo(table, **details):
    return finished_game(table, 0, line="classic", in_standings=False, absent=("Ben", "Cleo"), **details)


def page_of(client, address):
    return client.get(address).content.decode()


@pytest.mark.parametrize("mission", sweep(["classic", "expert", *map(str, range(1, 11))]))
def test_one_player_begins_any_mission(client, mission):
    game = begin(client, mission, "Ada")
    page = page_of(client, game.get_absolute_url())
    assert "a light rival" in page
    assert "rival&#x27;s Architects" in page
    assert client.get(game.present[0].get_absolute_url()).status_code == 200


def test_a_player_of_a_table_can_play_alone(as_owner, table):
    data = evening(table, mission="classic", here=[table.players.get(name="Ben").pk])
    as_owner.post(reverse("new_game", args=[table.public_id]), data)
    game = Game.objects.get()
    assert [evaluation.player.name for evaluation in game.present] == ["Ben"]
    assert game.absent == []  # a single game stores no absent players


def test_a_game_needs_a_player(as_owner, table):
    data = {"mission": "classic", "played_on": "2024-05-04"}
    answer = as_owner.post(reverse("new_game", args=[table.public_id]), data)
    assert "It takes at least one player." in answer.content.decode()


def test_a_table_without_players_cannot_be_begun(client):
    assert "It takes at least one player." in client.post(PLAY, sent("classic")).content.decode()
    assert not Campaign.objects.exists()


def test_a_game_of_a_campaign_still_needs_two_players(as_owner, campaign):
    data = {"mission": "1", "here": [campaign.players.get(name="Ada").pk], "played_on": "2024-05-04"}
    answer = as_owner.post(reverse("new_game", args=[campaign.public_id]), data)
    assert "It takes at least two players." in answer.content.decode()


def test_the_setup_is_for_two_players_with_a_rival_who_moves_in_each_round(as_owner, table):
    game = open_game(table, 0, line="classic", in_standings=False, absent=("Ben", "Cleo"))
    page = page_of(as_owner, game.get_absolute_url())
    assert "Take the Architects #1–#4 of one color." in page
    assert "lay them face-down" in page
    assert "You go first" in page
    assert "Each player" not in page
    assert "Who goes first?" not in page
    game.course.move("round-1", seen=game.phase)
    page = page_of(as_owner, game.get_absolute_url())
    assert "Turn over one of the rival&#x27;s Architects after each of your turns." in page
    assert "The Urbanist moves to that square." in page


def test_two_players_are_told_nothing_of_a_rival(as_owner, table):
    game = open_game(table, 0, line="classic", in_standings=False, absent=("Cleo",))
    assert "rival" not in page_of(as_owner, game.get_absolute_url())


def test_no_page_of_a_solo_game_names_a_winner_a_rank_or_others(as_owner, table):
    game = solo(table)
    result = page_of(as_owner, game.get_absolute_url())
    assert [said for said in ("podium__place--won", "Rank", "Ada wins", "The others") if said in result] == []
    assert "Nobody else handed in a plan" in result
    log = page_of(as_owner, reverse("log", args=[table.public_id]))
    assert "Rank 1" not in log
    assert "alone" in log
    assert "100%" not in page_of(as_owner, reverse("book"))
    assert "alone" in page_of(as_owner, reverse("book_records"))
    exports = page_of(as_owner, reverse("take_along", args=[table.public_id, game.pk]))
    assert [said for said in ("wins", "1. Ada") if said in exports] == []


def test_the_result_of_a_solo_game_is_the_distance_to_par(as_owner, table):
    par = ShownPar.known("classic", 1, HouseRules()).figure
    for above, said in ((12, "12 VP above par"), (1, "1 VP above par"), (0, "Exactly par"), (-1, "1 VP below par")):
        game = solo(table, cities=[{"total": str(par + above)}])
        page = Page(page_of(as_owner, game.get_absolute_url()))
        assert page.words("#podium h2") == said
        assert [one.text for one in page.all(".podium__bars b")] == [str(par + above), str(par)]


def test_the_count_of_a_solo_game_speaks_to_one_person(as_owner, table):
    game = open_game(table, 0, line="classic", in_standings=False, absent=("Ben", "Cleo"))
    game.course.move(COUNTING, seen=game.phase)
    page = Page(page_of(as_owner, game.get_absolute_url()))
    assert page.words("#cities h2.label") == "Your city"
    assert page.words("#next-step") == "Enter your city"
    assert "Everybody" not in page.words("main")


def test_the_record_of_a_solo_game_is_the_distance_to_par(as_owner, table):
    par = ShownPar.known("classic", 1, HouseRules()).figure
    solo(table, cities=[{"total": str(par + 3)}])
    [record] = Page(page_of(as_owner, table.get_absolute_url())).each("#solo-records li")
    assert f"{par + 3}, par {par}" in record
    assert "+3" in record


def test_a_table_keeps_the_records_of_one_player_apart(as_owner, table):
    solo(table)
    page = page_of(as_owner, table.get_absolute_url())
    assert 'id="solo-records"' in page
    assert 'id="records"' not in page
    finished_game(table, 0, line="classic", in_standings=False)
    page = page_of(as_owner, table.get_absolute_url())
    assert 'id="solo-records"' in page
    assert 'id="records"' in page


def test_a_table_of_one_player_is_exported_and_imported(as_owner, owner):
    table = CampaignFactory(owner=owner, form=Campaign.Form.GAMES, players=("Ada",))
    finish(open_game(table, 0, line="expert", in_standings=False))
    copied = import_campaign(json.dumps(exported(table)).encode(), owner)
    assert [player.name for player in copied.players.all()] == ["Ada"]
    assert copied.games.get().is_solo


# --- The player of the logged-in user ---------------------------------------------------------------------------------


def test_the_first_player_is_the_beginner_by_default(client):
    assert "checked" in Page(client.get(PLAY)).one("#id_first_is_me").attrib
    client.post(PLAY, sent("classic", "Ada") | {"first_is_me": "1"})
    game = Game.objects.select_related("campaign").get()
    assert [player.name for player in game.campaign.players.all() if player.account_id] == ["Ada"]
    assert "you" in Page(client.get(game.get_absolute_url())).each("#cities .badge")
    who = reverse("who", args=[game.campaign.public_id])
    assert who not in Page(client.get(game.campaign.get_absolute_url())).each("a", "href")
    client.post(reverse("tick_step", args=[game.campaign.public_id, game.pk]), {"phase": "round-1", "seen": "setup"})
    history = Page(client.get(reverse("game_history", args=[game.campaign.public_id, game.pk]))).words("main")
    assert "Ada" in history


def test_a_user_who_begins_for_others_becomes_no_player(client):
    game = begin(client, "classic", "Ada", "Ben")
    assert not game.campaign.players.exclude(account=None).exists()


def test_if_another_player_is_first_no_beginner_is_proposed(as_owner, campaign):
    assert "checked" not in Page(as_owner.get(PLAY)).one("#id_first_is_me").attrib


def test_a_player_of_the_table_keeps_their_account(client):
    client.post(PLAY, sent("classic", "Ada", "Ben") | {"first_is_me": "1"})
    ada_last = sent("expert", "Ben", "Ada") | {"players-0-colour": "green", "players-1-colour": "blue"}
    client.post(PLAY, ada_last | {"first_is_me": "1"})
    table = Campaign.objects.get()
    assert table.games.count() == 2
    assert [player.name for player in table.players.all() if player.account_id] == ["Ada"]


def test_one_player_is_asked_neither_for_players_nor_for_seats(client):
    table = begin(client, "classic", "Ada").campaign
    address = reverse("new_game", args=[table.public_id])
    page = Page(client.get(address))
    assert [page.has(asked) for asked in ("#here", "#seats", "[name=first_player]")] == [False] * 3
    here = page.value("input[name=here]")
    client.post(address, {"mission": "expert", "here": here, "played_on": "2024-05-04"})
    assert [evaluation.player.name for evaluation in Game.objects.latest("pk").present] == ["Ada"]


def test_after_a_guest_joined_the_form_asks_for_players_again(client):
    table = begin(client, "classic", "Ada").campaign
    address = reverse("new_game", args=[table.public_id])
    here = Page(client.get(address)).value("input[name=here]")
    data = {"mission": "expert", "here": here, "played_on": "2024-05-04", "guest_name": "Dora"}
    client.post(address, data)
    game = Game.objects.latest("pk")
    assert [evaluation.player.name for evaluation in game.present] == ["Ada", "Dora"]
    assert Page(client.get(reverse("edit_game", args=[table.public_id, game.pk]))).has("#here")
