"""Measure the pages that matter in an evening beside healthchecks' list of ten checks, in turns on the same machine.

healthchecks is another Django site of about this size, whose code is public. HEALTHCHECKS names the folder of a
checkout that has its environment in `.venv`: `HEALTHCHECKS=~/healthchecks python -m benchmarks beside`.
"""

import gzip
import io
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

from benchmarks.pages import SETTINGS, Look, prepare, run, time_of
from benchmarks.site import shown_parts, taps, version_of
from benchmarks.tables import print_table

LOOKS = 100  # the number of measured requests for each page
WARM = 5  # the number of requests before the measurement
THEIRS = "healthchecks: ten checks"
PAGES = ("evening", "campaign", "standings", "mission")
# The most milliseconds on a machine where their page takes 34 ms.
BUDGET = {THEIRS: 34.0, "evening": 25.0, "tap": 12.0}


def report() -> None:
    if "HEALTHCHECKS" in os.environ:
        run("benchmarks.beside")
    else:
        print("HEALTHCHECKS names no folder of a checkout of healthchecks: nothing to measure beside")


def tap_each(looks: list[Look]) -> Iterator[float]:
    """Enter a whole city in each of these open cities. Yield the milliseconds of processor time of each tap."""
    for look in looks:
        version, shown = "0", shown_parts(text_of(look()))
        for tap in taps():
            values = {"version": version, "at": "A1", "key": "bench", "seen": " ".join(shown.values()), **tap}
            body = urlencode(values).encode()
            sent = {
                "REQUEST_METHOD": "POST",
                "CONTENT_TYPE": "application/x-www-form-urlencoded",
                "CONTENT_LENGTH": str(len(body)),
                "HTTP_X_CSRFTOKEN": "a" * 32,
                "HTTP_HX_REQUEST": "true",
                "HTTP_HX_TARGET": "city",
                "wsgi.input": io.BytesIO(body),
            }
            start = time.thread_time()
            answer = look(**sent)
            yield (time.thread_time() - start) * 1000
            page = text_of(answer)
            version, shown = version_of(page), shown | shown_parts(page)


def text_of(answer: tuple[int, dict[str, str], bytes]) -> str:
    status, headers, body = answer
    assert status == 200, status
    return (gzip.decompress(body) if headers.get("Content-Encoding") == "gzip" else body).decode()


@contextmanager
def theirs_in(folder: Path, data: str) -> Iterator[Callable[[], float]]:
    """Prepare their site. Yield a function that requests their page, and returns the milliseconds that it took."""
    settings = {"DJANGO_SETTINGS_MODULE": "hc.settings", "DEBUG": "False", "ALLOWED_HOSTS": "*", "DB": "sqlite"}
    settings |= {"DB_NAME": f"{data}/hc.sqlite", "PYTHONPATH": str(folder), "PATH": os.environ["PATH"]}
    command = [folder / ".venv/bin/python", Path(__file__).with_name("checks_page.py")]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, cwd=folder, env=settings, text=True, **pipes) as site:  # noqa: S603 - named by the caller
        assert site.stdin
        assert site.stdout

        def look() -> float:
            print(file=site.stdin, flush=True)
            return float(site.stdout.readline())

        yield look
        site.stdin.close()


def measure(folder: Path) -> None:
    looks, cities = prepare()
    tapping = tap_each(cities)
    times: dict[str, list[float]] = {name: [] for name in (THEIRS, "evening", "tap", *PAGES)}
    with tempfile.TemporaryDirectory() as data, theirs_in(folder, data) as their_page:
        for turn in range(WARM + LOOKS):
            took = {THEIRS: their_page(), "tap": next(tapping)}
            took |= {name: time_of(looks[name], 200) for name in PAGES}
            for name, milliseconds in took.items() if turn >= WARM else ():
                times[name].append(milliseconds)
    theirs = statistics.median(times[THEIRS])
    rows = [
        (name, statistics.median(of_page), *statistics.quantiles(of_page, n=4)[::2],
         statistics.median(of_page) / theirs, BUDGET[name] / BUDGET[THEIRS] if name in BUDGET else None)
        for name, of_page in times.items()
    ]  # fmt: skip
    head = ("", "median ms", "25 % below", "75 % below", "of their page", "at most")
    print_table("Processor time of a request, in turns", head, rows)


if __name__ == "__main__":
    if os.environ.get("DJANGO_SETTINGS_MODULE") == SETTINGS:
        measure(Path(os.environ["HEALTHCHECKS"]))
    else:
        report()
