"""Measure the processor time of pages, compared with an empty view. The pages take turns in one process.

`python -m benchmarks pages` prints a table. `python -m benchmarks.pages log` profiles the page of the campaign's log.
"""

import cProfile
import io
import os
import pstats
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from benchmarks.tables import print_table

SETTINGS = "benchmarks.site_settings"
LOOKS = 200  # the number of measured requests for each page
WARM = 5  # the number of requests before the measurement, which fill the caches
WANTED = "at most 5 times the empty view, a mission 7"
EMPTY = "empty view"
EVENINGS = 10  # the number of finished games in the campaign
CITIES = 12  # the number of open games of another campaign

Look = Callable[..., tuple[int, dict[str, str], bytes]]


def report(*names: str) -> None:
    """Measure all pages, or profile the named page."""
    run("benchmarks.pages", *names)


def run(module: str, *names: str) -> None:
    """Run a module in a new process with the settings of the benchmarks, and with a temporary data folder."""
    with tempfile.TemporaryDirectory() as data:
        environment = {"DATA_DIR": data, "SECRET_KEY": "bench" * 12, "BACKUPS": "0"}
        environment |= {"DJANGO_SETTINGS_MODULE": SETTINGS}
        subprocess.run([sys.executable, "-m", module, *names], env=os.environ | environment, check=True)  # noqa: S603 - our own command


def prepare() -> tuple[dict[str, Look], list[Look]]:
    """Fill the database of a new site. Return functions that request each page, and pages of cities to be entered."""
    import django  # noqa: PLC0415 - it reads the settings of the environment

    django.setup()
    from django.core.management import call_command  # noqa: PLC0415
    from django.test import Client  # noqa: PLC0415

    from campaign.wsgi import application  # noqa: PLC0415
    from tests.factories import CampaignFactory, many_finished_games, open_game  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    campaign = CampaignFactory()
    games = many_finished_games(campaign, EVENINGS)
    client = Client()
    client.force_login(campaign.owner)
    here = campaign.get_absolute_url()
    addresses = {
        EMPTY: "/empty",
        "view that knows who asks": "/signed-in",
        "mission": "/missions/7-price-of-silence/?players=3",
        "campaign": here,
        "standings": f"{here}standings/",
        "log": f"{here}log/",
        "result": games[-1].get_absolute_url(),
    }
    other = CampaignFactory(owner=campaign.owner)  # so that the pages above have no open game
    begun = [open_game(other, 10) for _game in range(CITIES)]
    addresses["evening"] = begun[-1].get_absolute_url()
    session = client.cookies["sessionid"].value
    looks = {name: _look(application, address, session) for name, address in addresses.items()}
    return looks, [_look(application, game.present[0].get_absolute_url(), session) for game in begun[:-1]]


def _look(application: Any, address: str, session: str) -> Look:
    path, _mark, query = address.partition("?")

    def look(**more: str) -> tuple[int, dict[str, str], bytes]:
        """Send one request. Return status, headers and body."""
        environ = {
            "REQUEST_METHOD": "GET",
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_HOST": "localhost",
            "HTTP_ACCEPT_ENCODING": "gzip",
            "HTTP_COOKIE": f"sessionid={session}; csrftoken={'a' * 32}",
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(),
            **more,
        }
        told: list[Any] = []
        response = application(environ, lambda *head: told.append(head))
        body = b"".join(response)
        response.close()
        status, headers = told[0][:2]
        return int(status[:3]), dict(headers), body

    return look


def measure(looks: dict[str, Look]) -> None:
    from django.db import connection  # noqa: PLC0415 - models need the settings
    from django.test.utils import CaptureQueriesContext  # noqa: PLC0415

    sizes, queries, tags = {}, {}, {}
    for name, look in looks.items():
        for _look in range(WARM):
            status, headers, _body = look()
            assert status == 200, (name, status)
        with CaptureQueriesContext(connection) as asked:
            sizes[name] = len(look()[2])
        queries[name], tags[name] = len(asked), headers.get("ETag", "")
    times: dict[str, dict[str, list[float]]] = {name: defaultdict(list) for name in looks}
    for _turn in range(LOOKS):
        for name, look in looks.items():
            times[name]["kept"].append(time_of(look, 200))
            if tags[name]:
                times[name]["has it"].append(time_of(look, 304, HTTP_IF_NONE_MATCH=tags[name]))
    medians = {name: {case: statistics.median(taken) for case, taken in of.items()} for name, of in times.items()}
    empty = medians[EMPTY]["kept"]
    rows = [
        (
            name,
            queries[name],
            sizes[name],
            of_page["kept"],
            of_page["kept"] / empty,
            of_page["has it"] / empty if tags[name] else None,
        )
        for name, of_page in medians.items()
    ]
    print_table(
        f"Pages of a campaign of {EVENINGS} games, by processor time in one process (wanted: {WANTED})",
        ("", "queries", "bytes", "median ms", "times the empty view", "a browser that has it"),
        rows,
    )


def time_of(look: Look, wanted: int, **headers: str) -> float:
    """Request a page once. Return the milliseconds of processor time."""
    start = time.thread_time()
    status, _headers, _body = look(**headers)
    took = (time.thread_time() - start) * 1000
    assert status == wanted, status
    return took


def profile(look: Look) -> None:
    for _look in range(WARM):
        look()
    profiler = cProfile.Profile()
    for _look in range(LOOKS):
        profiler.runcall(look)
    for order in ("cumulative", "tottime"):
        pstats.Stats(profiler).sort_stats(order).print_stats(60)


if __name__ == "__main__":
    if os.environ.get("DJANGO_SETTINGS_MODULE") != SETTINGS:
        report(*sys.argv[1:])
    elif sys.argv[1:]:
        profile(prepare()[0][sys.argv[1]])
    else:
        measure(prepare()[0])
