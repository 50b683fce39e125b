"""Test that `finished_game`, which tests use, stores the same rows as a game that was played."""

import pytest

from campaign.models import Colour, Evaluation, Game, Player
from tests.factories import CampaignFactory, PlayerFactory, finished_game, played_game

pytestmark = pytest.mark.django_db

OF_ITS_OWN = {"id", "campaign_id", "game_id", "player_id", "first_player_id", "created", "finished_at"}


def rows(game):
    """Return all stored values of a game and its players, except keys and times, which no two games share."""
    stored = {
        Game: Game.objects.filter(pk=game.pk),
        Evaluation: Evaluation.objects.filter(game=game),
        Player: Player.objects.filter(campaign=game.campaign),
    }
    return {model: [without_its_own(row) for row in found.values()] for model, found in stored.items()}


def without_its_own(row):
    return {
        name: bool(value) if name == "retired_at" else value for name, value in row.items() if name not in OF_ITS_OWN
    }


def with_a_guest():
    campaign = CampaignFactory()
    PlayerFactory(campaign=campaign, name="Gus", colour=Colour.BLUE, is_guest=True)
    return campaign


@pytest.mark.parametrize(
    ("mission", "details"),
    [
        (1, {"cities": ("T3SU1-/P-FH2/----/---- 12i5e", "----/----/----/---- 0i0e")}),
        (7, {"cities": (), "absent": ("Ben",), "place": "by the river"}),
        (7, {"absent": ("Gus",)}),
        (2, {"cities": ("----/----/----/---- 0i0e", {"tower_block": "3"}), "in_standings": False, "services": True}),
    ],
)
def test_a_game_made_at_once_has_the_same_rows_as_a_played_game(mission, details):
    played, made = (make(with_a_guest(), mission, **details) for make in (played_game, finished_game))
    assert rows(made) == rows(played)


def test_a_second_game_made_at_once_replaces_the_first_like_a_played_one():
    games = []
    for make in (played_game, finished_game):
        campaign = CampaignFactory()
        games.append([make(campaign), make(campaign)])
    (first_played, second_played), (first_made, second_made) = games
    assert (rows(first_made), rows(second_made)) == (rows(first_played), rows(second_played))
