"""Test which pages can be read without a connection: visited pages, pages fetched in advance, the user's campaign."""

import itertools
import json
from contextlib import contextmanager

import pytest
from django.urls import reverse

from scoring import MISSIONS
from tests.browser.checklists import tick
from tests.browser.conftest import PHONE
from tests.factories import open_game

A_CONNECTION_LOST = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "Failed to fetch", "sendError", "htmx:afterRequest")
pytestmark = pytest.mark.browser(complaints=A_CONNECTION_LOST)

WITH_WORKER = PHONE | {"service_workers": "allow"}
SEVEN = f"/missions/7-{MISSIONS[7].slug}/"


def wait_for_worker(page):
    page.evaluate(
        "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller || new Promise("
        "(done) => navigator.serviceWorker.addEventListener('controllerchange', done)))"
    )


@contextmanager
def site_away(live_server):
    """Answer 503 inside the `with` block, because a page reloaded after `set_offline` can still send requests."""
    server = live_server.thread.httpd
    site = server.get_app()

    def away(environ, start_response):
        start_response("503 Service Unavailable", [("Content-Length", "0")])
        return []

    server.set_app(away)
    yield
    server.set_app(site)


def kept(page):
    """Return the addresses of all pages that this browser has stored."""
    addresses = page.evaluate("""async () => {
        const names = await caches.keys();
        const shelves = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        return JSON.stringify(shelves.flat().map(({ url }) => url.replace(location.origin, "")));
    }""")
    return set(json.loads(addresses))


def test_a_mission_is_readable_offline_and_says_so(visit):
    page = visit(SEVEN, **WITH_WORKER)
    wait_for_worker(page)
    assert not page.locator(".offline-mark").is_visible()
    page.context.set_offline(True)
    page.reload()
    assert page.locator("h1").inner_text() == "Price of Silence"
    assert page.locator(".offline-mark").is_visible()
    assert "copy" in page.locator(".toast").inner_text()
    page.locator(".choose-table a", has_text="3 players").tap()
    page.wait_for_url("**players=3**")
    assert page.locator("#setup-title").inner_text() == "Setup for 3 players"
    assert page.locator(".brand__mark").evaluate("image => image.naturalWidth") > 0
    page.context.set_offline(False)
    # without a tap, the browser replaces the stored copy by the current page
    page.locator("html:not([data-kept])").wait_for()
    page.locator(".offline-mark").wait_for(state="hidden")


@contextmanager
def refusing(live_server, numbers):
    """Inside the `with` block, answer 429 to the requests for pages with these numbers, and 503 to every second."""
    server = live_server.thread.httpd
    site, count = server.get_app(), itertools.count(1)

    def busy(environ, start_response):
        is_page = environ["PATH_INFO"].startswith(("/missions/", "/rules/")) and not environ.get("HTTP_SEC_FETCH_USER")
        if is_page and (number := next(count)) in numbers:
            status = ("429 Too Many Requests", "503 Service Unavailable")[number % 2]
            start_response(status, [("Content-Length", "0")])
            return []
        return site(environ, start_response)

    server.set_app(busy)
    yield
    server.set_app(site)


@pytest.mark.browser(complaints=(*A_CONNECTION_LOST, "429", "503"))
def test_a_refused_page_throws_no_copy_away_and_the_rest_is_fetched_later(visit, live_server):
    page = visit("/privacy/", **WITH_WORKER)
    page.evaluate("""() => {
        window.progress = [];
        const note = () => progress.push(document.getElementById("stock").textContent);
        new MutationObserver(note).observe(document.getElementById("stock"), { childList: true });
    }""")
    with refusing(live_server, {40, 41, 60}):
        wait_for_worker(page)
        assert len(kept(page)) > 40
        page.locator("#stock").wait_for(state="hidden")
        page.wait_for_function("() => /: (\\d+) of \\1 pages\\.$/.test(progress.at(-1))", timeout=60_000)
    here = [int(said.split()[-4]) for said in page.evaluate("progress")]
    assert here == sorted(here)
    page.context.set_offline(True)
    for address in (SEVEN, "/rules/harbor/"):
        page.goto(address)
        assert page.locator("html").get_attribute("data-kept")


def test_a_page_visited_with_house_rules_is_kept_too(visit):
    page = visit("/missions/", **WITH_WORKER)
    wait_for_worker(page)
    page.goto(f"{SEVEN}?players=2&four_architects=1")
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    page.reload()
    assert page.locator("#setup-title").is_visible()


def test_the_own_campaign_is_readable_offline_with_its_time_until_a_logout(open_page, owner, campaign):
    game = open_game(campaign)
    page = open_page(owner, game.get_absolute_url(), **WITH_WORKER)
    wait_for_worker(page)
    own = (campaign.get_absolute_url(), f"{campaign.get_absolute_url()}standings/", game.get_absolute_url())
    for address in (*own, "/", "/account/"):
        page.goto(address)
        page.wait_for_load_state("load")
    assert {address for address in kept(page) if address.startswith(("/campaigns", "/account")) or address == "/"} == {
        *own
    }
    page.context.set_offline(True)
    page.goto(game.get_absolute_url())
    assert page.locator(".step-card:visible").count() == 1
    assert "copy" in page.locator(".toast").first.inner_text()
    assert page.locator("html").get_attribute("data-kept").endswith("Z")
    page.goto(f"{campaign.get_absolute_url()}settings/")
    assert page.locator("h1").inner_text() == "The road to the town hall is closed"
    page.context.set_offline(False)
    # without a tap, the browser replaces the stored copy by the current page
    page.locator("html:not([data-kept])").wait_for()
    page.goto(reverse("logout"))
    with page.expect_navigation(wait_until="load"):
        page.locator("main [type=submit]").last.tap()
    assert not [address for address in kept(page) if address.startswith("/campaigns")]


@pytest.mark.browser(complaints=(*A_CONNECTION_LOST, "503"))
def test_a_tick_without_a_connection_survives_a_reload_and_is_sent_later(open_page, owner, campaign, live_server):
    game = open_game(campaign)
    page = open_page(owner, game.get_absolute_url(), **WITH_WORKER)
    wait_for_worker(page)
    page.goto(game.get_absolute_url())
    page.wait_for_load_state("load")
    page.context.set_offline(True)
    with site_away(live_server):
        tick(page, "tick-mats")
        page.reload()
        page.locator("#tick-mats[aria-pressed=true]").wait_for(state="attached")
        assert not game.ticks.exists()
        # Connect before the site answers again. The page then reloads itself, and needs the network.
        page.context.set_offline(False)
    # without a tap, the browser replaces the stored copy by the current page
    page.locator("html:not([data-kept])").wait_for()
    page.wait_for_function("() => !Object.keys(localStorage).some((key) => key.startsWith('waiting:'))")
    assert game.ticks.get().step == "mats"


def test_a_table_can_move_through_the_rounds_without_a_connection(open_page, owner, campaign):
    game = open_game(campaign)
    page = open_page(owner, game.get_absolute_url(), **WITH_WORKER)
    wait_for_worker(page)
    page.context.set_offline(True)
    page.locator("#next-step", has_text="Round 1 begins").wait_for()
    # The second of two quick taps is usually a mistake, so the page ignores it.
    page.evaluate("() => { for (const tap of [1, 2]) document.getElementById('next-step').click(); }")
    page.locator("#next-step", has_text="Round 1 is over").wait_for()
    for said in ("Round 2 begins", "Round 2 is over", "Round 3 begins", "Round 3 is over"):
        page.locator("#next-step").tap()
        page.locator("#next-step", has_text=said).wait_for()
    game.refresh_from_db()
    assert game.phase == "setup"
    page.context.set_offline(False)
    page.wait_for_function("() => !Object.keys(localStorage).some((key) => key.startsWith('waiting:'))")
    game.refresh_from_db()
    assert game.phase == "round-3"


def test_a_connection_lost_during_reading_is_shown(visit):
    page = visit("/rules/", **PHONE)
    page.context.set_offline(True)
    page.locator(".offline-mark").wait_for()
    page.context.set_offline(False)
    page.locator(".offline-mark").wait_for(state="hidden")


def test_another_language_replaces_the_kept_pages(visit):
    page = visit(SEVEN, **WITH_WORKER)
    wait_for_worker(page)
    page.locator("#appearance summary").tap()
    page.locator("button[name=language][value=de]").tap()
    page.wait_for_selector("html[lang=de]")
    page.evaluate("""async () => {
        while (!(await caches.keys()).every((name) => name.endsWith("-de"))) {
            await new Promise((done) => setTimeout(done, 100));
        }
    }""")
    page.context.set_offline(True)
    page.goto("/rules/")
    assert page.locator("html").get_attribute("lang") == "de"
