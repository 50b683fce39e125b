"""Without a connection: what was visited and what was fetched beforehand can be read, and nothing of a campaign."""

import json

import pytest

from scoring import MISSIONS
from tests.browser.conftest import PHONE
from tests.factories import open_game

A_CONNECTION_LOST = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "Failed to fetch", "sendError", "htmx:afterRequest")
pytestmark = [
    pytest.mark.browser(complaints=A_CONNECTION_LOST),
    pytest.mark.django_db(transaction=True),
]

WITH_WORKER = PHONE | {"service_workers": "allow"}
SEVEN = f"/missions/7-{MISSIONS[7].slug}/"


def wait_for_worker(page):
    page.evaluate(
        "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller || new Promise("
        "(done) => navigator.serviceWorker.addEventListener('controllerchange', done)))"
    )


def kept(page):
    """The addresses of everything this browser keeps."""
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
    page.reload()
    assert not page.locator(".offline-mark").is_visible()


def test_what_was_visited_with_house_rules_is_kept_too(visit):
    page = visit("/missions/", **WITH_WORKER)
    wait_for_worker(page)
    page.goto(f"{SEVEN}?players=2&four_architects=1")
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    page.reload()
    assert page.locator("#setup-title").is_visible()


def test_nothing_of_a_campaign_is_kept_and_its_pages_lead_to_what_is(open_page, owner, campaign):
    game = open_game(campaign)
    page = open_page(owner, game.get_absolute_url(), **WITH_WORKER)
    wait_for_worker(page)
    for address in (campaign.get_absolute_url(), f"{game.get_absolute_url()}setup/", "/", "/account/"):
        page.goto(address)
    assert not [address for address in kept(page) if address.startswith(("/campaigns", "/account")) or address == "/"]
    page.context.set_offline(True)
    page.goto(campaign.get_absolute_url())
    assert campaign.name not in page.content()
    assert page.locator("h1").inner_text() == "The road to the town hall is closed"
    assert page.locator(".toast").count() == 0
    page.locator(".kept-pages a", has_text="Harbor").first.tap()
    page.wait_for_url("**/rules/harbor/")
    assert page.locator("h1").inner_text().startswith("Harbor")


def test_a_connection_that_goes_while_one_reads_is_marked(visit):
    page = visit("/rules/", **PHONE)
    page.context.set_offline(True)
    page.locator(".offline-mark").wait_for()
    page.context.set_offline(False)
    page.locator(".offline-mark").wait_for(state="hidden")


def test_another_language_replaces_what_is_kept(visit):
    page = visit(SEVEN, **WITH_WORKER)
    wait_for_worker(page)
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
