"""How many tables one machine serves: tables are added until taps get slow, on the embedded database and on PostgreSQL.

Four phones a table, each with its player's city open: it follows by a stream, asks for what others changed, and taps
every four seconds, so that a table taps once a second. The phones share the machine with the site; what they take of it
is in the table, too.

It runs in a process of its own: `python -m benchmarks.evenings`, which `python -m benchmarks evenings` starts.
"""

import asyncio
import itertools
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from benchmarks.site import _served, shown_parts, taps
from benchmarks.tables import print_table
from tests.postgres import cluster

TABLES = (5, 10, 20, 40, 60, 80, 100)  # one stage after the other
PHONES = 4
SECONDS = 16.0  # a stage
TAP_EVERY = 4.0  # seconds, by each phone
WORKERS = 2
SLOWEST = 150.0  # milliseconds below which 95 % of the taps are wanted


def report() -> None:
    with tempfile.TemporaryDirectory() as data:
        _start("the embedded database", DATA_DIR=data)
    with tempfile.TemporaryDirectory() as data, cluster(durable=True) as server:
        _start("PostgreSQL", DATA_DIR=data, DATABASE_URL=server.url())


def _start(title: str, **environment: str) -> None:
    environment |= {"SECRET_KEY": "bench" * 12, "BACKUPS": "0", "DJANGO_SETTINGS_MODULE": "benchmarks.site_settings"}
    command = [sys.executable, "-m", "benchmarks.evenings", title]
    subprocess.run(command, env=os.environ | environment, check=True)  # noqa: S603 - our own command


def measure(title: str) -> None:
    import django  # noqa: PLC0415 - it reads the settings of the environment

    django.setup()
    from django.core.management import call_command  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    start = _cores(resource.RUSAGE_CHILDREN)
    with _served(WORKERS):
        time.sleep(SECONDS / 4)
    starting = _cores(resource.RUSAGE_CHILDREN) - start
    rows: list[tuple[Any, ...]] = []
    for count in TABLES:
        rows.append(_stage(count, starting))
        if all(row[3] > SLOWEST for row in rows[-2:]) and len(rows) > 1:  # one may have had bad luck
            break
    head = ("tables", "taps", "median ms", "95 % below ms", "lost", "site's cores", "a table", "phones' cores")
    print_table(f"Evenings on {title}, {WORKERS} processes (wanted: 95 % below {SLOWEST:g} ms)", head, rows)


def _stage(count: int, starting: float) -> tuple[Any, ...]:
    phones, session = _sit_down(count)
    before = _cores(resource.RUSAGE_CHILDREN), _cores(resource.RUSAGE_SELF)
    with _served(WORKERS) as port:
        asyncio.run(_play(phones, port, session))
    site, ours = _cores(resource.RUSAGE_CHILDREN) - before[0] - starting, _cores(resource.RUSAGE_SELF) - before[1]
    times = [took for phone in phones for took in phone.times]
    lost = sum(len(phone.times) - phone.stored() for phone in phones)
    return (
        f"{count}", len(times), statistics.median(times), statistics.quantiles(times, n=20)[-1], lost,
        site / SECONDS, f"{site / SECONDS / count:.3f}", ours / SECONDS,
    )  # fmt: skip


def _cores(who: int) -> float:
    """Seconds of processor time that were taken so far."""
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


def _sit_down(count: int) -> tuple[list["Phone"], str]:
    """Begin a game at each of so many tables; all of them belong to one account, which every phone is signed in to."""
    from django.db import connection  # noqa: PLC0415 - models need the settings
    from django.test import Client  # noqa: PLC0415

    from tests.factories import CampaignFactory, UserFactory, open_game  # noqa: PLC0415

    owner, client = UserFactory(), Client()
    client.force_login(owner)
    games = [open_game(CampaignFactory(owner=owner, players=("Ada", "Ben", "Cleo", "Dora")), 10) for _ in range(count)]
    phones = [Phone(evaluation) for game in games for evaluation in game.present]
    connection.close()
    return phones, client.cookies["sessionid"].value


async def _play(phones: list["Phone"], port: int, session: str) -> None:
    end = time.monotonic() + SECONDS
    async with asyncio.TaskGroup() as group:
        for number, phone in enumerate(phones):
            group.create_task(phone.play(port, session, number / len(phones) * TAP_EVERY, end))


@dataclass(eq=False)
class Phone:
    """A player's city, open on a phone."""

    evaluation: Any
    times: list[float] = field(default_factory=list)
    tag: str = ""
    version: str = "0"

    async def play(self, port: int, session: str, wait: float, end: float) -> None:
        """Open the page, follow it, and tap until the stage ends."""
        self.address = self.evaluation.get_absolute_url()
        connection = await Connection.to(port, f"sessionid={session}; csrftoken={'c' * 32}")
        await asyncio.sleep(wait)
        _head, page = await connection.send("GET", self.address)
        shown = shown_parts(page.decode())
        follower = asyncio.create_task(self.follow(port, connection.cookie))
        asks = {"HX-Request": "true", "HX-Target": "city", "X-CSRFToken": "c" * 32}
        asks |= {"Content-Type": "application/x-www-form-urlencoded"}
        for tap in itertools.cycle(taps()):
            if time.monotonic() >= end:
                break
            values = {"version": self.version, "key": f"t{len(self.times)}", "seen": " ".join(shown.values())}
            start = time.perf_counter()
            head, part = await connection.send("POST", self.address, asks, urlencode(values | tap).encode())
            self.times.append((time.perf_counter() - start) * 1000)
            if head.status != 200:
                raise ValueError(f"expected an answer to a tap, got {head.status}: {part[:200]!r}")
            self.version = re.findall(r'name="version" value="(\d+)"', part.decode())[0]
            self.tag = head.headers["etag"]
            shown |= shown_parts(part.decode())
            await asyncio.sleep(TAP_EVERY - (time.perf_counter() - start))
        follower.cancel()
        with suppress(asyncio.CancelledError):
            await follower
        connection.close()

    async def follow(self, port: int, cookie: str) -> None:
        """Listen to the stream, and ask for the part whenever it says that something has changed, as follow.js does."""
        stream, asking = await Connection.to(port, cookie), await Connection.to(port, cookie)
        try:
            await stream.ask("GET", self.address, {"Accept": "text/event-stream"})
            while line := await stream.reader.readline():
                if line.startswith(b"data: ") and (tag := line[6:].strip().decode()) != self.tag:
                    query = urlencode({"editing": "on", "version": self.version})
                    headers = {"HX-Request": "true", "HX-Target": "city", "If-None-Match": self.tag}
                    head, _part = await asking.send("GET", f"{self.address}?{query}", headers)
                    self.tag = head.headers.get("etag", tag)
        finally:
            stream.close()
            asking.close()

    def stored(self) -> int:
        """How many of the taps are in the history: each changes the city."""
        self.evaluation.refresh_from_db()
        return int(self.evaluation.version)


@dataclass
class Head:
    """Status and headers of an answer."""

    status: int
    headers: dict[str, str]


@dataclass
class Connection:
    """A connection by HTTP/1.1 that stays open."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    cookie: str

    @classmethod
    async def to(cls, port: int, cookie: str) -> "Connection":
        return cls(*await asyncio.open_connection("127.0.0.1", port), cookie)

    async def ask(self, method: str, address: str, headers: dict[str, str], body: bytes = b"") -> Head:
        lines = {"Host": "localhost", "Cookie": self.cookie, "Content-Length": str(len(body)), **headers}
        text = f"{method} {address} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        self.writer.write(text.encode() + b"\r\n" + body)
        status = int((await self.reader.readline()).split()[1])
        found = {}
        while line := (await self.reader.readline()).strip():
            name, _colon, value = line.decode().partition(":")
            found[name.lower()] = value.strip()
        return Head(status, found)

    async def send(
        self, method: str, address: str, headers: dict[str, str] | None = None, body: bytes = b""
    ) -> tuple[Head, bytes]:
        head = await self.ask(method, address, headers or {}, body)
        if head.headers.get("transfer-encoding") != "chunked":
            return head, await self.reader.readexactly(int(head.headers.get("content-length", 0)))
        answer = b""
        while size := int(await self.reader.readline(), 16):
            answer += await self.reader.readexactly(size)
            await self.reader.readline()
        await self.reader.readline()
        return head, answer

    def close(self) -> None:
        self.writer.close()


if __name__ == "__main__":
    measure(sys.argv[1])
