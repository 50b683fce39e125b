"""Test that `manage.py demo` plays by the rules, and that `manage.py rescore` finds wrong results."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from campaign.demo.sample import DEMO_USER, fill, play
from campaign.models import Evaluation, Game, User
from scoring import MISSIONS
from scoring.boxcheck import audit, audit_game
from tests.factories import finished_game, open_game
from tests.scoring.cities import dice


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("number", [1, 4, 6, 9, 10])
def test_a_demo_city_is_possible_with_the_pieces_of_the_box(number, players):
    mission = MISSIONS[number]
    cities = play(mission, players, dice(number))
    assert [finding for city in cities for finding in audit(city, mission, players)] == []
    assert audit_game(cities, mission, players) == []


def test_the_same_seed_plays_the_same_cities():
    assert play(MISSIONS[1], 2, dice(1)) == play(MISSIONS[1], 2, dice(1))


@pytest.mark.slow
@pytest.mark.django_db
def test_the_demo_has_a_finished_campaign_and_one_halfway():
    owner = fill()
    begun, whole = owner.campaigns.order_by("pk")
    assert User.objects.get(username=DEMO_USER) == owner
    assert (whole.next_mission, len(whole.games_in_standings), whole.games.count()) == (
        None,
        len(MISSIONS),
        len(MISSIONS) + 1,
    )
    assert (begun.next_mission, begun.open_game.mission, len(begun.open_game.waiting)) == (3, 3, 2)
    assert Evaluation.objects.filter(absent=True).count() == 2
    assert any(evaluation.is_pad for evaluation in Evaluation.objects.all())
    for game in Game.objects.finished():
        cities = [evaluation.as_city for evaluation in game.present if not evaluation.is_pad]
        assert audit_game(cities, game.as_mission, len(game.present)) == []
    assert "differ" not in rescored()


def rescored(**options):
    out = StringIO()
    call_command("rescore", stdout=out, **options)
    return out.getvalue()


@pytest.mark.django_db
def test_rescore_finds_no_difference_in_a_game_just_finished(campaign):
    finished_game(campaign, absent=["Cleo"])
    open_game(campaign, 2)
    assert rescored().startswith("1 finished game compared")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"total": 99}, "Ada: total is stored as 99, computed as 16"),
        ({"rank": 3}, "Ada: rank is stored as 3, computed as 1"),
        ({"best_possible": 20}, "best_possible"),
        ({"city": "nonsense"}, "nonsense"),
    ],
    ids=str,
)
def test_rescore_finds_a_result_that_does_not_follow_from_its_city(campaign, values, said):
    game = finished_game(campaign)
    Evaluation.objects.filter(pk=game.present[0].pk).update(**values)
    out = StringIO()
    with pytest.raises(CommandError, match="1 game differs"):
        call_command("rescore", stdout=out)
    assert said in out.getvalue() or "nonsense" in values.values()
    with pytest.raises(CommandError):
        call_command("rescore", mission=1, stdout=out)
    assert "differ" not in rescored(mission=2)


@pytest.mark.django_db
def test_a_game_is_compared_under_its_own_house_rules(campaign):
    campaign.manual_tower_points = True
    campaign.save()
    finished_game(campaign)
    campaign.manual_tower_points = False
    campaign.save()
    assert rescored().startswith("1 finished game compared")


@pytest.mark.django_db
def test_nobody_logs_in_as_the_demos_owner_without_the_demo(client):
    User.objects.create_user(DEMO_USER)
    assert client.post("/demo/").status_code == 404
