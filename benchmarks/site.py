"""Measure how long a tap takes, compared with an empty Django view under the same gunicorn process.

Also measure the size of the responses to taps, and how much of a tap's time each step takes.
"""

import cProfile
import gzip
import os
import pstats
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlencode

from benchmarks.tables import print_table
from scoring import City

CITY = "-OFH-/TPOFS/GTPOF/T4GT-S 17i9e"  # a city of 20 tiles, the first of tests/scoring/boards.json
MISSION = 10
ROUNDS = 12  # the number of times that the whole city is entered
WANTED = 3.0
MOST_BYTES = 1500  # upper limit of the median size of a response to a tap
WHOLE = "everything"
ALONE = "the six queries of a tap alone"
PLACES = {
    WHOLE: ("django/core/handlers/base.py", "get_response"),
    "who asks: session and user": ("contrib/auth/middleware.py", "get_user"),
    "the campaign, and who may what (with the session and user)": ("campaign/access.py", "enter"),
    "the city, its game and player": ("campaign/editor/seats.py", "seat_or_404"),
    "writing it, and its history": ("campaign/models/evaluation.py", "record_each"),
    "the screen": ("campaign/editor/screen.py", "screen_of"),
    "  of these: best allocation": ("scoring/settling/search.py", "settle"),
    "  score sheet": ("scoring/sheets.py", "score"),
    "  box check": ("scoring/boxcheck.py", "audit"),
    "  what the squares show": ("campaign/scores/boards.py", "draw"),
    "the parts that changed": ("campaign/editor/parts.py", "answer_with_parts"),
    "  of these: templates": ("campaign/web/parts.py", "_render"),
}


def report() -> None:
    with tempfile.TemporaryDirectory() as data:
        os.environ |= {"DATA_DIR": data, "DJANGO_SETTINGS_MODULE": "benchmarks.site_settings", "SECRET_KEY": "bench"}
        import django  # noqa: PLC0415 - it reads the settings just named

        django.setup()
        from django.core.management import call_command  # noqa: PLC0415

        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        evaluations, session = _prepare()
        with _served() as port:
            browser = Browser(port, session)
            last = evaluations[ROUNDS]
            alone = f"/six-queries/{last.game.campaign.public_id}/{last.game_id}/{last.player_id}"
            times, sizes = _measure(browser, [each.get_absolute_url() for each in evaluations[:ROUNDS]], alone)
        _print(times)
        rows = [(len(sizes), statistics.median(sizes), statistics.quantiles(sizes, n=20)[-1], MOST_BYTES)]
        print_table("Sizes of the answers to taps, compressed", ("taps", "median bytes", "95 % below", "wanted"), rows)
        _print_parts(evaluations[-1], session)


def _prepare() -> tuple[list[Any], str]:
    """Make ROUNDS + 2 evaluations without a city. Return the evaluations, and the session key of their owner."""
    from django.test import Client  # noqa: PLC0415 - models need the settings

    from tests.factories import CampaignFactory, open_game  # noqa: PLC0415

    campaign = CampaignFactory()
    client = Client()
    client.force_login(campaign.owner)
    games = [open_game(campaign, MISSION) for _ in range(ROUNDS + 2)]
    return [game.present[0] for game in games], client.cookies["sessionid"].value


@contextmanager
def _served(processes: int = 1) -> Iterator[int]:
    """Serve the site with this number of gunicorn processes on a free port, as `manage.py serve` does."""
    from campaign.management.commands.serve import listen  # noqa: PLC0415 - models need the settings

    listener = listen("127.0.0.1", 0)
    bind = f"--bind=fd://{listener.fileno()}"
    command = [sys.executable, "-m", "gunicorn", bind, f"--workers={processes}", "--keep-alive=60"]
    with listener, subprocess.Popen(command, pass_fds=[listener.fileno()]) as server:  # noqa: S603 - our own command
        try:
            yield listener.getsockname()[1]
        finally:
            server.terminate()


class Browser:
    """An HTTP connection that stays open, with the cookies of a session."""

    def __init__(self, port: int, session: str) -> None:
        self.connection = HTTPConnection("127.0.0.1", port)
        self.session = session
        self.token = ""

    def send(self, method: str, address: str, **values: object) -> tuple[float, str, int]:
        """Send a request. Return the milliseconds, the text of the response, and its compressed size in bytes."""
        headers = {"Cookie": f"sessionid={self.session}; csrftoken={self.token}", "Accept-Encoding": "gzip"}
        if method == "POST":
            headers |= {
                "Content-Type": "application/x-www-form-urlencoded",
                "X-CSRFToken": self.token,
                "HX-Request": "true",
                "HX-Target": "city",
            }
        start = time.perf_counter()
        self.connection.request(method, address, urlencode(values), headers)
        response = self.connection.getresponse()
        sent = response.read()
        took = (time.perf_counter() - start) * 1000
        assert response.status == 200, (address, response.status)
        for name, cookie in response.getheaders():
            if name.lower() == "set-cookie" and cookie.startswith("csrftoken="):
                self.token = cookie.removeprefix("csrftoken=").partition(";")[0]
        text = gzip.decompress(sent) if response.headers["Content-Encoding"] == "gzip" else sent
        return took, text.decode(), len(sent)


def taps() -> Iterator[dict[str, object]]:
    """Yield the form data of each tap that is needed to enter CITY."""
    city = City.parse(CITY)
    for name, building in zip(city.board.names, city.squares, strict=True):
        for _ in range(building.floors if building else 0):
            yield {"square": name, "brush": str(building)[0], "do": "tap"}
    yield {"do": "supply", "inhabitants": city.inhabitants, "energy": city.energy}


def shown_parts(page: str) -> dict[str, str]:
    """Map the `id` of HTML elements to their attribute `data-part`, as editor/queue.js does."""
    parts = (part for part in re.findall(r"<\w+[^>]*>", page) if "data-part" in part)
    return {re.findall(r'\sid="([^"]*)"', part)[0]: re.findall(r'data-part="([^"]*)"', part)[0] for part in parts}


def _measure(browser: Browser, addresses: list[str], alone: str) -> tuple[dict[str, list[float]], list[int]]:
    """Call all views in turn. Return the milliseconds of all requests by view, and the sizes of the taps' responses."""
    sizes: list[int] = []
    times: dict[str, list[float]] = {"empty view": [], "view that knows who asks": [], ALONE: [], "tap": []}
    browser.send("GET", addresses[0])
    for address in addresses:
        version, shown = "0", shown_parts(browser.send("GET", address)[1])
        for tap in taps():
            seen = " ".join(shown.values())
            times["empty view"].append(browser.send("POST", "/empty")[0])
            times["view that knows who asks"].append(browser.send("POST", "/signed-in")[0])
            times[ALONE].append(browser.send("POST", alone)[0])
            took, page, size = browser.send("POST", address, version=version, at="A1", key="bench", seen=seen, **tap)
            times["tap"].append(took)
            sizes.append(size)
            version, shown = version_of(page), shown | shown_parts(page)
    return times, sizes


def version_of(page: str) -> str:
    found = re.search(r'name="version" value="(\d+)"', page)
    assert found
    return found[1]


def _print(times: dict[str, list[float]]) -> None:
    empty = statistics.median(times["empty view"])
    rows = [
        (name, len(of_view), statistics.median(of_view), statistics.quantiles(of_view, n=20)[-1],
         statistics.median(of_view) / empty)
        for name, of_view in times.items()
    ]  # fmt: skip
    head = ("", "requests", "median ms", "95 % below ms", "times the empty view")
    print_table(f"The tap, on one process of gunicorn (wanted: at most {WANTED:g} times the empty view)", head, rows)


def _print_parts(evaluation: Any, session: str) -> None:
    """Profile taps in this process, and print how much of their time each step takes."""
    from django.test import Client  # noqa: PLC0415 - models need the settings

    client = Client(headers={"HX-Request": "true", "HX-Target": "city", "Host": "localhost"})
    client.cookies["sessionid"] = session
    address = evaluation.get_absolute_url()
    profile = cProfile.Profile()
    version, count, shown = "0", 0, shown_parts(client.get(address).content.decode())
    for tap in taps():
        values = {"version": version, "at": "A1", "seen": " ".join(shown.values()), **tap}
        response = profile.runcall(client.post, address, values)
        page = response.content.decode()
        version, shown = version_of(page), shown | shown_parts(page)
        count += 1
    seconds = {
        (path.replace("\\", "/"), function): cumulative
        for (path, _line, function), (_cc, _nc, _tt, cumulative, _callers) in pstats.Stats(profile).stats.items()  # type: ignore[attr-defined]
    }
    taken = {
        label: sum(time for (path, name), time in seconds.items() if path.endswith(file) and name == function)
        for label, (file, function) in PLACES.items()
    }
    whole = taken[WHOLE]
    rows = [(label, time / count * 1000, 100 * time / whole) for label, time in taken.items()]
    print_table("The steps of a tap, by a profiler in one process", ("", "ms a tap", "% of the tap"), rows)
