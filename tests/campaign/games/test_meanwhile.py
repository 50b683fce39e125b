"""Test conflicts of two phones that change the phase or the first player of one game.

The change that came first stays, and both phones show a message about it.
"""

import pytest
from django.urls import reverse

from campaign.games.evening import stretches_of, table_of
from campaign.games.views import NOBODY
from campaign.models import Game
from tests.factories import finished_game
from tests.pages import Page


class Phone:
    """A phone that shows one game. `game` has the state that the phone read last, which can be out of date."""

    def __init__(self, client, game):
        self.client, self.address = client, game.get_absolute_url()
        self.to = reverse("tick_step", args=[game.campaign.public_id, game.pk])
        self.game = Game.objects.get(pk=game.pk)

    def look(self):
        self.game.refresh_from_db()

    def send(self, key="", **tap):
        return self.client.post(self.to, {"key": key, **tap}, headers={"HX-Request": "true"})

    def move(self, phase, **more):
        return self.send(phase=phase, seen=self.game.phase, **more)

    def choose(self, player, **more):
        shown = self.game.course.goes_first
        return self.send(first=player.pk, shown=shown.pk if shown else NOBODY, seen=self.game.phase, **more)

    @property
    def told(self):
        return Page(self.client.get(self.address)).each("#evening .alert--warning")


@pytest.fixture
def ada(as_owner, game):
    """Return the phone of the campaign's owner."""
    return Phone(as_owner, game)


@pytest.fixture
def ben(browser_of, game):
    return Phone(browser_of("member"), game)


@pytest.fixture
def players(game):
    return [evaluation.player for evaluation in game.present]


def test_two_phones_choose_the_first_player_and_the_first_choice_stays(ada, ben, game, players):
    assert ben.choose(players[1]).status_code == 204
    answer = ada.choose(players[0])
    assert (answer.status_code, Page(answer).words()) == (409, "First player: Ben chose first, and that stays.")
    game.refresh_from_db()
    assert game.first_player == players[1]
    assert ben.told == ["First player: what you chose stays, because the owner of the campaign came later."]
    assert ada.told == ["First player: what Ben chose stays, because the owner of the campaign came later."]


def test_a_page_sends_the_first_player_that_it_showed(ada, players):
    def shown():
        return Page(ada.client.get(ada.address)).value("#step-form [name=shown]")

    assert shown() == NOBODY
    ada.choose(players[1])
    assert shown() == str(players[1].pk)


def test_two_phones_choose_the_mayor_pawn_and_the_first_choice_stays(ada, ben, game, players):
    game.course.move("before-2", seen="setup")
    ada.look()
    ben.look()
    ben.choose(players[1])
    assert Page(ada.choose(players[0])).words() == "Mayor pawn: Ben chose first, and that stays."
    assert ben.told == ["Mayor pawn: what you chose stays, because the owner of the campaign came later."]


def test_a_late_choice_of_the_first_player_does_not_move_the_mayor_pawn(ada, game, players):
    game.course.move("before-2", seen="setup")
    game.course.let_go_first(players[1].pk, during="before-2", seen=None)
    assert ada.choose(players[0]).status_code == 204
    game.refresh_from_db()
    assert (game.first_player, game.pawn) == (players[0], players[1])


def test_a_phone_that_shows_a_choice_may_change_it_and_the_message_goes(ada, ben, game, players):
    ben.choose(players[1])
    ada.choose(players[0])
    ada.look()
    assert ada.choose(players[0]).status_code == 204
    game.refresh_from_db()
    assert game.first_player == players[0]
    assert (ada.told, ben.told) == ([], [])


def test_the_same_choice_of_two_phones_is_no_conflict(ada, ben, players):
    ben.choose(players[1])
    assert ada.choose(players[1]).status_code == 204
    assert (ada.told, ben.told) == ([], [])


def test_a_late_change_of_the_phase_is_refused_and_both_phones_are_told(ada, ben, game):
    ben.move("round-1")
    ben.look()
    ben.move("before-2")
    answer = ada.move("round-1")
    assert (answer.status_code, Page(answer).words()) == (409, "Prepare round 2: Ben chose first, and that stays.")
    game.refresh_from_db()
    assert game.phase == "before-2"
    assert ben.told == ["Prepare round 2: what you chose stays, because the owner of the campaign came later."]
    ben.look()
    ben.move("round-2")
    assert ben.told == []


def test_without_scripts_the_page_of_the_game_tells_the_refusal(ada, ben, players):
    ben.choose(players[1])
    page = ada.client.post(ada.to, {"first": players[0].pk, "shown": NOBODY, "seen": "setup"}, follow=True)
    assert Page(page).each("#evening .alert--warning") == [
        "First player: what Ben chose stays, because the owner of the campaign came later."
    ]


def test_a_tap_whose_answer_was_lost_is_not_late_when_it_is_sent_again(ada, ben, players):
    ada.choose(players[0], key="phone-1")
    ben.look()
    ben.choose(players[1])
    assert ada.choose(players[0], key="phone-1").status_code == 204
    assert ben.told == []
    assert ada.choose(players[0], key="phone-2").status_code == 409


def test_a_visitor_by_a_link_is_named_as_the_player(ada, browser_of, game, players):
    ben = Phone(browser_of("score link"), game)  # despite the variable's name, this visitor plays as Ada
    ben.choose(players[1])
    assert Page(ada.choose(players[2])).words() == "First player: Ada chose first, and that stays."


@pytest.mark.parametrize("move", ["first", "phase"])
def test_nonsense_as_the_state_that_a_page_showed_changes_nothing(ada, game, players, move):
    changes = {"first": players[0].pk, "phase": "round-1"}
    for seen in ("", "-1", "\0", "9" * 5000, "somebody"):
        assert ada.send(**{move: changes[move]}, seen=seen, shown=seen).status_code == 204
        stored = Game.objects.get(pk=game.pk)
        assert (stored.first_player, stored.phase, stored.version) == (None, game.phase, game.version), seen
        assert game.history.count() == 1


def test_a_chosen_player_who_left_the_table_can_be_replaced(ada, game, players):
    ada.choose(players[1])
    game.refresh_from_db()
    seats = [player for player in players if player != players[1]]
    ada.client.post(
        reverse("edit_game", args=[game.campaign.public_id, game.pk]),
        {"mission": 1, "here": [player.pk for player in seats], "played_on": game.played_on, "version": game.version},
    )
    Game.objects.filter(pk=game.pk).update(first_player=players[1])
    ada.look()
    assert ada.choose(players[0]).status_code == 204


def test_a_late_tap_does_not_change_a_finished_game(ada, campaign, players):
    game = finished_game(campaign, 2)
    assert Phone(ada.client, game).choose(players[0]).status_code == 409
    assert Game.objects.get(pk=game.pk).first_player is None


def test_only_a_game_with_a_new_version_is_searched_for_late_taps(ada, ben, players, django_assert_num_queries):
    with django_assert_num_queries(7):
        ada.client.get(ada.address)
    ben.choose(players[1])
    ada.choose(players[0])
    with django_assert_num_queries(9):  # one more for the game's history, and one for the players' names
        ada.client.get(ada.address)


# --- Ticks ------------------------------------------------------------------------------------------------------------


def test_late_ticks_are_merged_with_ticks_of_others_and_none_is_lost(ada, ben, game):
    steps = [step.key for stretch in stretches_of(table_of(game), frozenset()).values() for step in stretch.part.steps]
    steps = steps[:12]
    waiting, others = steps[::2], steps[1::2]
    for step in others:
        ben.send(done=step)
    ben.move("round-1")
    for step in (*waiting, others[0]):  # Ben has already ticked others[0]
        assert ada.send(done=step).status_code == 204
    assert sorted(game.ticks.values_list("step", flat=True)) == sorted(steps)
    assert (ada.told, ben.told) == ([], [])
