"""Test that the queries in plain SQL read the same as Django's own queries, on both databases."""

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from campaign.accounts.sessions import SessionStore
from campaign.editor.seats import evaluations_of
from campaign.models import Evaluation
from tests.factories import enter, finished_game, open_game

pytestmark = pytest.mark.django_db


def columns_of(thing):
    return {name: value for name, value in vars(thing).items() if not name.startswith("_")}


@pytest.mark.parametrize("make", [open_game, finished_game])
def test_the_cities_of_a_table_are_those_of_djangos_query(campaign, make):
    game = make(campaign)
    if not game.is_finished:
        enter(game.present[0])
        Evaluation.objects.filter(pk=game.present[1].pk).update(pad={"shop": "7"})
        Evaluation.objects.filter(pk=game.present[2].pk).update(seat=None, absent=True)
    make(campaign, 2)
    found = Evaluation.objects.filter(game=game, game__campaign=campaign, absent=False).order_by("seat")
    expected = list(found.select_related("game", "player"))
    read = evaluations_of(campaign, game.pk)
    assert [columns_of(evaluation) for evaluation in read] == [columns_of(evaluation) for evaluation in expected]
    for evaluation, other in zip(read, expected, strict=True):
        for name in ("game", "player"):
            columns, others = columns_of(getattr(evaluation, name)), columns_of(getattr(other, name))
            assert columns.items() <= others.items()
            assert others.keys() - columns.keys() <= {"created", "finished_at", "retired_at"}
        assert evaluation.game.campaign is campaign
        assert (evaluation._state.adding, evaluation._state.db) == (False, "default")


def test_a_table_of_another_campaign_has_no_cities(campaign, stranger):
    assert evaluations_of(stranger.campaigns.get(), open_game(campaign).pk) == []


def test_a_session_is_that_of_djangos_query(as_owner):
    key = as_owner.cookies["sessionid"].value
    stored = Session.objects.get()
    read = SessionStore(key)._get_session_from_db()  # noqa: SLF001 - the method of Django's class that reads a session
    assert columns_of(read) == columns_of(stored)
    Session.objects.update(expire_date=timezone.now())
    assert not SessionStore(key).load()
