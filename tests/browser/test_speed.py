"""How soon a phone shows something, measured by the browser itself on a processor four times slower than this one."""

import pytest

from tests.browser.conftest import PHONE
from tests.factories import enter, many_finished_games, open_game

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SLOWER = 4
MOST = 1_000  # milliseconds
VISITS = 3  # the best of them counts: whatever else this machine does is not the page's doing

LARGEST_PAINT = """() => new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
        .observe({ type: "largest-contentful-paint", buffered: true });
})"""


@pytest.fixture
def largest_paint(open_page, owner):
    def largest_paint(address):
        page = open_page(owner, "/offline/", **PHONE)
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        figures = []
        for _visit in range(VISITS):
            page.goto(address)
            page.wait_for_load_state()
            figures.append(page.evaluate(LARGEST_PAINT))
        print(f"{address}: largest paint after {', '.join(f'{figure:.0f}' for figure in figures)} ms")  # noqa: T201
        return min(figures)

    return largest_paint


@pytest.mark.parametrize("page_name", ["", "standings/", "log/"])
def test_a_campaign_of_ten_missions_is_seen_within_a_second(largest_paint, campaign, page_name):
    many_finished_games(campaign, 10)
    assert largest_paint(campaign.get_absolute_url() + page_name) <= MOST


def test_the_editor_is_seen_within_a_second(largest_paint, campaign):
    game = open_game(campaign, 10)
    enter(game.present[0])
    assert largest_paint(game.present[0].get_absolute_url()) <= MOST


@pytest.mark.parametrize("address", ["/", "/missions/7-price-of-silence/?players=3", "/tiles/", "/rules/harbor/"])
def test_the_library_is_seen_within_a_second(largest_paint, address):
    assert largest_paint(address) <= MOST
