"""Test an evening that is planned ahead, and another attempt at a mission."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from campaign.models import Game
from tests.factories import finished_game, many_finished_games, open_game
from tests.pages import Page


def form_of(client, campaign, query=""):
    return Page(client.get(reverse("new_game", args=[campaign.public_id]) + query))


def begin(client, campaign, query="", **data):
    here = [player.pk for player in campaign.players.all()]
    day = timezone.localdate().isoformat()
    known = form_of(client, campaign, query).value("[name=known]")
    form = {"mission": "1", "here": here, "played_on": day, "known": known}
    client.post(reverse("new_game", args=[campaign.public_id]) + query, form | data)
    return Game.objects.last()


@pytest.fixture
def planned(campaign):
    return open_game(campaign, played_on=timezone.localdate() + timedelta(days=9))


def test_the_form_for_a_planned_evening_asks_for_the_day(as_owner, campaign):
    assert form_of(as_owner, campaign).words("main .button--start") == "To the table"
    page = form_of(as_owner, campaign, "?plan=1")
    assert page.words("main .button--start") == "Plan"
    [day] = page.all("[name=played_on]")
    assert not any(around.tag == "details" for around in day.iterancestors())
    assert day.get("value") > timezone.localdate().isoformat()


def test_a_planned_evening_shows_its_day_and_calendar_and_no_setup(as_owner, planned):
    page = Page(as_owner.get(planned.get_absolute_url()))
    assert str(planned.played_on.day) in page.words("#planned h2")
    assert page.each("main .button--start", "href") == [
        reverse("evening", args=[planned.campaign.public_id, planned.pk])
    ]
    assert not page.has("#now")
    assert "Set up the table" not in page.words("main")


def test_a_planned_evening_can_be_begun_early_by_one_tap(as_owner, planned):
    as_owner.post(reverse("tick_step", args=[planned.campaign.public_id, planned.pk]), {"today": "1"})
    page = Page(as_owner.get(planned.get_absolute_url()))
    assert page.has("#now")
    assert not page.has("#planned")


def test_a_visitor_by_a_view_only_link_begins_no_planned_evening(browser_of, planned):
    looker = browser_of("look link")
    assert not Page(looker.get(planned.get_absolute_url())).has("#planned form")


def test_a_first_attempt_counts_without_a_question(as_owner, campaign):
    page = form_of(as_owner, campaign)
    assert not page.has("input[type=checkbox][name=counts]")
    assert page.one("[name=counts]").get("value") == "on"


def test_a_replay_asks_whether_it_counts(as_owner, campaign):
    finished_game(campaign, 1)
    [asked] = form_of(as_owner, campaign, "?mission=1").all("[name=counts]")
    assert (asked.get("type"), "checked" in asked.attrib) == ("checkbox", True)
    assert not any(around.tag == "details" for around in asked.iterancestors())
    assert not begin(as_owner, campaign, "?mission=1").in_standings
    assert begin(as_owner, campaign, "?mission=1", counts="on").in_standings


def test_after_the_election_a_replay_does_not_count_by_default(as_owner, campaign):
    many_finished_games(campaign, 10)
    assert "checked" not in form_of(as_owner, campaign, "?mission=1").one("[name=counts]").attrib
