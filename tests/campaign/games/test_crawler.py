"""Test that every page of a game, in every state, marks its tab and has one main button."""

from datetime import timedelta

import pytest
from django.utils.timezone import localdate

from campaign.models import Game
from campaign.models.phase import COUNTING, playing
from tests.addresses import path_to, routes
from tests.campaign.games.test_evening import primary_actions
from tests.factories import enter_all, finished_game, open_game
from tests.pages import Page
from tests.sweeps import sweep

OF_A_GAME = "campaigns/<slug:campaign_id>/games/<int:game_id>/"


def playing_round_2(campaign):
    game = open_game(campaign)
    Game.objects.filter(pk=game.pk).update(phase=playing(2))
    return game


def counting(campaign):
    game = open_game(campaign)
    Game.objects.filter(pk=game.pk).update(phase=COUNTING)
    return game


def everything_in(campaign):
    game = counting(campaign)
    enter_all(game)
    return game


def planned(campaign):
    return open_game(campaign, played_on=localdate() + timedelta(days=20))


def reopened(campaign):
    game = finished_game(campaign)
    game.reopen()
    return game


STATES = (open_game, playing_round_2, counting, everything_in, planned, finished_game, reopened)
PEOPLE = ("owner", "member", "score link", "look link")
# The quick tests try only this case.
TELLING = [("member", counting)]


def pages_of(client, game):
    """Open every address of a game. Yield (name of the URL, answer) for each answer that is a whole page."""
    for route, pattern in routes():
        if route.startswith(OF_A_GAME):
            response = client.get(path_to(pattern, game.campaign, game))
            if response.status_code == 200 and b"<main" in response.content:  # leave out files and parts of pages
                yield pattern.name, response


@pytest.mark.parametrize(
    ("person", "state"),
    sweep(
        sorted(((person, state) for person in PEOPLE for state in STATES), key=lambda case: case not in TELLING),
        quick=len(TELLING),
    ),
    ids=lambda part: getattr(part, "__name__", part),
)
def test_every_page_of_a_game_marks_its_tab_and_has_one_primary_action(browser_of, campaign, state, person):
    game = Game.objects.for_evening().get(pk=state(campaign).pk)
    told = {}
    for name, response in pages_of(browser_of(person), game):
        lit = Page(response).each(".site-nav a[aria-current=page]", "href")
        assert lit == [campaign.get_absolute_url()], name
        told[name] = [" ".join(each.text_content().split()) for each in primary_actions(response)]
    assert {name: actions for name, actions in told.items() if len(actions) != 1} == {}
