"""Test that undo and redo give the same results from the latest changes as from the whole history."""

import random
from types import SimpleNamespace

import pytest

from campaign.editor.undo import Change, EvaluationState, replayed, replayed_from, timeline
from campaign.models.history import Action
from scoring import City
from tests.factories import open_game
from tests.sweeps import sweep


def history(seed):
    """Make about sixty history records as the editor writes them."""
    dice, records = random.Random(seed), []
    for number in range(60):
        line = replayed(records)
        undone, redone = line.undone(), line.redone()
        action = dice.choices(("tap", "undo", "redo", ""), (4, 4, 2, 1))[0]
        found = {"undo": undone, "redo": redone}.get(action)
        if action in ("undo", "redo") and not found:
            continue
        changed = f"city {number}" if action else line.past[-1].state.city
        city = found.state.city if found else changed
        records.append(SimpleNamespace(city=city, allocation="", pad={}, history_action=action))
    return records


def told(line):
    """Return the effects of all sequences of one or two undo and redo steps."""
    found = [line.undone(), line.redone()]
    again = [step and (step.after.undone(), step.after.redone()) for step in found]
    return [
        step and (step.state, step.made, step.change.record)
        for step in (*found, *(each for pair in again if pair for each in pair))
    ]


@pytest.mark.parametrize("seed", sweep(range(40), quick=4))
def test_the_end_of_a_history_gives_the_same_undo_as_all_of_it(seed):
    records = history(seed)
    whole, told_by_ends = told(replayed(records)), 0
    for begin in range(len(records)):
        end = replayed_from(Change(EvaluationState.of(records[begin]), records[begin]), records[begin + 1 :])
        if end:
            told_by_ends += 1
            assert told(end) == whole
    assert told_by_ends or len(replayed(records).past) <= 5


@pytest.mark.django_db
def test_of_four_hundred_taps_only_the_latest_are_read(campaign, django_assert_num_queries):
    evaluation, changes = open_game(campaign).present[0], []
    for number in range(400):
        action = Action("undo" if 350 < number < 356 else "supply")
        city = City.parse(f"T3SU1-/P-FH2/----/---- {701 - number if action.name == 'undo' else number + 1}i5e")
        changes.append((city, action))
    evaluation.record_each(changes, version=evaluation.version)
    whole = replayed(evaluation.history.order_by("history_id"))
    with django_assert_num_queries(1):
        latest = timeline(evaluation)
    assert told(latest) == told(whole)


@pytest.mark.slow
@pytest.mark.django_db
def test_a_hundred_changes_are_undone_one_by_one(campaign, as_owner):
    evaluation = open_game(campaign).present[0]
    for number in range(100):
        city = City.parse(f"T3SU1-/P-FH2/----/---- {number + 1}i5e")
        evaluation.record(city, version=evaluation.version, action=Action("supply"))
    for number in range(99, 0, -1):
        as_owner.post(evaluation.get_absolute_url(), {"version": evaluation.version, "do": "undo"})
        evaluation.refresh_from_db()
        assert evaluation.city.endswith(f" {number}i5e")
    for number in range(2, 101):
        as_owner.post(evaluation.get_absolute_url(), {"version": evaluation.version, "do": "redo"})
        evaluation.refresh_from_db()
        assert evaluation.city.endswith(f" {number}i5e")
