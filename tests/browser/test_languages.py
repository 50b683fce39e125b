"""Test that no text is truncated in German or Russian, and that a whole evening can be played in each language."""

import re

import pytest
from django.utils.translation import gettext, override

from campaign.demo.sample import fill
from tests.browser.conftest import BROKEN_WORDS, LAPTOP, PHONE, SMALLEST, TABLET
from tests.browser.tour import stops

CITIES = [("T3SU1-/P-FH2/----/---- 12i5e", "16"), ("T4SU1-/P-FH2/----/---- 12i5e", "20")]
LANGUAGES = ("de", "ru")

UNFOLD = "() => document.querySelectorAll('details').forEach((details) => details.open = true)"
# Find texts that do not fit into their box. Skip boxes that scroll, and texts that are hidden on purpose.
CUT = """() => {
    const style = (element) => getComputedStyle(element);
    const isLow = (element) => hides(element) && says(element) && element.scrollHeight > element.clientHeight + 2;
    const spills = (element) => element.clientWidth > 1
        && (element.scrollWidth > element.clientWidth + 1 || isLow(element));
    const meant = (element) => element.closest("input, .visually-hidden, .supply .field__label");
    const isText = (node) => node.nodeType === Node.TEXT_NODE && node.data.trim();
    const says = (element) => [...element.childNodes].some(isText);
    const hides = (element) => ["hidden", "clip"].includes(style(element).overflowX);
    const scrolls = (element) => ["auto", "scroll"].includes(style(element).overflowX);
    return [document.documentElement, ...document.querySelectorAll("body *:not(svg *)")]
        .filter((element) => spills(element) && !scrolls(element) && !meant(element))
        .filter((element) => element === document.documentElement || says(element) || hides(element))
        .map((element) => `${element.tagName}.${element.className}: ${(element.innerText ?? "").slice(0, 80)}`
            + ` (${element.scrollWidth} > ${element.clientWidth})`);
}"""


@pytest.fixture
def demo(request):
    """Return the demo's campaigns, with places and notes in the language of the test."""
    with override(request.getfixturevalue("language")):
        return fill()


@pytest.mark.browser(complaints=("404",))
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_cut_on_a_phone(demo, language, open_page, visit):
    device = PHONE | {"locale": language, "reduced_motion": "reduce"}
    pages = {"owner": open_page(demo, "/", **device), "visitor": visit("/", **device)}
    cut = {}
    for stop in stops(demo):
        page = pages[stop.person]
        page.goto(stop.path)
        page.evaluate(UNFOLD)
        assert page.locator("html").get_attribute("lang") == language or "link" in stop.name
        cut |= {f"{stop.name}: {element}": stop.path for element in page.evaluate(CUT)}
    assert cut == {}


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_no_word_in_the_list_of_rules_is_broken_over_two_lines(visit, language):
    page = visit("/rules/", locale=language, **SMALLEST)
    assert page.locator(".columns .rows__text :is(b, small)").count()
    for device in (SMALLEST, PHONE, TABLET, LAPTOP):
        page.set_viewport_size(device["viewport"])
        assert page.evaluate(BROKEN_WORDS, ".columns .rows__text :is(b, small)") == [], device["viewport"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_evening_on_a_phone_from_the_first_visit_to_the_standings(language, visit):
    def tap(role, name, **options):
        with override(language):
            page.get_by_role(role, name=gettext(name), **options).first.tap()

    page = visit("/", **PHONE, locale=language, reduced_motion="reduce")
    tap("link", "Start a campaign")
    with override(language):
        page.get_by_label(gettext("What is the campaign called?")).fill("1848")
        for number, name in enumerate(("Ädä", "Бен"), start=1):
            page.get_by_label(gettext("Player %(number)s") % {"number": number}, exact=True).fill(name)
    tap("button", "Let's play")
    page.locator("#next .button--start").tap()
    tap("button", "To the table")
    page.wait_for_url(re.compile(r"/games/\d+/$"))
    game = page.url
    page.locator(".page-head__button[popovertarget=more]").tap()
    tap("button", "Enter the cities")
    for place, (city, points) in enumerate(CITIES):
        page.goto(game)
        page.locator("#cities a").nth(place).tap()
        with override(language):
            page.get_by_label(gettext("The city as a line of text")).fill(city)
        tap("button", "Use this city")
        page.locator(".editor__total .vp", has_text=points).wait_for()
        assert page.evaluate(CUT) == []
    page.goto(game)
    tap("button", "Finish the game")
    page.locator("#finish").wait_for()
    assert page.evaluate(CUT) == []
    tap("button", "Yes, finish the game")
    page.locator("#podium").wait_for()
    assert page.evaluate(CUT) == []
    tap("button", "Standings")
    assert page.evaluate(CUT) == []
    tap("link", "All standings")
    page.wait_for_url("**/standings/")
    assert "Бен" in page.locator("table tbody tr").first.inner_text()
    assert page.evaluate(CUT) == []
