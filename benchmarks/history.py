"""Measure whether many years of history make the site slower: `python -m benchmarks.history RECORDS`, on PostgreSQL.

Two databases, with FEW and with RECORDS history records of cities, get the same requests in turns: taps, an undo, and
pages of a campaign. Each turn uses another campaign of the same size. Then both databases are backed up.
"""

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.tables import print_table
from tests.postgres import cluster

FEW, MANY = 200_000, 1_000_000  # the numbers of history records in two databases; the argument RECORDS replaces MANY
TURNS = 100  # the number of campaigns that are measured in each database
WARM = 10  # the number of campaigns that are visited before the measurement, to fill the caches
ROOM_FOR_LOG = "8GB"  # upper limit of PostgreSQL's write-ahead log; with a smaller one, checkpoints delay `fill`
CHILD = "benchmarks.history"


def report(records: int = MANY) -> None:
    with tempfile.TemporaryDirectory() as data, cluster(durable=True) as server:
        server.options = ["max_wal_size=" + ROOM_FOR_LOG]
        server.stop()
        server.start()
        environments = {
            name: os.environ
            | {
                "DATA_DIR": str(Path(data) / name),
                "DATABASE_URL": server.create(name),
                "DJANGO_SETTINGS_MODULE": "benchmarks.site_settings",
                "SECRET_KEY": "bench" * 12,
                "BACKUPS": "0",
                "PATH": f"{server.programs}{os.pathsep}{os.environ['PATH']}",
            }
            for name in ("few", "many")
        }
        rows = [
            (name, *_once("fill", environments[name], str(count))) for name, count in (("few", FEW), ("many", records))
        ]
        head = ("", "campaigns", "games", "records", "GB", "GB of records", "filled in s")
        print_table("The databases", head, rows)
        server.stop()
        server.options = []  # return to PostgreSQL's default settings; the restart also empties its caches
        server.start()
        _compare(environments)
        rows = [(name, *_once("backup", environment)) for name, environment in environments.items()]
        print_table("Backups, read back", ("", "s", "MB", "s a million records"), rows)


def _start(action: str, environment: dict[str, str], *arguments: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", CHILD, action, *arguments]
    return subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # noqa: S603 - our own command


def _once(action: str, environment: dict[str, str], *arguments: str) -> Any:
    """Run one of ACTIONS in a new process, and return its result."""
    with _start(action, environment, *arguments) as process:
        said, _errors = process.communicate()
    if process.returncode:
        raise RuntimeError(f"{action} failed")
    return json.loads(said)


def _compare(environments: dict[str, dict[str, str]]) -> None:
    """Run the same actions on both databases in turns. Print the median times of each action."""
    visitors = {name: _start("visit", environment) for name, environment in environments.items()}
    visits: dict[str, list[dict[str, tuple[float, int]]]] = {name: [] for name in visitors}
    for turn in range(WARM + TURNS):
        for name, visitor in visitors.items():
            assert visitor.stdin
            assert visitor.stdout
            visitor.stdin.write("go on\n")
            visitor.stdin.flush()
            visit = json.loads(visitor.stdout.readline())
            if turn >= WARM:
                visits[name].append(visit)
    for visitor in visitors.values():
        visitor.communicate()
    few, many = visits.values()
    rows = []
    for what in few[0]:
        times = [[visit[what][0] for visit in of_one] for of_one in (few, many)]
        blocks = [statistics.median(visit[what][1] for visit in of_one) for of_one in (few, many)]
        medians = [statistics.median(each) for each in times]
        slow = [statistics.quantiles(each, n=20)[-1] for each in times]
        rows.append((what, *medians, medians[1] / medians[0], *slow, *map(int, blocks)))
    head = ("", "few: ms", "many: ms", "times", "few: 95 % below", "many: 95 % below", "few: blocks", "many: blocks")
    print_table(f"Medians of {TURNS} visits, and the blocks that PostgreSQL looked at", head, rows)


# --- Actions of the new processes -------------------------------------------------------------------------------------


def fill(count: str) -> tuple[float, ...]:
    from django.core.management import call_command  # noqa: PLC0415 - models need the settings
    from django.db import connection  # noqa: PLC0415

    from benchmarks import many_records  # noqa: PLC0415
    from campaign.models import Evaluation, Game  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    begun = time.monotonic()
    campaigns = many_records.fill(int(count))
    took = time.monotonic() - begun
    history = Evaluation.history
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_database_size(current_database()) / 1e9, pg_total_relation_size(%s) / 1e9",
            [history.model._meta.db_table],
        )
        sizes = map(float, cursor.fetchone())
    return campaigns, Game.objects.count(), history.count(), *sizes, took


def visit() -> None:
    """For each line of standard input, run `_actions` in another campaign. Print JSON: {"tap": [8.2, 70]}.

    The numbers are the milliseconds, and the count of database blocks that PostgreSQL accessed.
    """
    from django.core.management import call_command  # noqa: PLC0415 - models need the settings

    from campaign.models import Campaign  # noqa: PLC0415

    call_command("collectstatic", interactive=False, verbosity=0)
    keys = list(Campaign.objects.order_by("pk").values_list("pk", flat=True))
    random.Random(len(keys)).shuffle(keys)
    for _line in sys.stdin:
        campaign = Campaign.objects.get(pk=keys.pop())
        print(json.dumps({what: _measured(act) for what, act in _actions(campaign).items()}), flush=True)


def _actions(campaign: Any) -> dict[str, Callable[[], None]]:
    """Map names to actions: taps, an undo, and requests of campaign pages."""
    from django.db.models import Max  # noqa: PLC0415 - models need the settings
    from django.test import Client  # noqa: PLC0415

    from campaign.models import Evaluation  # noqa: PLC0415

    client = Client(headers={"Host": "localhost"})
    client.force_login(campaign.owner)
    first, *_games, latest = campaign.games.order_by("pk")
    seat = latest.present[0]
    here, asks = seat.get_absolute_url(), {"HX-Request": "true", "HX-Target": "city"}
    export = f"/campaigns/{campaign.public_id}/export/"
    version = Evaluation.objects.filter(pk=seat.pk).aggregate(now=Max("version"))["now"]

    def get(address: str) -> None:
        answer = client.get(address)
        assert answer.status_code == 200, (address, answer.status_code)

    def tap(**values: object) -> None:
        nonlocal version
        answer = client.post(here, {"version": version, "key": f"visit-{version}", **values}, headers=asks)
        assert answer.status_code == 200, answer.status_code
        version += 1

    return {
        "page of a city": lambda: get(here),
        "tap": lambda: tap(do="supply", inhabitants=9, energy=9),
        "second tap": lambda: tap(do="supply", inhabitants=8, energy=8),
        "undo": lambda: tap(do="undo"),
        "history of the open game": lambda: get(f"{latest.get_absolute_url()}history/"),
        "history of an old game": lambda: get(f"{first.get_absolute_url()}history/"),
        "standings": lambda: get(f"{campaign.get_absolute_url()}standings/"),
        "export": lambda: get(export),
    }


def _measured(act: Callable[[], None]) -> tuple[float, int]:
    """Call `act`. Return its milliseconds, and the number of database blocks that PostgreSQL accessed."""
    before = _blocks()
    begun = time.perf_counter()
    act()
    took = (time.perf_counter() - begun) * 1000
    return took, _blocks() - before


def _blocks() -> int:
    from django.db import connection  # noqa: PLC0415 - it needs the settings

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")
        cursor.execute("SELECT blks_hit + blks_read FROM pg_stat_database WHERE datname = current_database()")
        return int(cursor.fetchone()[0])


def backup() -> tuple[float, float, float]:
    from django.core.management import call_command  # noqa: PLC0415 - models need the settings

    from campaign.models import Evaluation  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "copy.pgdump"
        begun = time.monotonic()
        call_command("backup", file, stdout=sys.stderr)
        took = time.monotonic() - begun
        return took, file.stat().st_size / 1e6, took / Evaluation.history.count() * 1e6


ACTIONS: dict[str, Callable[..., Any]] = {"fill": fill, "visit": visit, "backup": backup}

if __name__ == "__main__":
    if sys.argv[1:] and sys.argv[1] in ACTIONS:
        import logging

        import django

        django.setup()
        logging.disable()  # otherwise each sign-in logs a line
        if (answer := ACTIONS[sys.argv[1]](*sys.argv[2:])) is not None:
            print(json.dumps(answer))
    else:
        report(*map(int, sys.argv[1:]))
