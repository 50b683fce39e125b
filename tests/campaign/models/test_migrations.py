"""Test that migrations keep the rows that older releases have stored."""

from importlib import import_module

import pytest
from django.apps import apps

from campaign.models import Evaluation
from tests.factories import open_game

pytestmark = pytest.mark.django_db

history_actions = import_module("campaign.migrations.0007_history_actions")
join_pad_digits = import_module("campaign.migrations.0013_join_pad_digits")


@pytest.fixture
def record(campaign):
    """Return a function that makes a history record of Ada's city in the old form: one text has action and key."""

    def make(reason, user=None, name=""):
        ada = open_game(campaign).present[0]
        latest = ada.history.get()
        latest.history_change_reason, latest.history_user, latest.history_name = reason, user, name
        latest.save()
        return latest

    return make


def moved(record):
    history_actions.name_actions(apps, None)
    record.refresh_from_db()
    assert record.history_change_reason is None
    return record.history_action, record.history_key, record.history_by_link


@pytest.mark.parametrize(
    ("reason", "action", "key"),
    [
        ("undo k3y", "undo", "k3y"),
        ("by_hand", "by_hand", ""),
        ("pad", "pad", ""),
        ("thoughtlessly " + "y" * 60, "thoughtles", "y" * 40),
    ],
)
def test_action_and_key_are_taken_apart(record, owner, reason, action, key):
    assert moved(record(reason, owner)) == (action, key, False)


def test_who_came_by_a_link_is_told_from_the_owner_a_player_and_a_name_of_elsewhere(record, owner, member, stranger):
    people = {"owner": (owner, ""), "player": (member, ""), "elsewhere": (None, "Zoe"), "link": (stranger, "")}
    people["link, no account"] = (None, "")
    by_link = {name: moved(record("tap", user, written))[2] for name, (user, written) in people.items()}
    assert by_link == {"owner": False, "player": False, "elsewhere": False, "link": True, "link, no account": True}


def test_the_way_back_joins_them_again(record, owner):
    there = record("undo k3y", owner)
    moved(there)
    history_actions.join_actions(apps, None)
    there.refresh_from_db()
    assert there.history_change_reason == "undo k3y"


def test_what_nobody_did_by_hand_has_no_action(record, owner):
    there = record(None, owner)
    assert moved(there) == ("", "", False)


def test_digits_apart_on_a_score_pad_are_joined_as_they_counted(campaign):
    ada = open_game(campaign).present[0]
    Evaluation.objects.filter(pk=ada.pk).update(pad={"shop": "4 2", "park": "3 + 1"})
    ada.history.update(pad={"shop": "1 0+2"})
    join_pad_digits.join_digits(apps, None)
    ada.refresh_from_db()
    assert ada.pad == {"shop": "42", "park": "3 + 1"}
    assert ada.history.get().pad == {"shop": "10+2"}
