"""The lists of a game: ticked off on every phone at the table."""

import pytest
from django.urls import reverse

from campaign.models import Tick
from tests.factories import open_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(campaign):
    return open_game(campaign)


def setup_address(game):
    return reverse("game_setup", args=[game.campaign.public_id, game.pk])


def test_a_tick_is_seen_by_everybody_at_the_table(as_owner, member, game):
    response = as_owner.post(setup_address(game), {"done": "mats"})
    assert response["Location"] == f"{setup_address(game)}#step-mats"
    as_owner.force_login(member)
    page = as_owner.get(setup_address(game)).content.decode()
    assert page.count('name="undone"') == 1
    assert 'name="undone"' in page.split('id="tick-mats"')[1].split(">")[0]


def test_two_phones_that_tick_the_same_step_leave_one_tick(as_owner, game):
    for _ in range(2):
        as_owner.post(setup_address(game), {"done": "mats"})
    assert Tick.objects.get().step == "mats"
    for _ in range(2):
        as_owner.post(setup_address(game), {"undone": "mats"})
    assert not Tick.objects.exists()


def test_a_step_that_is_not_on_the_list_is_not_kept(as_owner, game):
    assert as_owner.post(setup_address(game), {"done": "win"}).status_code == 302
    assert not Tick.objects.exists()


def test_the_lists_of_a_game_are_for_its_table_and_house_rules(as_owner, campaign):
    campaign.four_architects = True
    campaign.save()
    game = open_game(campaign, 10, absent=("Cleo",))
    said = as_owner.get(setup_address(game)).content.decode()
    assert "Setup for 2 players" in said
    assert "the Architects #1–#4 of one color" in said
