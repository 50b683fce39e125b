"""Test undo and redo of cities with many changes."""

import pytest

from campaign.editor.undo import LATEST, timeline
from campaign.models.history import Action
from scoring import City
from tests.factories import open_game


def change_supply(evaluation, times):
    """Change the supply so often, one change after the other."""
    for number in range(1, times + 1):
        city = City.parse(f"T3SU1-/P-FH2/----/---- {number}i5e")
        evaluation.record(city, version=evaluation.version, action=Action("supply"))


@pytest.mark.django_db
def test_undo_leads_back_through_the_latest_changes_however_many_there_are(campaign, django_assert_num_queries):
    evaluation = open_game(campaign).present[0]
    change_supply(evaluation, LATEST + 20)
    with django_assert_num_queries(1):
        latest = timeline(evaluation)
    assert [change.state.city.split()[1] for change in latest.past] == [f"{20 + n}i5e" for n in range(LATEST + 1)]
    assert latest.undone().state == latest.past[-2].state
    assert latest.redone() is None


@pytest.mark.slow
@pytest.mark.django_db
def test_a_hundred_changes_are_undone_one_by_one(campaign, as_owner):
    evaluation = open_game(campaign).present[0]
    change_supply(evaluation, 100)
    for number in range(99, 0, -1):
        as_owner.post(evaluation.get_absolute_url(), {"version": evaluation.version, "do": "undo"})
        evaluation.refresh_from_db()
        assert evaluation.city.endswith(f" {number}i5e")
    for number in range(2, 101):
        as_owner.post(evaluation.get_absolute_url(), {"version": evaluation.version, "do": "redo"})
        evaluation.refresh_from_db()
        assert evaluation.city.endswith(f" {number}i5e")
