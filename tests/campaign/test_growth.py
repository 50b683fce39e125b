"""Test that other data in the database does not make pages and taps slower.

Other data are campaigns, games and old changes that the page does not show. The tests count the steps of SQLite's
virtual machine, because this number is the same on every computer.
"""

from contextlib import contextmanager
from itertools import cycle

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaign.editor.undo import LATEST
from campaign.models import Campaign, Evaluation, Game, Player
from campaign.models.history import Action
from scoring import City
from tests.factories import UserFactory, enter, finished_game, many_finished_games, open_game
from tests.sweeps import sweep

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="the steps are those of SQLite"),
]

SPARE = 1.1  # costs may grow by this factor, because larger indexes have slightly higher trees
# A game's page counts the changes of all games of its campaign. Each other game may add this many SQLite steps.
A_GAME_COUNTED = 25
ACTIONS = ("home", "campaign", "standings", "log", "game", "city", "question", "news", "tap")


class Cost:
    """The cost of a response: the number of queries, the SQLite steps of these queries, and the response's length."""

    def __init__(self):
        self.queries = self.steps = self.bytes = 0

    def __repr__(self):
        return f"{self.queries} queries, {self.steps} steps, {self.bytes} bytes"

    def is_at_most(self, other):
        return self.queries <= other.queries and self.steps <= other.steps * SPARE and self.bytes <= other.bytes * SPARE


@contextmanager
def counted(cost):
    def step():
        cost.steps += 1

    connection.ensure_connection()
    connection.connection.set_progress_handler(step, 1)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        try:
            yield
        finally:
            connection.connection.set_progress_handler(None, 0)
    cost.queries += len(queries)


@pytest.fixture
def cost_of(as_owner, campaign):
    """Return a function that measures the cost of an action, such as "tap", in the latest open game."""
    count = cycle(range(1, 900))

    def answer(action):
        game = campaign.games.filter(state=Game.State.OPEN).latest("pk")
        city = game.present[0]
        address = {
            "home": "/?own",
            "campaign": campaign.get_absolute_url(),
            "standings": f"{campaign.get_absolute_url()}standings/",
            "log": f"{campaign.get_absolute_url()}log/",
            "game": game.get_absolute_url(),
        }.get(action, city.get_absolute_url())
        headers = {"HX-Request": "true", "HX-Target": "city"}
        cost = Cost()
        if action == "tap":
            tap = {"version": city.version, "do": "supply", "inhabitants": next(count), "energy": 1}
            with counted(cost):
                response = as_owner.post(address, tap, headers=headers)
        elif action == "question":
            tag = as_owner.get(f"{address}?editing=on&version={city.version}", headers=headers)["ETag"]
            with counted(cost):
                response = as_owner.get(address, headers=headers | {"If-None-Match": tag})
            assert response.status_code == 304
        elif action == "news":
            enter(city, f"T3SU1-/P-FH2/----/---- {next(count)}i6e")
            with counted(cost):
                response = as_owner.get(f"{address}?editing=on&version={city.version - 1}", headers=headers)
        else:
            with counted(cost):
                response = as_owner.get(address)
        assert response.status_code in (200, 304)
        cost.bytes = len(response.content)
        return cost

    def cost(action):
        answer(action)  # the first request costs more, because it also prepares queries
        return answer(action)

    return cost


def tap(evaluation, times):
    evaluation.refresh_from_db()
    cities = [City.parse(f"T3SU1-/P-FH2/----/---- {number % 2 + 1}i5e") for number in range(times)]
    changes = [(city, Action("supply", f"key{number}")) for number, city in enumerate(cities)]
    evaluation.record_each(changes, version=evaluation.version)


@pytest.fixture
def game(campaign):
    """Return an open game in which one city has a history of a hundred taps."""
    game = open_game(campaign)
    tap(game.present[0], 100)
    return game


def costs_of_all(cost_of):
    return {action: cost_of(action) for action in ACTIONS}


def dearer(after, before):
    return {
        action: f"{before[action]}; {cost}" for action, cost in after.items() if not cost.is_at_most(before[action])
    }


@pytest.mark.parametrize("count", sweep([50, 500, 10_000], quick=1))
def test_pages_cost_no_more_because_of_other_campaigns(count, game, campaign, cost_of):
    finished_game(campaign, 2)
    before = costs_of_all(cost_of)
    owner = UserFactory()
    made = Campaign.objects.bulk_create(Campaign(owner=owner, name=f"Club {number}") for number in range(count))
    players = Player.objects.bulk_create(Player(campaign=each, name="Ada", colour="blue") for each in made)
    games = Game.objects.bulk_create(Game(campaign=each, mission=1) for each in made)
    seats = zip(games, players, strict=True)
    Evaluation.objects.bulk_create(Evaluation(game=game, player=player, seat=1) for game, player in seats)
    assert dearer(costs_of_all(cost_of), before) == {}


@pytest.mark.slow
def test_other_games_make_a_city_no_dearer_and_a_game_only_by_counting_them(game, campaign, cost_of):
    before = costs_of_all(cost_of)
    many_finished_games(campaign, 30)
    before["game"].steps += 30 * A_GAME_COUNTED
    after = costs_of_all(cost_of)
    assert dearer({action: after[action] for action in ("game", "city", "question", "news", "tap")}, before) == {}
    assert {action: cost.queries for action, cost in after.items()} == {
        action: cost.queries for action, cost in before.items()
    }


@pytest.mark.slow
def test_only_a_city_reads_its_taps_and_no_more_than_undo_knows(game, cost_of):
    before = costs_of_all(cost_of)
    tap(game.present[0], LATEST)
    full = costs_of_all(cost_of)
    assert dearer(full, before).keys() == {"city", "news"}  # they name the changes that undo and redo would make
    tap(game.present[0], 300)
    assert dearer(costs_of_all(cost_of), full) == {}
