"""Measure how soon another phone shows a change, and the processor time that open pages cost.

The changes are a tap in a city, a tick in the setup list and the end of a game. A page without an event stream polls
with its entity tag. This module also measures how much time the site saves if it answers 304 to such a request.
"""

import re
import sqlite3
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http import HTTPStatus
from http.client import HTTPConnection
from itertools import cycle
from pathlib import Path

from benchmarks.processor import seconds_of
from benchmarks.tables import print_table
from tests.faults.site import Site, version_in

TIMES = 50
WANTED_MEDIAN = 1_000  # upper limit of the median time until another phone shows a change, in milliseconds
TABLES = 100
PHONES = 4  # the number of phones at a table, one for each player
IDLE_FOR = 30  # the duration of each measurement of open pages, in seconds
ASK_EVERY = 4  # seconds between two requests of a page without a stream (see follow.js)
LOOKS = 1_000
WARM = 20  # the number of requests before the measurement, which fill the caches
WRITE_EVERY = 0.1  # seconds between two writes to the database that change no open page
# The most processor time that an open page should use per minute. The unit is one request of an empty view.
WANTED_COST = 1.5


def report() -> None:
    with tempfile.TemporaryDirectory() as data:
        site = Site(Path(data) / "site", DJANGO_SETTINGS_MODULE="benchmarks.site_settings")
        site.start()
        try:
            evaluations = site.prepare(1, 2, *[3] * TABLES)
            cities = [address for _pk, address in evaluations[2 * PHONES :]]
            rows = [_row(what, times) for what, times in _latencies(site, evaluations).items()]
            print_table(
                f"Another phone sees a change (wanted: median below {WANTED_MEDIAN} ms)",
                ("", "times", "median ms", "90 % below ms", "longest ms"),
                rows,
            )
            print_table(
                f"{len(cities)} open pages on which nothing changes (wanted: {WANTED_COST} times an empty view)",
                ("", "% of a core", "a minute and page: ms", "times an empty view"),
                _idle_costs(site, cities),
            )
            rows = [_row(what, times) for what, times in _asking(site, _game_of(evaluations[0][1])).items()]
            print_table(
                "A page without a stream asks, and nothing has changed",
                ("", "times", "median ms", "90 % below ms", "longest ms"),
                rows,
            )
        finally:
            site.end()


def _game_of(evaluation: str) -> str:
    return re.sub(r"\d+/$", "", evaluation)


def _row(what: str, times: list[float]) -> tuple[str, int, float, float, float]:
    times = sorted(times)
    return what, len(times), statistics.median(times), times[int(len(times) * 0.9)], times[-1]


# --- The time until a change is shown ---------------------------------------------------------------------------------


class Phone:
    """A phone with an open page. It listens to the event stream, and fetches the page again at each event."""

    def __init__(self, site: Site, address: str) -> None:
        self.site, self.address = site, address
        self.seen = threading.Event()
        self.connection = _listen(site, address)
        self.stream = self.connection.getresponse()
        self.stream.readline()  # skip the entity tag that the stream sends before any change
        threading.Thread(target=self._follow, daemon=True).start()

    def _follow(self) -> None:
        while line := self.stream.readline():
            if line.startswith(b"data:"):
                self.site.send("GET", self.address)
                self.seen.set()

    def sees(self, change: Callable[[], object]) -> float:
        """Make a change on another phone. Return the milliseconds until this phone has fetched the page again."""
        time.sleep(0.05)
        self.seen.clear()
        start = time.perf_counter()
        change()
        if not self.seen.wait(30):
            raise AssertionError(f"{self.address} did not change")
        return (time.perf_counter() - start) * 1000


def _listen(site: Site, address: str) -> HTTPConnection:
    connection = HTTPConnection("127.0.0.1", site.port, timeout=120)
    connection.request("GET", address, headers={"Cookie": f"sessionid={site.session}", "Accept": "text/event-stream"})
    return connection


def _latencies(site: Site, evaluations: list[tuple[int, str]]) -> dict[str, list[float]]:
    city, other_city = evaluations[0][1], evaluations[4][1]
    game, finished = _game_of(city), _game_of(other_city)
    for _pk, address in evaluations[4:]:
        _tap(site, address)
    ticks = cycle(("done", "undone"))
    seen = {
        "a tap": _measure(Phone(site, game), lambda: _tap(site, city)),
        "a tick": _measure(Phone(site, game), lambda: site.send("POST", f"{game}setup/", **{next(ticks): "mats"})),
        "the end of a game": [],
    }
    phone = Phone(site, finished)
    for _time in range(TIMES):
        seen["the end of a game"].append(phone.sees(lambda: site.send("POST", f"{finished}finish/", sure="1")))
        phone.sees(lambda: site.send("POST", f"{finished}reopen/"))
    return seen


def _measure(phone: Phone, change: Callable[[], object]) -> list[float]:
    return [phone.sees(change) for _time in range(TIMES)]


_count = cycle(range(1, 900))


def _tap(site: Site, city: str) -> None:
    version = version_in(site.send("GET", city)[1])
    site.send("POST", city, do="supply", inhabitants=next(_count), energy=1, version=version)


# --- The costs of open pages ------------------------------------------------------------------------------------------


def _asking(site: Site, game: str) -> dict[str, list[float]]:
    _took, tag = _ask(site, game, "")
    times: dict[str, list[float]] = {"answered early, 304": [], "answered with the part": []}
    for _time in range(TIMES):
        times["answered early, 304"].append(_ask(site, game, tag)[0])
        times["answered with the part"].append(_ask(site, game, "")[0])
    return times


def _ask(site: Site, game: str, tag: str) -> tuple[float, str]:
    """Request a part of a game's page, as an open page does. Return the milliseconds, and the new entity tag."""
    headers = {"Cookie": f"sessionid={site.session}", "HX-Request": "true", "HX-Target": "evening"}
    with closing(HTTPConnection("127.0.0.1", site.port, timeout=60)) as connection:
        start = time.perf_counter()
        connection.request("GET", game, headers=headers | ({"If-None-Match": tag} if tag else {}))
        answer = connection.getresponse()
        answer.read()
        took = (time.perf_counter() - start) * 1000
    if answer.status != (HTTPStatus.NOT_MODIFIED if tag else HTTPStatus.OK):
        raise AssertionError(f"{game} answered {answer.status}")
    return took, answer.headers["ETag"]


def _idle_costs(site: Site, cities: list[str]) -> list[tuple[str, float, float, float]]:
    """Measure the processor time that open pages take.

    Return for each case: its name, the percentage of a core for all pages, the milliseconds per page and minute, and
    these milliseconds divided by the milliseconds of an empty view.
    """
    empty = _cost_of_a_look(site, "/empty")
    ask = _cost_of_a_look(site, cities[0], {"HX-Request": "true", "HX-Target": "city"})
    closed = _share_of_a_core(site)
    database = sqlite3.connect(site.data / "cornerstone.sqlite3", isolation_level=None)
    with closing(database), _open_pages(site, cities):
        time.sleep(2)
        shares = {
            "they listen, and nothing is written": _share_of_a_core(site) - closed,
            "they listen, and others write all the time": _share_of_a_core(site, lambda: _write(database)) - closed,
            f"they ask every {ASK_EVERY} seconds, where no stream can be had": len(cities) * ask / ASK_EVERY,
        }
    each = {what: 60 * share / len(cities) for what, share in shares.items()}
    return [(what, 100 * share, 1000 * each[what], each[what] / empty) for what, share in shares.items()]


def _cost_of_a_look(site: Site, address: str, headers: dict[str, str] | None = None) -> float:
    """Return the site's processor time for one request of an unchanged page, in seconds."""
    sent = {"Cookie": f"sessionid={site.session}", **(headers or {})}
    with closing(HTTPConnection("127.0.0.1", site.port, timeout=60)) as connection:
        for number in range(WARM + LOOKS):
            if number == WARM:
                before = seconds_of(*site.pids)
            connection.request("GET", address, headers=sent)
            answer = connection.getresponse()
            answer.read()
            sent["If-None-Match"] = answer.headers.get("ETag", "")
        return (seconds_of(*site.pids) - before) / LOOKS


def _share_of_a_core(site: Site, meanwhile: Callable[[], object] = lambda: None) -> float:
    before, start = seconds_of(*site.pids), time.monotonic()
    while time.monotonic() < start + IDLE_FOR:
        meanwhile()
        time.sleep(WRITE_EVERY)
    return (seconds_of(*site.pids) - before) / (time.monotonic() - start)


def _write(database: sqlite3.Connection) -> None:
    """Raise a number that the site does not use. After each write, the site checks whether open pages have changed."""
    [version] = database.execute("PRAGMA user_version").fetchone()
    database.execute(f"PRAGMA user_version = {version + 1}")


@contextmanager
def _open_pages(site: Site, cities: list[str]) -> Iterator[None]:
    connections = [_listen(site, city) for city in cities]
    answers = [connection.getresponse() for connection in connections]
    if any(answer.status != HTTPStatus.OK or not answer.readline() for answer in answers):
        raise AssertionError("a stream was refused")
    yield
    for connection in connections:
        connection.close()
