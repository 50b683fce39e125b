"""When a phone shows a page: a processor four times slower, 150 ms to the server, the site as it is served.

Chromium measures itself. Its service worker is left out: its requests would not be slowed down.
"""

import os
import statistics
import subprocess
import sys
import tempfile
from typing import Any, NamedTuple

from benchmarks.site import _served
from benchmarks.tables import print_table

SLOWER = 4
LATENCY = 150  # milliseconds
PHONE = {"viewport": {"width": 390, "height": 664}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
VISITS = 5  # of each page by a new browser, and once more by the same one
FIRST, LATER, BLOCKED = 1_200, 500, 100  # milliseconds that are wanted
LARGEST = 30  # kilobytes of a page that are wanted
SETTLED = 400  # milliseconds after the page was loaded

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
    """Milliseconds until the answer was there and until the largest paint, and for how long tasks blocked the page."""

    answered: float
    painted: float
    blocked: float
    asked: int  # requests before the largest paint
    bytes: int
    element: str


def report() -> None:
    with tempfile.TemporaryDirectory() as data:
        environment = {"DATA_DIR": data, "SECRET_KEY": "bench" * 12, "BACKUPS": "0"}
        environment |= {"DJANGO_SETTINGS_MODULE": "benchmarks.site_settings"}
        subprocess.run([sys.executable, "-m", "benchmarks.paint"], env=os.environ | environment, check=True)


def prepare() -> tuple[dict[str, str], str]:
    """Fill a site of its own; return the addresses of its main pages by name, and the session of its owner."""
    import django  # noqa: PLC0415 - it reads the settings of the environment

    django.setup()
    from django.core.management import call_command  # noqa: PLC0415
    from django.test import Client  # noqa: PLC0415

    from tests.factories import CampaignFactory, enter, many_finished_games, open_game  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    campaign = CampaignFactory()
    games = many_finished_games(campaign, 10)
    playing = CampaignFactory(owner=campaign.owner)
    game = open_game(playing, 10)
    enter(game.present[0])
    client = Client()
    client.force_login(campaign.owner)
    here = campaign.get_absolute_url()
    player = campaign.players.first()
    addresses = {
        "home of a visitor": "/",
        "home": "/",
        "campaign": here,
        "standings": f"{here}standings/",
        "log": f"{here}log/",
        "election": f"{here}election/",
        "result": games[-1].get_absolute_url(),
        "city": f"{games[-1].get_absolute_url()}cities/{player.pk}/",
        "evening": game.get_absolute_url(),
        "editor": game.present[0].get_absolute_url(),
        "new campaign": "/campaigns/new/",
        "missions": "/missions/",
        "mission": "/missions/7-price-of-silence/?players=3",
        "rules": "/rules/",
        "rule": "/rules/harbor/",
        "tiles": "/tiles/",
        "architects": "/architects/",
        "calculator": "/calculator/?mission=10",
        "book": "/book/",
    }
    return addresses, client.cookies["sessionid"].value


def measure(names: list[str]) -> None:
    from tests.browser.chromium import launched  # noqa: PLC0415 - tests of the browser are not always installed

    addresses, session = prepare()
    with _served() as port, launched() as browser:
        figures = {name: visits(browser, port, address, session if name != "home of a visitor" else "")
                   for name, address in addresses.items() if not names or name in names}  # fmt: skip
    rows = [
        (
            name,
            median(first, "answered"),
            median(first, "painted"),
            median(first, "blocked"),
            max(visit.painted for visit in first),
            first[0].asked,
            median(later, "painted"),
            median(later, "blocked"),
            first[0].bytes / 1000,
            first[0].element,
        )
        for name, (first, later) in figures.items()
    ]
    print_table(
        f"Largest paint, processor {SLOWER} times slower, {LATENCY} ms away, ms at the median of {VISITS} visits"
        f" (wanted: first {FIRST}, later {LATER}; blocked {BLOCKED}; {LARGEST} KB)",
        ("", "answered", "first", "blocked", "slowest", "requests", "later", "blocked", "KB", "largest is"),
        rows,
    )


def median(visits: list[Visit], name: str) -> float:
    return statistics.median(getattr(visit, name) for visit in visits)


def visits(browser: Any, port: int, address: str, session: str) -> tuple[list[Visit], list[Visit]]:
    """Visit a page by new browsers, and by each once more."""
    first, later = [], []
    for _visit in range(VISITS):
        context = browser.new_context(**PHONE, base_url=f"http://127.0.0.1:{port}", service_workers="block")
        context.add_init_script(WATCH)
        if session:
            context.add_cookies([{"name": "sessionid", "value": session, "url": f"http://127.0.0.1:{port}"}])
        page = context.new_page()
        slow_down(context, page)
        first.append(visit(page, address))
        later.append(visit(page, address))
        context.close()
    return first, later


def slow_down(context: Any, page: Any) -> None:
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    speed = {"offline": False, "latency": LATENCY, "downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.emulateNetworkConditions", speed)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def visit(page: Any, address: str) -> Visit:
    response = page.goto(address)
    assert response.ok, (address, response.status)
    page.wait_for_timeout(SETTLED)
    seen = page.evaluate(ASK)
    blocked = sum(max(0, task - 50) for task in seen["tasks"])
    return Visit(seen["answered"], seen["paint"], blocked, seen["asked"], seen["bytes"], seen["element"])


if __name__ == "__main__":
    measure(sys.argv[1:])
