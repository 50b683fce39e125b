"""Test that choosing another player's colour in the form for players exchanges the two colours."""

from tests.browser.conftest import PHONE
from tests.browser.thumb import tap


def colours(page):
    """Return the chosen colour of each player in the form."""
    return page.locator(".swatches input:checked").evaluate_all("inputs => inputs.map((input) => input.value)")


def test_choosing_a_taken_colour_exchanges_the_colours(visit):
    page = visit("/campaigns/new/", **PHONE)
    before = colours(page)
    assert len(set(before)) == len(before) >= 2
    tap(page.locator(".swatches").first.locator(f"label:has(input[value={before[1]}])"))
    assert colours(page) == [before[1], before[0], *before[2:]]
