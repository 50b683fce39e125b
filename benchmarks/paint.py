"""Measure when a slow phone shows a page.

Chromium simulates the phone: its processor is four times slower, and each request takes 150 ms longer. The site's
service worker is off, because Chromium cannot slow down its requests. If the times of visits differ a lot, the machine
was busy: trust the fastest visit.

`python -m benchmarks paint` takes a quarter of an hour. `python -m benchmarks.paint book tiles` measures two pages.
"""

import logging
import os
import statistics
import subprocess
import sys
import tempfile
from typing import Any, NamedTuple

from benchmarks.site import _served
from benchmarks.tables import print_table

SETTINGS = "benchmarks.site_settings"
SLOWER = 4
LATENCY = 150  # the delay of each request in milliseconds
PHONE = {"viewport": {"width": 390, "height": 664}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
VISITS = 3  # the number of new browsers that visit each page; each browser visits the page twice
# Upper limits in milliseconds: of `Visit.painted` for the first and for the second visit, and of `Visit.blocked`.
FIRST, LATER, BLOCKED = 1_200, 500, 100
LARGEST = 30  # upper limit of the size of a page, in kilobytes
OPENED = 1_000  # milliseconds to wait before the first request: a new browser draws its own window first
SETTLED = 400  # milliseconds to wait after the page is loaded

WATCH = """
    window.seen = { paint: 0, element: "", tasks: [] };
    new PerformanceObserver((list) => {
        const last = list.getEntries().at(-1);
        Object.assign(seen, { paint: last.startTime, element: last.element?.className || last.element?.tagName });
    }).observe({ type: "largest-contentful-paint", buffered: true });
    new PerformanceObserver((list) => seen.tasks.push(...list.getEntries().map((task) => task.duration)))
        .observe({ type: "longtask", buffered: true });
"""
ASK = """() => {
    const [page] = performance.getEntriesByType("navigation");
    const before = performance.getEntriesByType("resource").filter((each) => each.startTime < seen.paint);
    return { ...seen, answered: page.responseEnd, bytes: page.encodedBodySize, asked: before.length + 1 };
}"""


class Visit(NamedTuple):
    """The figures of a visit. All times are in milliseconds."""

    answered: float  # the time from the request to the end of the response
    painted: float  # the time from the request to the largest paint
    blocked: float  # the sum of the time that each task of the page's thread takes beyond 50 ms
    busy: float  # the processor time of the page's thread
    asked: int  # the number of requests before the largest paint
    bytes: int
    element: str  # the class or the tag of the element that made the largest paint


def report(*names: str) -> None:
    """Measure the named pages, or all pages, in a new process with a temporary data folder."""
    with tempfile.TemporaryDirectory() as data:
        environment = {"DATA_DIR": data, "SECRET_KEY": "bench" * 12, "BACKUPS": "0"}
        environment |= {"DJANGO_SETTINGS_MODULE": SETTINGS}
        subprocess.run([sys.executable, "-m", "benchmarks.paint", *names], env=os.environ | environment, check=True)  # noqa: S603 - our own command


def prepare() -> tuple[list[Any], str]:
    """Fill the database of a new site with the demo. Return all pages of the site, and the owner's session key."""
    import django  # noqa: PLC0415 - it reads the settings of the environment

    django.setup()
    from django.core.management import call_command  # noqa: PLC0415
    from django.test import Client, override_settings  # noqa: PLC0415

    from campaign.demo.sample import fill  # noqa: PLC0415
    from tests.browser.tour import stops  # noqa: PLC0415 - tests of the browser are not always installed

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    owner = fill()
    client = Client()
    client.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    logging.disable(logging.WARNING)  # otherwise requests for missing pages would log warnings
    with override_settings(ROOT_URLCONF="campaign.urls"):
        return list(stops(owner)), client.cookies["sessionid"].value


def measure(names: list[str]) -> None:
    from tests.browser.chromium import launched  # noqa: PLC0415 - tests of the browser are not always installed

    pages, key = prepare()
    with _served() as port, launched() as browser:
        figures = {
            page.name: visits(browser, port, page.path, key if page.person == "owner" else "")
            for page in pages
            if not names or page.name in names
        }
    for title, wanted, number in (("First", FIRST, 0), ("Later", LATER, 1)):
        rows = [(name, *row_of(both[number])) for name, both in figures.items()]
        print_table(
            f"{title} visit, {SLOWER} times slower, {LATENCY} ms away: milliseconds until the largest paint,"
            f" {VISITS} visits (wanted: {wanted} ms, blocked {BLOCKED} ms, {LARGEST} KB)",
            ("", "quickest", "median", "slowest", "blocked", "answered", "processor", "requests", "KB", "largest is"),
            rows,
        )


def row_of(visits: list[Visit]) -> tuple[object, ...]:
    painted, blocked, answered, busy = (
        [getattr(visit, name) for visit in visits] for name in ("painted", "blocked", "answered", "busy")
    )
    medians = (statistics.median(each) for each in (painted, blocked, answered, busy))
    middle, *others = medians
    last = visits[-1]
    return (min(painted), middle, max(painted), *others, last.asked, last.bytes / 1000, last.element)


def visits(browser: Any, port: int, address: str, key: str) -> tuple[list[Visit], list[Visit]]:
    """Visit a page twice with each of VISITS new browsers. Return the first visits, and the second visits."""
    first, later = [], []
    for _visit in range(VISITS):
        context = browser.new_context(**PHONE, base_url=f"http://127.0.0.1:{port}", service_workers="block")
        context.add_init_script(WATCH)
        if key:
            context.add_cookies([{"name": "sessionid", "value": key, "url": f"http://127.0.0.1:{port}"}])
        page = context.new_page()
        page.wait_for_timeout(OPENED)
        session = slowed_down(context, page)
        first.append(visit(page, session, address))
        later.append(visit(page, session, address))
        context.close()
    return first, later


def slowed_down(context: Any, page: Any) -> Any:
    """Slow a page down. Return the DevTools session, which sends commands for this page to Chromium."""
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    speed = {"offline": False, "latency": LATENCY, "downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.emulateNetworkConditions", speed)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    return session


def visit(page: Any, session: Any, address: str) -> Visit:
    response = page.goto(address)
    assert response.status < 500, (address, response.status)  # some pages are meant to answer 404
    page.wait_for_timeout(SETTLED)
    seen = page.evaluate(ASK)
    metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    blocked = sum(max(0, task - 50) for task in seen["tasks"])
    busy = metrics["TaskDuration"] * 1000
    return Visit(seen["answered"], seen["paint"], blocked, busy, seen["asked"], seen["bytes"], seen["element"])


if __name__ == "__main__":
    if os.environ.get("DJANGO_SETTINGS_MODULE") != SETTINGS:
        report(*sys.argv[1:])
    else:
        measure(sys.argv[1:])
