"""Measure how many tables one machine serves: add tables until taps get slow, on SQLite and on PostgreSQL.

A table is four players in one game, each with a simulated phone that shows the player's city. When the site announces
a change by an event stream, the phone requests the city. A phone taps at random moments, once in four seconds on
average. If the answer to its previous tap is late, the next tap has to wait, and the waiting counts.

`python -m benchmarks evenings` adds tables step by step; `python -m benchmarks.evenings 250` measures 250 tables.
"""

import asyncio
import gzip
import html
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from itertools import chain, cycle
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

from benchmarks.site import CITY, _served, shown_parts, taps
from benchmarks.tables import print_table
from scoring import City
from tests.postgres import cluster

TABLES = (10, 20, 40, 70, 100, 130, 160, 200, 250, 300)  # the number of tables in each stage of the benchmark
TICKS = os.sysconf("SC_CLK_TCK")  # the number of clock ticks in a second
PHONES = 4
SECONDS = 20.0  # the duration of each stage, in seconds
TAP_EVERY = 4.0  # the mean number of seconds between two taps of a phone
SIT_DOWN = 40  # before a stage, this many phones a second open their page
WORKERS = 2
SLOWEST = 150.0  # 95 % of the taps should take less than this many milliseconds


def report(tables: Sequence[int] = TABLES) -> None:
    with tempfile.TemporaryDirectory() as data:
        _start("the embedded database", tables, DATA_DIR=data)
    with tempfile.TemporaryDirectory() as data, cluster(durable=True) as server:
        _start("PostgreSQL", tables, DATA_DIR=data, DATABASE_URL=server.url())


def _start(title: str, tables: Sequence[int], **environment: str) -> None:
    """Run the measurement in a separate process, because a process reads Django's settings only once."""
    environment |= {"SECRET_KEY": "bench" * 12, "BACKUPS": "0", "DJANGO_SETTINGS_MODULE": "benchmarks.site_settings"}
    command = [sys.executable, "-m", "benchmarks.evenings", title, *map(str, tables)]
    subprocess.run(command, env=os.environ | environment, check=True)  # noqa: S603 - our own command


def measure(title: str, tables: Sequence[int]) -> None:
    import django  # noqa: PLC0415 - it reads the settings of the environment

    django.setup()
    from django.core.management import call_command  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    rows: list[tuple[Any, ...]] = []
    for count in tables:
        rows.append(_stage(count))
        if rows[-1][-1] is None:
            break
        # stop after two slow stages in a row: a single slow stage may have another cause
        if all(row[3] > SLOWEST for row in rows[-2:]) and len(rows) > 1:
            break
    head = ("tables", "taps", "median ms", "95 % below ms", "lost", "site's cores", "a table", "phones'", "all cores")
    print_table(f"Evenings on {title}, {WORKERS} processes (wanted: 95 % below {SLOWEST:g} ms)", head, rows)


def _stage(count: int) -> tuple[Any, ...]:
    phones, session = _begin(count)
    taken = None
    with _served(WORKERS) as port:
        try:
            taken = asyncio.run(_play(phones, port, session))
        except* OSError as errors:
            print(f"{count} tables: {errors.exceptions[0]!r}", file=sys.stderr)
    if taken is None:
        return f"{count}: not all got a connection", *[None] * 8
    site, ours, machine = (seconds / SECONDS for seconds in taken)
    times = [took for phone in phones for took in phone.times]
    lost = sum(phone.sent - phone.stored() for phone in phones)
    return (
        f"{count}", len(times), statistics.median(times), statistics.quantiles(times, n=20)[-1], lost,
        site, f"{site / count:.3f}", ours, machine,
    )  # fmt: skip


def _begin(count: int) -> tuple[list["Phone"], str]:
    """Begin a game at each of `count` tables. Return all phones, and the session key of the account that they use."""
    from django.db import connection  # noqa: PLC0415 - models need the settings
    from django.test import Client  # noqa: PLC0415

    from tests.factories import CampaignFactory, UserFactory, open_game  # noqa: PLC0415

    owner, client = UserFactory(), Client()
    client.force_login(owner)
    games = [open_game(CampaignFactory(owner=owner, players=("Ada", "Ben", "Cleo", "Dora")), 10) for _ in range(count)]
    phones = [Phone(evaluation) for game in games for evaluation in game.present]
    for phone, entered in zip(phones, cycle(range(2, 14)), strict=False):
        phone.begin(entered)
    connection.close()
    return phones, client.cookies["sessionid"].value


async def _play(phones: list["Phone"], port: int, session: str) -> tuple[float, ...]:
    """Let all phones tap. Return the seconds of processor time of the site, the phones and the whole machine."""
    async with asyncio.TaskGroup() as group:
        for number, phone in enumerate(phones):
            group.create_task(phone.sit_down(port, session, number / SIT_DOWN))
    before = processor_times()
    async with asyncio.TaskGroup() as group:
        for number, phone in enumerate(phones):
            group.create_task(phone.play(Random(number), time.monotonic() + SECONDS))
    after = processor_times()
    for phone in phones:
        phone.leave()
    return tuple(end - start for start, end in zip(before, after, strict=True))


@dataclass(eq=False)
class Phone:
    """A simulated phone that shows the city of one player."""

    evaluation: Any
    times: list[float] = field(default_factory=list)  # the milliseconds of each tap
    sent: int = 0
    is_tapping: bool = False

    def begin(self, entered: int) -> None:
        """Fill the first `entered` squares. Prepare taps on the other squares, and then endless taps on the supply."""
        city = City.parse(CITY)
        some = city.squares[:entered] + (None,) * (len(city.squares) - entered)
        self.evaluation.record(replace(city, squares=some, inhabitants=0, energy=0), version=0)
        there = city.board.names[:entered]
        tiles = (tap for tap in taps() if tap.get("square", there) not in there)
        self.taps = chain(tiles, ({"do": "supply", "inhabitants": each, "energy": 0} for each in cycle(range(9))))

    async def sit_down(self, port: int, session: str, wait: float) -> None:
        """After `wait` seconds, open the page, follow its stream, and tap once."""
        await asyncio.sleep(wait)
        self.address = self.evaluation.get_absolute_url()
        self.connection = await Connection.to(port, f"sessionid={session}; csrftoken={'c' * 32}")
        _head, page = await self.connection.send("GET", self.address)
        self.version = str(self.evaluation.version)
        self.tag = html.unescape(re.findall(r'data-tag="([^"]*)"', page.decode())[0])
        self.shown = shown_parts(page.decode())
        self.follower = asyncio.create_task(self.follow(port))
        await self.tap()

    async def play(self, chance: Random, end: float) -> None:
        """Tap at random moments until the time `end`, once in TAP_EVERY seconds on average."""
        due = time.monotonic()
        while (due := due + chance.expovariate(1 / TAP_EVERY)) < end:
            await asyncio.sleep(due - time.monotonic())
            await self.tap()
            self.times.append((time.monotonic() - due) * 1000)

    async def tap(self) -> None:
        self.sent += 1
        self.is_tapping = True
        asks = {"HX-Request": "true", "HX-Target": "city", "X-CSRFToken": "c" * 32}
        asks |= {"Content-Type": "application/x-www-form-urlencoded"}
        values = {"version": self.version, "key": f"t{self.sent}", "seen": " ".join(self.shown.values())}
        body = urlencode(values | next(self.taps)).encode()
        head, answer = await self.connection.send("POST", self.address, asks, body)
        part = answer.decode()
        if head.status != HTTPStatus.OK:
            raise ValueError(f"expected an answer to a tap, got {head.status}: {part[:200]!r}")
        self.version = re.findall(r'name="version" value="(\d+)"', part)[0]
        self.tag = head.headers["etag"]
        self.shown |= shown_parts(part)
        self.is_tapping = False

    def leave(self) -> None:
        """Close the page. Raises ConnectionError if the page had lost its stream."""
        if self.follower.done():
            raise ConnectionResetError("expected an open stream") from self.follower.exception()
        self.follower.cancel()
        self.connection.close()

    async def follow(self, port: int) -> None:
        """Listen to the event stream. If it sends a new entity tag, request the city, as follow.js does.

        During a tap, a phone requests nothing, because the answer brings the new tag.
        """
        stream = await Connection.to(port, self.connection.cookie)
        asking: Connection | None = None
        try:
            head = await stream.ask("GET", self.address, {"Accept": "text/event-stream"})
            if head.status != HTTPStatus.OK:
                raise ConnectionRefusedError(f"expected a stream, got {head.status}")
            while line := await stream.reader.readline():
                tag = line.removeprefix(b"data: ").strip().decode()
                if line.startswith(b"data: ") and tag != self.tag and not self.is_tapping:
                    asking = asking or await Connection.to(port, self.connection.cookie)
                    query = urlencode({"editing": "on", "version": self.version})
                    headers = {"HX-Request": "true", "HX-Target": "city", "If-None-Match": self.tag}
                    head, _part = await asking.send("GET", f"{self.address}?{query}", headers)
                    self.tag = head.headers.get("etag", tag)
        finally:
            stream.close()
            if asking:
                asking.close()

    def stored(self) -> int:
        """Count the taps that the site stored: each raised the version of the city by 1."""
        begun = self.evaluation.version
        self.evaluation.refresh_from_db()
        return int(self.evaluation.version - begun)


@dataclass
class Head:
    status: int
    headers: dict[str, str]


@dataclass
class Connection:
    """An HTTP/1.1 connection that stays open."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    cookie: str

    @classmethod
    async def to(cls, port: int, cookie: str) -> "Connection":
        return cls(*await asyncio.open_connection("127.0.0.1", port), cookie)

    async def ask(self, method: str, address: str, headers: dict[str, str], body: bytes = b"") -> Head:
        lines = {"Host": "localhost", "Cookie": self.cookie, "Accept-Encoding": "gzip", **headers}
        lines["Content-Length"] = str(len(body))
        text = f"{method} {address} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        self.writer.write(text.encode() + b"\r\n" + body)
        if not (line := await self.reader.readline()):
            raise ConnectionResetError("expected an answer, got the end of the connection")
        status = int(line.split()[1])
        found = {}
        while line := (await self.reader.readline()).strip():
            name, _colon, value = line.decode().partition(":")
            found[name.lower()] = value.strip()
        return Head(status, found)

    async def send(
        self, method: str, address: str, headers: dict[str, str] | None = None, body: bytes = b""
    ) -> tuple[Head, bytes]:
        head = await self.ask(method, address, headers or {}, body)
        answer = await self.reader.readexactly(int(head.headers.get("content-length", 0)))
        return head, gzip.decompress(answer) if head.headers.get("content-encoding") == "gzip" else answer

    def close(self) -> None:
        self.writer.close()


def children_of(pid: int) -> list[int]:
    """Return the ids of all processes that descend from the process `pid`."""
    own = [each for thread in Path(f"/proc/{pid}/task").iterdir() for each in (thread / "children").read_text().split()]
    return [one for child in map(int, own) for one in (child, *children_of(child))]


def seconds_of(*pids: int) -> float:
    """Return the processor time of these processes so far, in seconds: user time plus system time."""
    fields = (Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split() for pid in pids)
    return sum(int(each[11]) + int(each[12]) for each in fields) / TICKS


def processor_times() -> tuple[float, float, float]:
    """Return the seconds of processor time of this process's descendants, this process, and the whole machine."""
    user, nice, system, *_waiting = map(
        int, Path("/proc/stat").read_text(encoding="utf-8").partition("\n")[0].split()[1:]
    )
    return seconds_of(*children_of(os.getpid())), time.process_time(), (user + nice + system) / TICKS


if __name__ == "__main__":
    first, *others = sys.argv[1:] or map(str, TABLES)
    if first.isdigit():
        report([int(first), *map(int, others)])
    else:
        measure(first, [int(count) for count in others])
