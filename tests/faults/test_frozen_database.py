"""Test a database that accepts connections but never answers: the site gives it up, and no tap is lost."""

import json
import time

import pytest

from tests.commands import python
from tests.faults.site import WRITTEN, Writer, missing

pytestmark = pytest.mark.slow

PATIENCE = 3  # the site waits this many seconds for an answer of the database; a real site waits 12


def timed(site, *asked, **values):
    begun = time.monotonic()
    status, _page = site.send(*asked, **values)
    return status, time.monotonic() - begun


def test_a_frozen_database_is_given_up_and_delays_taps_for_seconds(new_site, postgres, migrated, record_property):
    url = postgres.create("frozen", template=migrated)
    site = new_site(database_url=url, DATABASE_ANSWER_SECONDS=str(PATIENCE), DATABASE_CONNECT_SECONDS="1")
    site.start()
    entries = site.prepare(1, 2)
    writers = [Writer(site, number, *entry) for number, entry in enumerate(entries, start=1)]
    for writer in writers:
        assert writer.write() == 200
    with postgres.frozen():
        frozen = time.monotonic()
        waits = [timed(site, "GET", writers[0].address)]
        assert waits[0][0] == 503
        assert waits[0][1] < 2 * PATIENCE + 2
        assert site.send("GET", "/healthz")[0] == 503
        while time.monotonic() - frozen < 3 * PATIENCE:
            assert writers[0].look() == 503
    thawed = time.monotonic()
    for writer in writers:
        while writer.write() != 200:
            assert time.monotonic() - thawed < 30
            time.sleep(0.2)
    record_property("figures", f"frozen: taps are away for {time.monotonic() - thawed:.1f} s after it is back")
    assert missing(writers, json.loads(python(WRITTEN, env=site.environment))) == []
