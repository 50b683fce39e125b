"""Test every page on a phone, a tablet and a laptop, in both themes: its width, its markup, and browser errors."""

import pytest

from campaign.demo import sample as demo
from tests.browser.conftest import LAPTOP, PHONE, TABLET
from tests.browser.tour import stops

# Most rules of axe judge only the markup, so one check of each page is enough. The rules BY_THEME also depend on the
# theme, and the rules BY_WIDTH on the width of the screen.
BY_THEME = ["color-contrast", "link-in-text-block"]
BY_WIDTH = ["scrollable-region-focusable", "target-size"]
SIZES = {device["viewport"]["width"]: device["viewport"] for device in (TABLET, LAPTOP, PHONE)}


@pytest.fixture
def tour(new_browser, live_server, client):
    """Return a function that yields (stop, page) for every page, opened by a person who may see it."""

    def tour():
        owner = demo.fill()
        client.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
        pages = {person: new_browser(reduced_motion="reduce").new_page() for person in ("visitor", "owner")}
        session = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}
        pages["owner"].context.add_cookies([session])
        for stop in stops(owner):
            page = pages[stop.person]
            page.set_viewport_size(SIZES[390])
            page.emulate_media(color_scheme="light")
            response = page.goto(stop.path)
            assert "unsafe" not in response.headers["content-security-policy"]
            yield stop, page

    return tour


def violations(page, rules=()):
    """Return (rule, element, reason) of each violation that axe finds. If `rules` is empty, check all rules."""
    from axe_playwright_python.base import AXE_SCRIPT  # noqa: PLC0415 - `make test` does without it

    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE_SCRIPT)
    options = {"resultTypes": ["violations"], "preload": False, "iframes": False}
    if rules:
        options["runOnly"] = {"type": "rule", "values": list(rules)}
    found = page.evaluate("options => axe.run(document, options)", options)["violations"]
    return [(each["id"], node["target"], node["failureSummary"]) for each in found for node in each["nodes"]]


# Find buttons whose text has a contrast of less than 4.5. Axe skips text on a background picture, so compare the text
# with the background colour below the picture.
UNREADABLE_BUTTONS = """
() => {
  const parts = colour => colour.match(/[\\d.]+/g).map(Number);
  const luminance = ([red, green, blue]) => [red, green, blue]
    .map(part => part / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
  const ground = element => {
    for (let at = element; at; at = at.parentElement) {
      const found = parts(getComputedStyle(at).backgroundColor);
      if (found.length < 4 || found[3] > 0) return found;
    }
    return [255, 255, 255];
  };
  return [...document.querySelectorAll(".button:not(:disabled)")]
    .filter(button => button.checkVisibility())
    .map(button => {
      const [one, other] = [parts(getComputedStyle(button).color), ground(button)].map(luminance);
      return [button.innerText, (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)];
    })
    .filter(([, contrast]) => contrast < 4.5);
}
"""

# Find links that are less than 40 pixels high, because thumbs miss them. Skip links with a class or in a table.
LOW_LINKS = """
() => [...document.querySelectorAll("a:not([class])")]
  .filter(link => link.checkVisibility() && !link.closest("table"))
  .map(link => [link.innerText, link.getClientRects()[0].height])
  .filter(([, height]) => height < 40)
"""


@pytest.mark.browser(complaints=("404",))
def test_no_page_has_axe_violations_or_is_wider_than_its_screen(tour):
    troubles = []
    for stop, page in tour():
        troubles += [(stop.name, *found) for found in violations(page)]
        troubles += [(stop.name, "light", *found) for found in page.evaluate(UNREADABLE_BUTTONS)]
        troubles += [(stop.name, "low", *found) for found in page.evaluate(LOW_LINKS)]
        page.emulate_media(color_scheme="dark")
        troubles += [(stop.name, "dark", *found) for found in page.evaluate(UNREADABLE_BUTTONS)]
        troubles += [(stop.name, "dark", *found) for found in violations(page, BY_THEME)]
        for width, viewport in SIZES.items():
            page.set_viewport_size(viewport)
            if width != PHONE["viewport"]["width"]:  # on a phone all rules were checked above
                troubles += [(stop.name, width, *found) for found in violations(page, BY_WIDTH)]
            wide = page.evaluate("document.documentElement.scrollWidth")
            if wide > width:
                troubles.append((stop.name, width, f"is {wide} pixels wide"))
    assert not troubles, "\n".join(map(str, troubles))
