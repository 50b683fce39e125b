"""Test that a prepared query returns the same rows as Django's own query, for all values."""

import pytest
from django.contrib.sessions.models import Session
from django.db.models import BigIntegerField

from campaign.models import Campaign, Evaluation, Game, Player, User
from campaign.prepared import Given, Reading, columns, take
from tests.factories import finished_game, open_game

pytestmark = pytest.mark.django_db


def columns_of(thing):
    return {name: value for name, value in vars(thing).items() if not name.startswith("_")}


@pytest.mark.parametrize("model", [Campaign, Evaluation, Game, Player, User])
def test_a_prepared_query_reads_every_column_as_django_does(model, campaign):
    finished_game(campaign)
    reading = Reading(model.objects.filter(pk=Given("pk", BigIntegerField())).values_list(*columns(model)))
    for stored in model.objects.all():
        [row] = reading.rows(pk=stored.pk)
        read = take(model, iter(row))
        assert columns_of(read) == columns_of(stored)
        assert (read == stored, read._state.adding, read._state.db) == (True, False, "default")


def test_no_value_is_read_as_sql(campaign):
    reading = Reading(Player.objects.filter(name=Given("name", Player._meta.get_field("name"))).values_list("pk"))
    assert reading.rows(name="' OR 1=1 --") == reading.rows(name="%s") == reading.rows(name="") == []
    assert reading.rows(name="Ada") == [[campaign.players.get(name="Ada").pk]]


def test_a_prepared_query_keeps_no_values_of_the_query_before(as_owner, campaign):
    ada, ben = open_game(campaign).present[:2]
    for version, evaluation in enumerate([ada, ben, ada]):
        tap = {"square": f"A{version + 1}", "brush": "T", "do": "tap"}
        evaluation.refresh_from_db()
        as_owner.post(evaluation.get_absolute_url(), tap | {"version": evaluation.version})
    ada.refresh_from_db()
    ben.refresh_from_db()
    assert (ada.version, ben.version) == (2, 1)
    latest = ben.history.order_by("-history_id").first()
    assert (latest.city, latest.game_id, latest.version, latest.history_user) == (
        ben.city,
        ben.game_id,
        1,
        campaign.owner,
    )


def test_a_deleted_user_or_session_is_not_found(as_owner, campaign):
    with pytest.raises(User.DoesNotExist):
        User.objects.get(pk=0)
    Session.objects.all().delete()
    assert as_owner.get(campaign.get_absolute_url()).status_code == 404
