"""Test the composer in a real browser: no change moves the page, loses the focus or another change, at any speed."""

from time import sleep
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse

from campaign.models import Game
from tests.browser.conftest import LAPTOP, QUIET, SMALL, SMALLEST, TABLET
from tests.browser.test_every_page import violations
from tests.browser.thumb import Thumb
from tests.factories import CampaignFactory

RULES = {"rules": "classic playgrounds pollution=3 districts=5,2 rows=3", "players": "3"}
DEALT = {"rules": "classic playgrounds pollution=3 districts=5,2", "name": "The Ring Road", "players": "3"}
SIZES = [each["viewport"] for each in (SMALLEST, SMALL, TABLET, LAPTOP)]
STEPS = 20
HIGHEST = 1_000  # the greatest height of the page at a width of 390 pixels
MOST_CONTROLS = 16
# The controls in title, main part and bar, before anything is opened
SHOWN_CONTROLS = """() => [...document.querySelectorAll("main :is(a, button, input, select, textarea, summary)")]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && each.getClientRects().length).length"""
PLACE = "(element) => [scrollY, Math.round(element.getBoundingClientRect().top)]"


def compose(query=RULES):
    return reverse("compose", query=query)


def rules_in(page):
    return parse_qs(urlsplit(page.url).query)["rules"][0]


@pytest.fixture
def look_at(visit):
    """Return `look_at(query, **device)`, which opens the composer. No program measures the missions of these tests."""

    def look_at(query=RULES, **device):
        page = visit("/livez", **device)
        page.route("**/par/?*", lambda route: route.fulfill(status=204))
        page.goto(compose(query))
        return page

    return look_at


def settle(page, line):
    """Wait until the address and the card have this line. Fail if they have another one in the end."""
    page.wait_for_function(
        "(line) => new URLSearchParams(location.search).get('rules') === line"
        " && document.querySelector('.line-code').textContent === line",
        arg=line,
    )
    sleep(0.4)  # no answer may come later and bring an older mission
    assert rules_in(page) == line == page.locator(".line-code").text_content()


def open_sheet(page):
    """Open the sheet of all rules. On a wide screen it lies open."""
    if page.locator(".rchip--add").is_visible():
        page.locator(".rchip--add").click()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_a_change_moves_neither_the_page_nor_its_control_and_keeps_the_focus(look_at, size):
    page = look_at(viewport=size)
    tall = page.evaluate("document.documentElement.scrollHeight - innerHeight")
    open_sheet(page)
    ticks = "#add .rule:not(:has(.rule__why:not(:empty))) [name=rule]"
    for part in range(4):
        page.evaluate("(top) => scrollTo(0, top)", tall * part // 4)
        # Of the controls on the screen, take one in the middle.
        shown = page.locator(ticks).evaluate_all(
            "(boxes) => boxes.filter((box) => { const { top } = box.getBoundingClientRect();"
            " return top > 60 && top < innerHeight - 200; }).map((box) => box.id)"
        )
        box = page.locator(f"#{shown[len(shown) // 2]}")
        before = box.evaluate(PLACE)
        was = page.locator("#card").element_handle()
        box.click()
        page.wait_for_function("(card) => !card.isConnected", arg=was)
        assert box.evaluate(PLACE) == before
        assert box.evaluate("(element) => element === document.activeElement")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_removing_a_chip_leaves_the_page_where_it_is(look_at, size):
    page = look_at(viewport=size)
    for top in (0, 100, 200, 10_000):
        page.evaluate("(top) => scrollTo(0, top)", top)
        page.evaluate("document.querySelector('#id_playgrounds').click()")
        settled = page.locator(".rchips li:visible").first
        before = settled.evaluate(PLACE)
        page.locator("[name=drop][value=rows]").evaluate("(chip) => chip.click()")
        page.wait_for_timeout(500)
        assert settled.evaluate(PLACE) == before
        page.evaluate("document.querySelector('#id_rows').click()")
    page.wait_for_timeout(300)


def test_no_change_is_lost_at_any_distance(look_at):
    page = look_at({"rules": "classic"}, **QUIET)
    open_sheet(page)
    for distance in range(50, 501, 50):
        for rules in ("classic sequence corners=-3", "classic"):
            page.locator("#id_sequence").click()
            page.wait_for_timeout(distance)
            page.locator("#id_corners").click()
            settle(page, rules)
            ticked = page.locator("[name=rule]:checked").evaluate_all("(boxes) => boxes.map((box) => box.value)")
            assert ticked == [word.partition("=")[0] for word in rules.split()[1:]], distance


@pytest.mark.parametrize("by", ["finger", "keyboard"])
def test_twenty_quick_changes_all_count(look_at, by):
    page = look_at({"rules": "classic corners=-9"}, **QUIET)
    open_sheet(page)
    more = page.locator("#word-corners [data-step=up]")
    more.focus()
    for _step in range(STEPS - 2):
        if by == "finger":
            more.tap()
        else:
            page.keyboard.press("Enter")
        page.wait_for_timeout(80)
    settle(page, "classic corners=9")
    assert by == "finger" or more.evaluate("(element) => element === document.activeElement")


def test_answers_in_any_order_leave_the_last_state(look_at):
    page = look_at({"rules": "classic"}, **QUIET)
    delays = [1.2, 0.1, 0.7, 0.0, 0.4]

    def answer_late(route):
        response = route.fetch()
        sleep(delays.pop(0) if delays else 0)
        route.fulfill(response=response)

    page.route("**/missions/compose/?*", answer_late)
    open_sheet(page)
    for name in ("sequence", "rows", "wild", "sequence", "variety"):
        page.locator(f"#id_{name}").click()
        page.wait_for_timeout(200)
    settle(page, "classic wild=1 rows=3 variety=9")
    page.unroute("**/missions/compose/?*")


def test_play_takes_the_last_state_even_before_its_answer(look_at):
    page = look_at({"rules": "classic rows=3", "players": "3"}, **QUIET)
    page.locator("[name=drop][value=rows]").click()
    page.locator("[name=go][value=play]").click()
    page.wait_for_url("**/play/**")
    assert "line=classic&" in page.url


def test_a_first_visit_plays_a_dealt_game_after_four_touches(visit):
    page = visit("/", **QUIET)
    thumb = Thumb(page)
    thumb.tap(".site-nav a[href='/missions/']")
    thumb.tap("main a:has-text('Deal a twist')")
    page.locator("#card").wait_for()
    line = rules_in(page)
    thumb.tap("[name=go][value=play]")
    page.wait_for_url("**/play/**")
    thumb.tap("main form .button--start")
    page.locator("#evening").wait_for()
    assert thumb.taps <= 4
    assert Game.objects.get().line == line


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_a_dealt_mission_fits_two_screens_of_a_phone_with_few_controls(look_at, language):
    page = look_at(DEALT, locale=language, **QUIET)
    assert page.evaluate("document.documentElement.scrollHeight") <= HIGHEST
    assert page.evaluate(SHOWN_CONTROLS) <= MOST_CONTROLS
    page.set_viewport_size(SMALLEST["viewport"])
    assert page.evaluate("document.documentElement.scrollWidth") == SMALLEST["viewport"]["width"]


def test_without_javascript_chips_and_buttons_do_the_same(look_at):
    page = look_at(java_script_enabled=False, **QUIET)
    page.locator("[name=drop][value=rows]").click()
    page.wait_for_url("**rules=classic+playgrounds+pollution%3D3+districts%3D5,2&**".replace("%3D", "="))
    page.locator(".rchip--add").click()
    page.locator("#id_sequence").check()
    page.locator("#add .pop__close").click()
    page.locator(".without-scripts button").click()
    assert "sequence" in rules_in(page)
    page.locator("[name=go][value=play]").click()
    assert "/play/?line=" in page.url


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [SMALL, LAPTOP], ids=["phone", "laptop"])
def test_axe_finds_nothing_with_sheet_and_experts_open(look_at, scheme, size):
    page = look_at(DEALT, color_scheme=scheme, reduced_motion="reduce", **size)
    assert violations(page) == []
    page.locator("#composer summary").click()
    open_sheet(page)
    assert violations(page) == []


def test_a_programme_is_dealt_and_one_mission_swapped(open_page, owner):
    campaign = CampaignFactory(owner=owner)
    page = open_page(owner, campaign.get_programme_url(), **QUIET)
    with page.expect_navigation():
        page.locator("[name=deal][value=five]").tap()
    names = page.locator("[name$=-name]")
    dealt = names.evaluate_all("(fields) => fields.map((field) => field.value).slice(0, 5)")
    page.locator(".planned summary").nth(2).tap()
    with page.expect_navigation():
        page.locator("[name=deal][value='2']").tap()
    now = names.evaluate_all("(fields) => fields.map((field) => field.value).slice(0, 5)")
    assert [one for one, other in zip(dealt, now, strict=True) if one != other] == dealt[2:3]
    assert page.locator("[name=deal][value='2']").is_visible()  # yet another is one tap away
    page.locator("main form.stack .bar .button--start").tap()
    page.locator("text=Saved.").wait_for()
    campaign.refresh_from_db()
    assert [str(mission.name) for mission in campaign.missions] == now
