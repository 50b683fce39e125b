"""Test that the screen stays on at the table, unless somebody switches that off."""

from tests.browser.conftest import PHONE
from tests.factories import open_game

# A browser that only counts the locks which it gives.
COUNTING = """
window.locks = 0;
Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
    window.locks += 1;
    return { released: false, release: async () => { window.locks -= 1; } };
} } });
"""


def test_the_screen_stays_on_until_somebody_switches_that_off(open_page, owner, campaign):
    page = open_page(owner, "/offline/", **PHONE)
    page.context.add_init_script(COUNTING)
    page.goto(open_game(campaign).get_absolute_url())
    page.wait_for_function("() => window.locks === 1")
    page.locator(".page-head__button[popovertarget=more]").tap()
    page.locator("[data-awake]").tap()
    page.wait_for_function("() => window.locks === 0")
    page.reload()
    page.locator("[data-awake][aria-pressed=false]").wait_for(state="attached")
    assert page.evaluate("() => window.locks") == 0
