"""Test that a file to save is made while it is sent, and that little of it is in memory at once."""

import json
import tracemalloc
from itertools import islice

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaign.models import Evaluation
from campaign.takeaway.spreadsheet import log_as_csv
from campaign.transfer import written
from campaign.web import responses
from tests.factories import CLASSIC_CITY, many_finished_games, open_game

pytestmark = pytest.mark.django_db

CHANGES, MORE = 2000, 12_000


def add_taps(campaign, count):
    """Let Ada tap so often in an open game."""
    tap = campaign.games.get().present[0].history.latest("history_id")
    values = {
        field.attname: getattr(tap, field.attname) for field in tap._meta.concrete_fields if not field.primary_key
    }
    changed = (
        {"city": CLASSIC_CITY.replace("12i", f"{number % 90}i"), "history_key": number} for number in range(count)
    )
    type(tap).objects.bulk_create(type(tap)(**values | each) for each in changed)


def most_memory(campaign):
    """Return the most bytes in memory while a campaign's file is written, and the length of the file."""
    tracemalloc.start()
    try:
        length = sum(map(len, written(campaign)))
        return tracemalloc.get_traced_memory()[1], length
    finally:
        tracemalloc.stop()


@pytest.mark.slow
def test_the_memory_of_an_export_does_not_grow_like_its_file(campaign):
    open_game(campaign)
    add_taps(campaign, CHANGES)
    few, short = most_memory(campaign)
    add_taps(campaign, MORE)
    many, long = most_memory(campaign)
    assert long > 5 * short
    assert many - few < (long - short) / 5


def test_an_export_begins_before_anything_is_read(campaign):
    open_game(campaign)
    pieces = written(campaign)
    with CaptureQueriesContext(connection) as queries:
        head = next(pieces)
    assert not queries.captured_queries
    assert json.loads(head + "".join(pieces))["games"]


@pytest.mark.parametrize("name", ["export_campaign", "log_csv", "log_xlsx"])
def test_a_file_is_sent_in_pieces(as_owner, campaign, monkeypatch, name):
    monkeypatch.setattr(responses, "PIECE", 1000)
    monkeypatch.setattr("campaign.takeaway.workbook.PIECE", 1000)
    many_finished_games(campaign, 40)
    answer = as_owner.get(reverse(name, args=[campaign.public_id]))
    assert answer.streaming
    assert "Content-Length" not in answer
    first, *others = answer
    assert others
    assert len(first) < 15_000


def test_a_table_begins_before_its_last_row_is_made(campaign, monkeypatch):
    many_finished_games(campaign, 40)
    monkeypatch.setattr(responses, "PIECE", 1000)
    made = []
    monkeypatch.setattr("campaign.takeaway.spreadsheet.line_of_columns", lambda *_columns: made.append(1) or "")
    assert list(islice(log_as_csv(campaign), 2))
    assert 0 < len(made) < Evaluation.objects.count() / 2
