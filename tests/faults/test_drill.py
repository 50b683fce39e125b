"""Test that no tap is lost if a database server or a site fails while phones send taps. Run it with `make drill`.

The tests print a table for docs/scale.md, with one row for each fault.
"""

import json
import signal
import sys
import threading
import time
from collections import Counter
from http.client import HTTPException

import psycopg
import pytest

from tests.commands import manage, python
from tests.faults.pair import Server, pair
from tests.faults.site import WRITTEN, Site, Writer, missing, version_in

pytestmark = pytest.mark.drill

AWAY = 30  # the limit for the slowest tap, and the timeout of a request, in seconds
BEFORE, DURING = 3, 32  # seconds in which phones tap, before and during the fault
PATIENCE = 60  # phones repeat their last, unconfirmed taps for up to this many seconds
BOTH_DOWN = 25  # seconds without a primary: more than `ttl` in pair.py, after which patroni may replace the primary
PACE = 0.2  # the pause in seconds between two taps of a phone, and between two tries of a tap
SHARED = {"SECRET_KEY": "one for both"}


class Phone(Writer):
    """A phone that repeats each tap until the site acknowledges it, like waiting.js in the browser."""

    def tap(self, end):
        """Repeat one tap until the site acknowledges it, or until the time `end`."""
        self.sent += 1
        key, begun = f"c{self.number}-{self.sent}", time.monotonic()
        values = {"do": "supply", "inhabitants": self.sent % 100, "energy": 1, "version": self.version, "key": key}
        while time.monotonic() < end:
            try:
                status, page = self.site.send("POST", self.address, timeout=AWAY, **values)
            except (OSError, HTTPException) as lost:
                status, page = 0, str(lost)
            if status == 200:
                self.version = version_in(page)
                self.times.append(time.monotonic() - begun)
                self.acknowledged.append((key, self.version))
                return
            self.others.append((status, page))
            time.sleep(PACE)


class Door(Site):
    """A client of haproxy, which forwards each request to one of two sites."""

    def __init__(self, port, session):
        self.port, self.session = port, session


class Drill:
    """The database servers, the two sites, and eight phones with one city each."""

    def __init__(self, servers, folder):
        self.servers = servers
        with psycopg.connect(f"postgres://postgres@127.0.0.1:{servers.database}/postgres", autocommit=True) as database:
            database.execute("CREATE DATABASE drill")
        url = f"postgres://postgres@127.0.0.1:{servers.database}/drill"
        self.sites = {}
        for name in ("east", "west"):
            site = self.sites[name] = Site(folder / name, database_url=url, **SHARED)
            site.port = getattr(servers, name)
            manage("collectstatic", "--no-input", "-v", "0", env=site.environment)
            site.start()
        entries = self.sites["east"].prepare(1, 2)
        door = Door(servers.door, self.sites["east"].session)
        self.phones = [Phone(door, number, *entry) for number, entry in enumerate(entries, start=1)]
        for phone in self.phones:
            assert phone.look() == 200
        self.rows = []

    def go_through(self, what, fall, rise):
        """Call `fall` to break a part of the system while phones tap, and then `rise` to repair it.

        Return the fault's row of the printed table, and the counts of failed tries by HTTP status.
        """
        for phone in self.phones:
            phone.times, phone.others = [], []
        before = sum(len(phone.acknowledged) for phone in self.phones)
        fallen = time.monotonic() + BEFORE
        threads = [threading.Thread(target=self._tap, args=[phone, fallen + DURING]) for phone in self.phones]
        for thread in threads:
            thread.start()
        time.sleep(BEFORE)
        fallen_one = fall()
        try:
            for thread in threads:
                thread.join()
        finally:  # repair the system even if the test fails
            rise(fallen_one)
        self.servers.wait_until_whole()
        history = self.history()
        count = Counter((pk, key) for pk, _version, key, _city in history["history"] if key)
        row = {
            "fault": what,
            "away": max(seconds for phone in self.phones for seconds in phone.times),
            "acknowledged": sum(len(phone.acknowledged) for phone in self.phones) - before,
            "lost": len(missing(self.phones, history)),
            "twice": sum(number > 1 for number in count.values()),
        }
        self.rows.append(row)
        return row, Counter(status for phone in self.phones for status, _page in phone.others)

    def history(self):
        return json.loads(python(WRITTEN, env=self.sites["west"].environment))

    def stop(self):
        for site in self.sites.values():
            site.end()

    @staticmethod
    def _tap(phone, end):
        while time.monotonic() < end:
            phone.tap(end + PATIENCE)
            time.sleep(PACE)


@pytest.fixture(scope="module")
def drill(tmp_path_factory):
    with pair() as servers:
        drill = Drill(servers, tmp_path_factory.mktemp("sites"))
        yield drill
        drill.stop()
    sys.stdout.write("\n\n| fault | away s | acknowledged | lost | twice |\n| --- | --- | --- | --- | --- |\n")
    for row in drill.rows:
        sys.stdout.write(
            f"| {row['fault']} | {row['away']:.1f} | {row['acknowledged']:,} | {row['lost']} | {row['twice']} |\n"
        )


def killed(server):
    server.kill()
    return server


def frozen(server):
    server.freeze()
    return server


def cut_off(server):
    server.cut_off()
    return server


@pytest.mark.parametrize(
    ("what", "fall", "rise"),
    [
        ("the primary is killed", lambda pair: killed(pair.primary), Server.start),
        ("the primary is frozen", lambda pair: frozen(pair.primary), Server.thaw),
        ("the primary is cut off", lambda pair: cut_off(pair.primary), Server.join),
        ("the standby is killed", lambda pair: killed(pair.standby), Server.start),
    ],
)
def test_a_server_fails_and_no_acknowledged_tap_is_lost(drill, what, fall, rise):
    row, others = drill.go_through(what, lambda: fall(drill.servers), rise)
    assert set(others) <= {503}
    assert_nothing_is_lost(row)


def test_a_site_fails_and_no_acknowledged_tap_is_lost(drill):
    east = drill.sites["east"]
    row, others = drill.go_through("a site is killed", lambda: east.end(signal.SIGKILL), lambda _: east.start())
    assert set(others) <= {0, 502, 503}  # an interrupted request gets no answer (0) or an error from haproxy
    assert_nothing_is_lost(row)


def test_after_both_servers_fail_the_one_that_lacks_taps_does_not_become_primary(drill):
    def fall():
        pair = drill.servers
        primary, standby = pair.primary, pair.standby
        standby.kill()
        pair.wait_until_alone(primary)
        time.sleep(BEFORE)  # taps during these seconds reach only the primary
        primary.kill()
        standby.start()
        time.sleep(BOTH_DOWN)
        assert not standby.is_what("primary")
        primary.start()

    what = f"the standby is killed, then the primary for {BOTH_DOWN} s"
    row, others = drill.go_through(what, fall, lambda _: None)
    assert set(others) <= {503}
    assert_nothing_is_lost(row, away=BOTH_DOWN + AWAY)


def assert_nothing_is_lost(row, away=AWAY):
    assert (row["lost"], row["twice"]) == (0, 0)
    assert row["acknowledged"] > 0
    assert row["away"] < away
