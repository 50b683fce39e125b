"""Choose phases of a game in one browser, and measure how soon a second browser shows them."""

import statistics
import tempfile
from itertools import cycle
from pathlib import Path
from typing import Any

from benchmarks.tables import print_table
from tests.faults.site import Site

TIMES = 100
WANTED = 1_000  # 95 % of the chosen phases should be shown within this many milliseconds
SMALL = {"viewport": {"width": 390, "height": 664}, "is_mobile": True, "has_touch": True}
AHEAD = "#next-step[name=phase]:not([aria-disabled=true])"
BACK = ".tonight__main [data-stage]:not([hidden]) button[name=phase]:first-of-type"
# Record when the page submits a form, and when it shows another phase. Both browsers use this machine's clock.
WATCH = """() => {
    const phase = () => document.querySelector("#now [data-stage]:not([hidden])")?.dataset.stage;
    Object.assign(window, { commanded: 0, shown: 0, phase: phase() });
    new MutationObserver(() => {
        if (phase() !== window.phase) Object.assign(window, { phase: phase(), shown: Date.now() });
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
    addEventListener("submit", () => { window.commanded = Date.now(); }, true);
}"""


def report() -> None:
    from tests.browser.chromium import launched  # noqa: PLC0415 - tests of the browser are not always installed

    with tempfile.TemporaryDirectory() as data, launched() as chromium:
        site = Site(Path(data) / "site")
        site.start()
        try:
            [(_pk, address), *_others] = site.prepare(1)
            game = address.rstrip("/").rpartition("/")[0] + "/"
            times = sorted(_measure([_phone(chromium, site, game) for _side in range(2)]))
        finally:
            site.end()
    print_table(
        f"A phase chosen on one phone is shown on the other (wanted: 95 % below {WANTED} ms)",
        ("", "times", "median ms", "95 % below ms", "longest ms"),
        [("a phase", len(times), statistics.median(times), times[int(len(times) * 0.95)], times[-1])],
    )


def _phone(chromium: Any, site: Site, game: str) -> Any:
    address = f"http://127.0.0.1:{site.port}"
    context = chromium.new_context(base_url=address, service_workers="block", **SMALL)
    context.add_cookies([{"name": "sessionid", "value": site.session, "url": address}])
    page = context.new_page()
    page.goto(game)
    page.evaluate(WATCH)
    return page


def _measure(phones: list[Any]) -> list[float]:
    """Choose phases on the first phone. Return the milliseconds until the second phone shows each of them."""
    commanding, following = phones
    times = []
    for _time, way in zip(range(TIMES), cycle((AHEAD, BACK)), strict=False):
        before = commanding.evaluate("phase")
        commanding.locator(way).tap()
        for page in phones:
            page.wait_for_function("before => phase !== before", arg=before)
        times.append(following.evaluate("shown") - commanding.evaluate("commanded"))
    return times
