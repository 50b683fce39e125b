"""Test that nobody waits and nothing is lost after a clock that was wrong is set right."""

import time
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaign.models import Campaign, Game
from campaign.ops.cleanup import sweep
from campaign.transfer.views import IMPORTING, LONGEST_IMPORT
from tests.factories import PASSWORD, CampaignFactory, UserFactory, enter_all, finished_game, open_game

pytestmark = pytest.mark.django_db

WEEK, YEAR = timedelta(weeks=1), timedelta(days=300)
WRONG = [-YEAR, -WEEK, WEEK, YEAR]  # by how much the clock was ahead before somebody set it right


@pytest.fixture
def set_clock(monkeypatch):
    """Return a function that sets the clock ahead, or behind, or right again with timedelta(0)."""
    right_now, right_time = timezone.now, time.time

    def set_clock(ahead):
        monkeypatch.setattr(timezone, "now", lambda: right_now() + ahead)
        monkeypatch.setattr("axes.handlers.proxy.now", timezone.now)
        monkeypatch.setattr(time, "time", lambda: right_time() + ahead.total_seconds())

    return set_clock


def log_in(client, password):
    return client.post(reverse("login"), {"username": "ada", "password": password})


@pytest.mark.parametrize("ahead", WRONG)
def test_whoever_was_locked_out_comes_in_when_the_clock_is_right(set_clock, client, settings, ahead):
    settings.AXES_FAILURE_LIMIT = 2
    UserFactory(username="ada", password=PASSWORD)
    set_clock(ahead)
    assert [log_in(client, "wrong").status_code for _ in range(2)][-1] == 429
    assert log_in(client, PASSWORD).status_code == 429
    set_clock(timedelta())
    assert log_in(client, PASSWORD).status_code == 302


@pytest.mark.parametrize("ahead", WRONG)
def test_a_spent_budget_is_not_spent_when_the_clock_is_right(set_clock, settings, ahead):
    settings.BUDGETS = settings.BUDGETS | {"imports": "1/h"}
    set_clock(ahead)
    assert [Client().post(reverse("import_campaign")).status_code for _ in range(2)] == [200, 429]
    set_clock(timedelta())
    assert [Client().post(reverse("import_campaign")).status_code for _ in range(2)] == [200, 429]


@pytest.mark.parametrize("ahead", WRONG)
def test_an_import_that_was_killed_blocks_no_other_when_the_clock_is_right(set_clock, ahead):
    set_clock(ahead)
    assert cache.add(IMPORTING, 1, LONGEST_IMPORT)
    set_clock(timedelta())
    assert cache.add(IMPORTING, 1, LONGEST_IMPORT)
    assert not cache.add(IMPORTING, 1, LONGEST_IMPORT)


@pytest.mark.parametrize("ahead", WRONG)
def test_a_game_is_finished_and_played_on_whatever_the_clock_was(set_clock, as_owner, campaign, ahead):
    set_clock(ahead)
    game = open_game(campaign)
    set_clock(timedelta())
    enter_all(game)
    game.finish()
    assert as_owner.get(game.get_absolute_url()).status_code == 200
    set_clock(ahead)
    assert Game.objects.get(pk=game.pk).is_finished
    assert as_owner.get(reverse("log", args=[campaign.public_id])).status_code == 200


@pytest.mark.parametrize("ahead", [WEEK, YEAR])
def test_what_is_in_the_bin_can_be_restored_after_the_clock_was_ahead(set_clock, as_owner, campaign, ahead):
    game = finished_game(campaign)
    set_clock(ahead)
    as_owner.post(reverse("delete_game", args=[campaign.public_id, game.pk]), {"sure": "1"})
    assert not Game.objects.filter(pk=game.pk).exists()
    set_clock(timedelta())
    sweep()
    assert Game.everything.in_bin().filter(pk=game.pk).exists()


@pytest.mark.parametrize("ahead", WRONG)
def test_nobody_is_logged_out(set_clock, client, ahead):
    owner = UserFactory()
    CampaignFactory(owner=owner)
    set_clock(ahead)
    client.force_login(owner)
    set_clock(timedelta())
    sweep()
    assert client.get(Campaign.objects.get().get_absolute_url()).status_code == 200
