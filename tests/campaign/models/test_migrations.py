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
    """Return a function that makes an old history record. Its `history_change_reason` is a text such as "undo k3y"."""

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
def test_a_migration_splits_the_old_text_into_action_and_key(record, owner, reason, action, key):
    assert moved(record(reason, owner)) == (action, key, False)


def test_records_of_visitors_by_a_link_are_recognized(record, owner, member, stranger):
    people = {"owner": (owner, ""), "player": (member, ""), "elsewhere": (None, "Zoe"), "link": (stranger, "")}
    people["link, no account"] = (None, "")
    by_link = {name: moved(record("tap", user, written))[2] for name, (user, written) in people.items()}
    assert by_link == {"owner": False, "player": False, "elsewhere": False, "link": True, "link, no account": True}


def test_the_reverse_migration_joins_action_and_key_again(record, owner):
    there = record("undo k3y", owner)
    moved(there)
    history_actions.join_actions(apps, None)
    there.refresh_from_db()
    assert there.history_change_reason == "undo k3y"


def test_a_record_that_nobody_made_by_hand_has_no_action(record, owner):
    there = record(None, owner)
    assert moved(there) == ("", "", False)


def test_a_migration_joins_digits_with_spaces_on_a_score_pad(campaign):
    ada = open_game(campaign).present[0]
    Evaluation.objects.filter(pk=ada.pk).update(pad={"shop": "4 2", "park": "3 + 1"})
    ada.history.update(pad={"shop": "1 0+2"})
    join_pad_digits.join_digits(apps, None)
    ada.refresh_from_db()
    assert ada.pad == {"shop": "42", "park": "3 + 1"}
    assert ada.history.get().pad == {"shop": "10+2"}
