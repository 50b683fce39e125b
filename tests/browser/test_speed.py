"""Test how fast pages and photos appear on a phone. The browser's processor is slowed down by a factor of four.

The limits hold on a machine of normal speed. On a slower machine, each time is divided by how many times slower it is.
"""

import json

import pytest

from tests.browser.conftest import PHONE
from tests.factories import enter, many_finished_games, open_game
from tests.machine import slowness

pytestmark = pytest.mark.alone

SLOWER = 4
MOST = 1_000  # maximum time in milliseconds until the largest element of a page is painted
VISITS = 3  # number of visits to a page; only the fastest one counts, because other programs can slow the machine down

LARGEST_PAINT = """() => new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
        .observe({ type: "largest-contentful-paint", buffered: true });
})"""


@pytest.fixture
def largest_paint(open_page, owner):
    def largest_paint(address):
        """Return the milliseconds until the largest element of the page was painted."""
        page = open_page(owner, "/offline/", **PHONE)
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        figures = []
        for _visit in range(VISITS):
            slower = slowness()
            page.goto(address)
            page.wait_for_load_state()
            figures.append(page.evaluate(LARGEST_PAINT) / slower)
        print(f"{address}: largest paint after {', '.join(f'{figure:.0f}' for figure in figures)} ms")  # noqa: T201
        return min(figures)

    return largest_paint


@pytest.mark.parametrize("page_name", ["", "standings/", "log/"])
def test_a_campaign_of_ten_missions_is_shown_within_a_second(largest_paint, campaign, page_name):
    many_finished_games(campaign, 10)
    assert largest_paint(campaign.get_absolute_url() + page_name) <= MOST


def test_the_editor_is_shown_within_a_second(largest_paint, campaign):
    game = open_game(campaign, 10)
    enter(game.present[0])
    assert largest_paint(game.present[0].get_absolute_url()) <= MOST


@pytest.mark.parametrize("address", ["/", "/missions/7-price-of-silence/?players=3", "/tiles/", "/rules/harbor/"])
def test_the_library_is_shown_within_a_second(largest_paint, address):
    assert largest_paint(address) <= MOST


# --- A photo ----------------------------------------------------------------------------------------------------------

FROM_PICTURE_TO_GRID = 1_500  # maximum time in milliseconds from the choice of a picture to the grid on the page
LONGEST_TASK = 200
# number of times that the photo is read; only the fastest reading counts
PHOTOS = 8
TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel"]
WATCH = """() => {
    window.tasks = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map((task) => task.duration)))
        .observe({ type: "longtask" });
    document.querySelector("[data-photo]").addEventListener("change", () => (window.chosen = performance.now()), true);
    const grid = document.querySelector("[data-photo-step=grid]");
    new MutationObserver(() => {
        if (!grid.hidden) window.shown = performance.now();
    }).observe(grid, { attributes: true });
}"""


@pytest.fixture
def photo(tmp_path):
    """Return `photo(part)`, which writes a JPEG of 12 megapixels. The mat takes this part of the picture's width."""
    np, images = pytest.importorskip("numpy"), pytest.importorskip("PIL.Image")
    drawings, hard = pytest.importorskip("tools.photo.drawings"), pytest.importorskip("tests.browser.hard_photos")

    def photo(part):
        scene = drawings.draw(np.random.default_rng(1)).scene
        if part < 1:
            scene = hard.framed(part)(hard.Shot(*scene), np.random.default_rng(2))
        file = tmp_path / f"mat-{part}.jpg"
        images.fromarray(scene.picture).resize((4000, 3000)).save(file)
        return file

    return photo


@pytest.fixture
def read(visit, photo):
    """Return a generator function. It loads photos on a slowed page.

    After each photo it yields the page, and how many times slower than normal the machine was before the photo.
    """

    def read(slower, part=1):
        file = photo(part)
        page = visit("/calculator/?mission=10", **PHONE)
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
        page.evaluate(WATCH)
        for _photo in range(PHOTOS):
            page.evaluate("tasks.length = 0")
            slow = slowness()
            page.locator("[data-photo] input").first.set_input_files(file)
            page.locator("[data-photo-step=grid]").wait_for()
            page.wait_for_timeout(300)
            yield page, slow
            page.locator("[data-do=close]").tap()
            page.locator("[data-photo-dialog]").wait_for(state="hidden")

    return read


def processor_time(trace):
    """Add up the milliseconds of page, worker and image decoder, which work one after the other."""
    events = json.loads(trace)["traceEvents"]
    threads = {(each["pid"], each["tid"]): each["args"]["name"] for each in events if each["name"] == "thread_name"}
    ours = ("CrRendererMain", "DedicatedWorker")
    return sum(
        event.get("tdur", 0) / 1000
        for event in events
        if event["name"] == "Decode Image"
        or (event["name"] == "RunTask" and threads[event["pid"], event["tid"]].startswith(ours))
    )


@pytest.mark.parametrize("part", [1, 0.5, 0.25])
def test_a_photo_leads_to_the_grid_in_time_on_a_phone_four_times_slower(read, chromium, part):
    """Measure at full speed and multiply the time by four, because Chromium cannot slow down web workers."""
    figures = []
    chromium.start_tracing(categories=TRACED)
    for _page, slow in read(1, part):
        figures.append(processor_time(chromium.stop_tracing()) / slow)
        chromium.start_tracing(categories=TRACED)
    chromium.stop_tracing()
    print(f"to the grid, mat {part}: {', '.join(f'{figure:.0f}' for figure in figures)} ms")  # noqa: T201
    assert SLOWER * min(figures) <= FROM_PICTURE_TO_GRID


def test_the_page_stays_quick_while_a_photo_is_read(read):
    figures = [
        (page.evaluate("shown - chosen") / slow, max([0, *page.evaluate("tasks")]) / slow)
        for page, slow in read(SLOWER)
    ]
    print(f"(grid, longest task) after ms: {figures}")  # noqa: T201
    assert min(took for took, _longest in figures) <= FROM_PICTURE_TO_GRID
    assert min(longest for _took, longest in figures) <= LONGEST_TASK
