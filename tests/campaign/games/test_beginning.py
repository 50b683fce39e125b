"""Test the beginning of a game in two taps, with mission, players and guests, and who may change a game."""

import pytest
from django.urls import reverse

from campaign.models import Colour, Game, Player, RosterEntry
from tests.factories import CampaignFactory, enter, enter_all, finished_game, many_finished_games, open_game
from tests.forms import evening
from tests.pages import Page


def address(campaign, query=""):
    return reverse("new_game", args=[campaign.public_id]) + query


def begin(client, campaign, *names, **others):
    here = [player.pk for player in campaign.players.all() if player.name in names]
    response = client.post(address(campaign), evening(campaign, here=here, **others))
    assert response.status_code == 302, response.content.decode()
    return Game.objects.for_evening().order_by("-pk")[0]


def names(evaluations):
    return [evaluation.player.name for evaluation in evaluations]


def test_every_player_and_the_next_mission_are_chosen_by_default(as_owner, campaign):
    finished_game(campaign)
    page = as_owner.get(address(campaign)).content.decode()
    assert page.count('name="here"') == page.split('id="guest"')[0].count("checked") == 3
    assert '<option value="2" selected>' in page
    assert page.count("button--start") == 1
    assert '<details class="details" id="further">' in page


def test_a_player_who_is_not_chosen_is_absent_and_the_others_keep_their_order(as_owner, campaign):
    game = begin(as_owner, campaign, "Ada", "Cleo")
    assert (names(game.present), names(game.absent)) == (["Ada", "Cleo"], ["Ben"])
    assert [evaluation.seat for evaluation in game.present] == [1, 2]


@pytest.mark.parametrize("counts", [True, False])
def test_a_guest_joins_a_game_in_a_free_colour(as_owner, campaign, counts):
    game = begin(as_owner, campaign, "Ada", "Cleo", guest_name=" Dana ", **({"guest_counts": "on"} if counts else {}))
    dana = Player.objects.get(name="Dana")
    assert (dana.is_guest, dana.in_standings, dana.is_active) == (True, counts, True)
    assert names(game.present) == ["Ada", "Cleo", "Dana"]
    assert dana.colour not in {"blue", "red"}


def test_a_guest_replaces_an_absent_player_of_four(as_owner, owner):
    campaign = CampaignFactory(owner=owner, players=("Ada", "Ben", "Cleo", "Dan"))
    game = begin(as_owner, campaign, "Ada", "Ben", "Cleo", guest_name="Eve")
    assert {evaluation.player.colour for evaluation in game.present} == set(Colour.values)
    settings = as_owner.get(reverse("campaign_settings", args=[campaign.public_id])).content.decode()
    assert 'value="Eve"' not in settings  # the roster does not list guests
    enter_all(game)
    game.finish()
    eve = Player.objects.get(name="Eve")
    assert not eve.is_active


def test_a_guest_is_not_absent_in_the_next_game_and_can_come_again(as_owner, campaign):
    first = begin(as_owner, campaign, "Ada", "Ben", "Cleo", guest_name="Dana")
    enter_all(first)
    first.finish()
    page = as_owner.get(address(campaign)).content.decode()
    assert page.split('id="guest"')[0].count("checked") == 3
    second = begin(as_owner, campaign, "Ada", "Ben", mission="2")
    assert names(second.absent) == ["Cleo"]
    third = begin(as_owner, campaign, "Ada", "Dana", mission="3")
    assert names(third.present) == ["Ada", "Dana"]
    assert Player.objects.get(name="Dana").is_active
    assert campaign.players.count() == 4


def test_a_guest_can_be_removed_by_correcting_the_game(as_owner, campaign):
    game = begin(as_owner, campaign, "Ada", "Ben", guest_name="Dana")
    here = list(campaign.players.filter(name__in=["Ada", "Ben"]).values_list("pk", flat=True))
    data = evening(campaign, here=here, version=game.version)
    assert as_owner.post(reverse("edit_game", args=[campaign.public_id, game.pk]), data).status_code == 302
    game = Game.objects.for_evening().get()
    assert (names(game.present), names(game.absent)) == (["Ada", "Ben"], ["Cleo"])


def test_inviting_a_guest_twice_makes_one_player(as_owner, campaign):
    for _twice in range(2):
        campaign.invite("Dana", in_standings=True)
    assert campaign.players.filter(name="Dana").count() == 1


def test_a_guest_who_is_typed_again_is_the_guest_of_last_time(as_owner, campaign):
    first = begin(as_owner, campaign, "Ada", "Ben", guest_name="Dora")
    enter_all(first)
    first.finish()
    form = Page(as_owner.get(address(campaign)))
    assert form.each("#known-guests option", "value") == ["Dora"]
    for mission, typed in enumerate(("Dora", "dora", "DORA ", " Dora"), start=2):  # also while the last game is open
        again = begin(as_owner, campaign, "Ada", "Ben", mission=str(mission), guest_name=typed)
        assert again.present[-1].player == first.present[-1].player
    assert campaign.players.filter(name__iexact="dora").count() == 1


def test_somebody_who_has_left_comes_back_for_an_evening_as_themselves(as_owner, campaign):
    finished_game(campaign)
    cleo = campaign.players.get(name="Cleo")
    rows = [RosterEntry(player, player.name, player.colour, player != cleo) for player in campaign.players.all()]
    campaign.set_roster(rows)
    game = begin(as_owner, campaign, "Ada", "Ben", mission="2", guest_name="cleo")
    assert game.present[-1].player == cleo
    cleo.refresh_from_db()
    assert (cleo.is_active, cleo.in_standings, cleo.name) == (True, True, "Cleo")
    assert len({evaluation.player.colour for evaluation in game.present}) == 3
    enter_all(game)
    game.finish()
    cleo.refresh_from_db()
    assert not cleo.is_active
    assert campaign.players.count() == 3


def test_a_guest_on_the_roster_becomes_an_ordinary_player(campaign):
    dana = campaign.invite("Dana", in_standings=False)
    rows = [RosterEntry(player, player.name, player.colour) for player in campaign.players.filter(is_guest=False)]
    campaign.set_roster([*rows, RosterEntry(dana, "Dana", "purple")])
    dana.refresh_from_db()
    assert (dana.is_guest, dana.in_standings, dana.is_active) == (False, True, True)


def test_the_form_for_a_replay_asks_whether_it_replaces_the_first_result(as_owner, campaign):
    finished_game(campaign, played_on="2024-05-04")
    page = as_owner.get(address(campaign, "?mission=1")).content.decode()
    assert "This mission was played on May\N{NO-BREAK SPACE}4,\N{NO-BREAK SPACE}2024: Ada, Ben and Cleo won." in page
    assert "Does the new game count instead?" in page
    headers = {"HX-Request": "true", "HX-Target": "replay"}
    other = as_owner.get(address(campaign, "?mission=2"), headers=headers).content.decode()
    assert "<html" not in other
    assert "was played" not in other


@pytest.mark.parametrize("games", [1, 20])
def test_the_form_asks_the_same_number_of_queries_however_much_was_played(
    as_owner, campaign, django_assert_num_queries, games
):
    many_finished_games(campaign, games)
    open_game(campaign)
    # The queries: session, user, campaign; players, games, entries and their players; everybody who ever played.
    with django_assert_num_queries(8):
        as_owner.get(address(campaign, "?mission=1"))


# --- The right to begin a game ----------------------------------------------------------------------------------------


def test_visitors_by_the_table_link_begin_and_finish_games(browser_of, campaign):
    client = browser_of("score link")
    game = begin(client, campaign, "Ada", "Ben")
    for evaluation, shops in zip(game.present, "34", strict=True):
        evaluation.record({"shop": shops}, version=0)
    client.post(reverse("finish_game", args=[campaign.public_id, game.pk]))
    game.refresh_from_db()
    assert game.is_finished
    assert client.post(reverse("reopen_game", args=[campaign.public_id, game.pk])).status_code == 403


def test_a_campaign_can_let_only_accounts_begin_and_finish_games(browser_of, campaign):
    campaign.table_runs_games = False
    campaign.save()
    game = open_game(campaign)
    client = browser_of("score link")
    assert client.get(address(campaign)).status_code == 403
    assert client.post(reverse("finish_game", args=[campaign.public_id, game.pk])).status_code == 403
    assert begin(browser_of("member"), campaign, "Ada", "Ben")


def test_only_the_owner_reopens_a_finished_game(browser_of, campaign):
    game = finished_game(campaign)
    again = reverse("reopen_game", args=[campaign.public_id, game.pk])
    assert browser_of("member").post(again).status_code == 403
    browser_of("owner").post(again)
    game.refresh_from_db()
    assert not game.is_finished


def test_removing_a_player_with_a_city_asks_first_and_a_return_restores_it(as_owner, campaign):
    game = open_game(campaign)
    ada, ben, cleo = game.present
    enter(ben)
    ben.record({"tower_block": "12"}, version=ben.version)
    enter(cleo)

    def correct(*here, **more):
        game.refresh_from_db()
        data = evening(game.campaign, here=[entry.player_id for entry in here], version=game.version, **more)
        return as_owner.post(reverse("edit_game", args=[campaign.public_id, game.pk]), data)

    asked = Page(correct(ada, cleo))
    assert "Already entered: the city of Ben. Without a seat it does not count" in asked.each("main .alert")[0]
    yes = asked.all("button[name=without]")[0].get("value")
    ben.refresh_from_db()
    assert ben.is_in
    # the user confirmed the loss of Ben's city only, so the page asks about Cleo's city
    assert correct(ada, without=yes).status_code == 200
    assert correct(ada, cleo, without=yes).status_code == 302
    ben.refresh_from_db()
    assert ben.absent
    assert not ben.is_in
    assert correct(ada, ben, cleo).status_code == 302
    ben.refresh_from_db()
    assert ben.pad == {"tower_block": "12"}


def test_a_reopened_game_says_who_reopened_it_and_why_the_result_is_gone(as_owner, browser_of, campaign):
    member = browser_of("member")
    game = finished_game(campaign)
    as_owner.post(reverse("reopen_game", args=[campaign.public_id, game.pk]))
    for phone in (as_owner, member):
        said, *_others = Page(phone.get(game.get_absolute_url())).each("#evening .alert")
        assert said.startswith("The owner of the campaign reopened this game at ")
        assert said.endswith("The result is gone until somebody finishes it again.")
    game.refresh_from_db()
    game.finish()
    game.reopen()
    said, *_others = Page(member.get(game.get_absolute_url())).each("#evening .alert")
    assert said.startswith("Somebody reopened")
