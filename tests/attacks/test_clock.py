"""Test that the site loses no data and logs nobody out when its clock jumps."""

import json
import time

import pytest

from campaign.ops import chores
from campaign.ops.chores import SWEEP_EVERY, Chores
from tests.commands import python
from tests.faults.conftest import database, migrated, postgres  # noqa: F401 - servers of databases
from tests.faults.site import WRITTEN, Stream, Writer, missing

DAY = 24 * 60 * 60
# seconds by which the clock is ahead after each jump; a negative number means that it is behind
JUMPS = (3600, -3600, 30 * DAY, -30 * DAY, 300 * DAY, -10 * 365 * DAY, 0)


@pytest.mark.slow
def test_taps_and_streams_work_while_the_clock_jumps(new_site, database):  # noqa: F811
    site = new_site(DJANGO_SETTINGS_MODULE="tests.attacks.clock_settings", **database)
    site.start()
    writer = Writer(site, 1, *site.prepare(1)[0])
    assert writer.write() == 200
    stream = Stream(site, writer.address)
    assert stream.event()
    for seconds in JUMPS:
        (site.data / "clock").write_text(str(seconds))
        for _tap in range(3):
            assert writer.write() == 200, seconds
        assert stream.event(), seconds
        for path in ("/?own", writer.address, "/rules/", "/livez", f"{writer.address}?at=A1"):
            assert site.send("GET", path)[0] == 200, (seconds, path)
    stream.connection.close()
    assert missing([writer], json.loads(python(WRITTEN, env=site.environment))) == []
    assert "Traceback" not in site.log


@pytest.fixture
def swept(monkeypatch):
    """Return a list of the deletions of expired data, and a function that moves the otherwise frozen clocks."""
    done, clock = [], {"monotonic": 1000.0, "time": time.time()}
    monkeypatch.setattr(chores, "sweep", lambda: done.append(dict(clock)))
    monkeypatch.setattr(chores, "backs_up", lambda: False)
    monkeypatch.setattr(chores.connection, "close", lambda: None)
    monkeypatch.setattr(chores.time, "monotonic", lambda: clock["monotonic"])
    monkeypatch.setattr(chores.time, "clock_gettime", lambda _which: clock["monotonic"])
    monkeypatch.setattr(chores.time, "time", lambda: clock["time"])

    def go_on(seconds, jump=0):
        clock["monotonic"] += seconds
        clock["time"] += seconds + jump

    return done, go_on


def test_nothing_is_deleted_by_a_clock_that_has_just_jumped(swept):
    done, go_on = swept
    mine = Chores()
    mine.do()
    assert len(done) == 1
    go_on(SWEEP_EVERY, jump=2 * 365 * DAY)
    mine.do()
    go_on(SWEEP_EVERY - 1)
    mine.do()
    # After a jump, the site deletes nothing for a day. Meanwhile somebody can correct the clock.
    assert len(done) == 1
    go_on(1)
    mine.do()
    assert len(done) == 2


def test_small_corrections_of_the_clock_delay_no_deletion(swept):
    done, go_on = swept
    mine = Chores()
    for _day in range(3):
        mine.do()
        go_on(SWEEP_EVERY, jump=90)
    assert len(done) == 3
