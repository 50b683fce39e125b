"""Measure what a stranger who floods the site costs others: a tap's time, and how often a visitor is refused.

Each flood comes from CONNECTIONS of one address, for SECONDS at most, to a site with its own data on this machine.
Meanwhile a player taps, and a visitor at a third address asks for what the flood uses up.
"""

import resource
import socket
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from http.client import HTTPConnection, HTTPException
from itertools import count, repeat
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from benchmarks.tables import print_table
from campaign.web.uploads import LARGEST_FILE
from tests.commands import python
from tests.faults.site import TOKEN, Site, Writer
from tests.forms import NEW, roster
from tests.pages import Page

SECONDS, CONNECTIONS = 15.0, 6  # of a flood
MOST = 400  # requests of each connection
MOST_OPEN = 2_000  # connections that send only a half
TAP_EVERY, VISIT_EVERY = 0.2, 1.0  # seconds
PASSWORD = "a password of some length"  # noqa: S105 - of a user of this benchmark
VISITOR = f"from campaign.models import *; User.objects.create_user('visitor', password={PASSWORD!r})"
ADDRESS = "127.0.0.{}"  # one for the strangers and one for the visitor of each flood: budgets are counted by address
NUMBERS = count(10)
TYPED, FILE = "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"
UPLOAD = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n[%b1]\r\n--x--\r\n'
HALF_A_HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
HALF_A_BODY = b"POST /play/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nname="

Sent = tuple[Any, ...]  # the arguments of Browser.send
Flood = Callable[["Browser"], Iterator[Sent]]  # what somebody sends, one request after the other


class Browser:
    """Somebody at an address, with the cookie of a session."""

    def __init__(self, site: Site, address: str) -> None:
        self.site, self.address, self.session = site, address, ""

    def send(self, method: str, path: str, values: Any = (), kind: str = TYPED) -> tuple[str, str]:
        """Send a request. Return where its response leads, and its text."""
        connection = HTTPConnection("127.0.0.1", self.site.port, timeout=60, source_address=(self.address, 0))
        headers = {"Cookie": f"sessionid={self.session}; csrftoken={TOKEN}", "X-CSRFToken": TOKEN, "Content-Type": kind}
        try:
            connection.request(method, path, values if isinstance(values, bytes) else urlencode(values), headers)
            response = connection.getresponse()
            for name, value in response.getheaders():
                if name.lower() == "set-cookie" and value.startswith("sessionid="):
                    self.session = value.removeprefix("sessionid=").partition(";")[0]
            return response.getheader("Location", ""), response.read().decode()
        finally:
            connection.close()

    def is_granted(self, *sent: Any) -> bool:
        """Send a request, follow where it leads, and return whether the site did what was asked."""
        address, text = self.send(*sent)
        return not any(said in (text + self.send("GET", address)[1] if address else text) for said in REFUSALS)


REFUSALS = ("Try again in", "out of date")


def pins(stranger: Browser) -> Iterator[Sent]:
    address, _text = stranger.send("POST", "/campaigns/new/", NEW)
    player = Page(stranger.send("GET", f"{address}sharing/")[1]).each("[name=player]", "value")[0]
    return repeat(("POST", f"{address}sharing/", {"do": "pin", "player": player, "pin": "2468"}))


def codes(stranger: Browser) -> Iterator[Sent]:
    stranger.send("POST", "/campaigns/new/", NEW)
    return repeat(("POST", "/account/recovery/"))


def analyses(_somebody: Browser) -> Iterator[Sent]:
    cities = (f"-OFH-/TPOFS/GTPOF/T4GT-S {next(NUMBERS)}i9e" for _ in repeat(None))
    return (("POST", "/calculator/analysis/?" + urlencode({"mission": 7, "city": city})) for city in cities)


def always(*sent: Any) -> Flood:
    return lambda _somebody: repeat(sent)


LOG_IN = always("POST", "/account/login/", {"username": "visitor", "password": PASSWORD})
READ = always("GET", "/missions/")
GAME = {"mission": "1"} | roster(("Ada", "blue"), ("Ben", "green"))
FLOODS: dict[str, tuple[Flood | bytes, Flood]] = {
    "nothing": (b"", LOG_IN),
    "PINs": (pins, LOG_IN),
    "recovery codes": (codes, LOG_IN),
    "analyses": (analyses, analyses),
    "single games": (always("POST", "/play/", GAME), READ),
    "forms that name 1,000 rows": (always("POST", "/campaigns/new/", NEW | {"players-TOTAL_FORMS": "1000"}), READ),
    "files of 16 MB": (always("POST", "/campaigns/import/", UPLOAD % (b"1," * (LARGEST_FILE * 49 // 100)), FILE), READ),
    "half heads on 2,000 connections": (HALF_A_HEAD, READ),
    "half bodies on 2,000 connections": (HALF_A_BODY, READ),
}


def report() -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    head = ("flood", "sent", "granted", "taps", "median ms", "95 % below ms", "asked", "refused", "longest s")
    with tempfile.TemporaryDirectory() as data:
        site = Site(Path(data) / "site")
        site.start()
        try:
            python(VISITOR, env=site.environment)
            (evaluation, address), *_others = site.prepare(1)
            player = Writer(site, 1, evaluation, address)
            found = [
                (name, *measure(site, number, player, flood, wanted))
                for number, (name, (flood, wanted)) in enumerate(FLOODS.items(), 1)
            ]
        finally:
            site.end()
    print_table(f"Floods of {CONNECTIONS} connections for {SECONDS:g} s", head, found)


def measure(site: Site, number: int, player: Writer, flood: Flood | bytes, wanted: Flood) -> tuple[Any, ...]:
    end = time.monotonic() + SECONDS
    player.times, granted, asked, waits = [], [], [], []
    visitor = ADDRESS.format(100 + number)
    wishes = wanted(Browser(site, visitor))

    def tap() -> None:
        player.write()
        time.sleep(TAP_EVERY)

    def visit() -> None:
        start = time.monotonic()
        asked.append(Browser(site, visitor).is_granted(*next(wishes)))
        waits.append(time.monotonic() - start)
        time.sleep(VISIT_EVERY)

    strangers = [Browser(site, ADDRESS.format(1 + number)) for _ in range(CONNECTIONS if callable(flood) else 0)]
    floods = [(stranger, flood(stranger)) for stranger in strangers]
    steps = [tap, visit, *(lambda s=s, sent=sent: granted.append(s.is_granted(*next(sent))) for s, sent in floods)]
    with ExitStack() as opened:
        for _ in range(MOST_OPEN if isinstance(flood, bytes) and flood else 0):
            opened.enter_context(socket.create_connection(("127.0.0.1", site.port), timeout=10)).sendall(flood)
        threads = [threading.Thread(target=repeated, args=(step, end)) for step in steps]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    quantiles = statistics.quantiles(player.times, n=20)
    taps = len(player.times), statistics.median(player.times) * 1000, quantiles[-1] * 1000
    return len(granted), sum(granted), *taps, len(asked), len(asked) - sum(asked), max(waits)


def repeated(step: Callable[[], None], end: float) -> None:
    for _ in range(MOST):
        if time.monotonic() > end:
            break
        with suppress(OSError, HTTPException):
            step()
