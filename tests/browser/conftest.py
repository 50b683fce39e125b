"""Serve the site on a separate port, and open it in a real Chromium. An error in the console fails the test."""

import os
from unittest.mock import patch

import pytest
from django.conf import settings
from django.db import connections
from django.test import override_settings
from pytest_django.live_server_helper import LiveServer

from tests.browser.chromium import launched
from tests.factories import open_game

# Playwright's event loop runs in this thread. Without this setting, Django would regard all queries as queries inside
# the loop, and refuse them.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
# The heights of phones leave out the browser's own bars. QUIET is a phone without animations.
SMALL = PHONE | {"viewport": {"width": 390, "height": 664}}
SMALLEST = PHONE | {"viewport": {"width": 360, "height": 560}}
QUIET = SMALL | {"reduced_motion": "reduce"}
TABLET = {"viewport": {"width": 820, "height": 1180}, "has_touch": True}
LAPTOP = {"viewport": {"width": 1280, "height": 800}}

# Find words that are broken over two lines, in the elements of a selector: their letters have different tops.
BROKEN_WORDS = """(selector) => [...document.querySelectorAll(selector)].flatMap(({ firstChild: text }) =>
    [...text.data.matchAll(/\\p{L}+/gu)].filter(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return new Set([...range.getClientRects()].map((part) => part.top)).size > 1;
    }).map(String))"""


def pytest_itemcollected(item):
    """Mark each test of this folder as a browser test that commits its rows, because the server must read them."""
    for mark in (pytest.mark.browser, pytest.mark.django_db(transaction=True)):
        if not item.get_closest_marker(mark.name):
            item.add_marker(mark)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory):
    """Use a database file. In memory, all threads would share a connection, and simultaneous taps would fail."""
    database = connections["default"]
    if database.vendor == "sqlite":
        database.settings_dict["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "site.sqlite3")


@pytest.fixture(scope="session")
def live_server(prepared):
    """Serve the site with static files as in production: few, compressed, and with hashed names."""
    storages = settings.STORAGES | {"staticfiles": {"BACKEND": "campaign.web.static.HashedStaticFilesStorage"}}
    through_the_site = patch("django.contrib.staticfiles.handlers.StaticFilesHandler", lambda application: application)
    with override_settings(STATIC_ROOT=prepared / "static", STORAGES=storages), through_the_site:
        server = LiveServer("localhost")
        yield server
        server.stop()


@pytest.fixture(scope="session")
def chromium():
    with launched() as browser:
        yield browser


@pytest.fixture
def complaints():
    """Return a list that collects the error messages of the browser's console."""
    return []


@pytest.fixture
def new_browser(chromium, live_server, complaints):
    """Return a function that opens a browser on a device, without service workers, which would answer requests."""
    contexts = []

    def new_browser(**device):
        context = chromium.new_context(**({"base_url": live_server.url, "service_workers": "block"} | device))
        contexts.append(context)
        context.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        return context

    yield new_browser
    for context in contexts:
        context.close()


@pytest.fixture
def expert(campaign):
    """Return a player's evaluation in mission 10, which is an Expert mission."""
    return open_game(campaign, 10).present[0]


@pytest.fixture
def open_page(new_browser, live_server, client):
    """Return `open_page(user, address, **PHONE)`, which opens a page in a new browser."""

    def open_page(user, address, **device):
        context = new_browser(**device)
        client.force_login(user)
        session = client.cookies["sessionid"].value
        client.cookies.clear()
        context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
        page = context.new_page()
        page.goto(address)
        return page

    return open_page


@pytest.fixture
def visit(new_browser):
    """Return a function that opens a page in a browser without a login."""

    def visit(address, **device):
        page = new_browser(**device).new_page()
        page.goto(address)
        return page

    return visit


@pytest.fixture
def site(new_site):
    """Start a real server, which tests can stop and start again."""
    site = new_site("site")
    site.start()
    return site


@pytest.fixture
def phone(site, new_browser):
    """Return `phone(language, **device)`, which opens an empty page on a new phone. Its base URL is the site's."""

    def phone(language, **device):
        return new_browser(base_url=f"http://127.0.0.1:{site.port}", locale=language, **device).new_page()

    return phone


# A test that causes errors on purpose names them: @pytest.mark.browser(complaints=("409",)).
@pytest.fixture(autouse=True)
def nothing_to_complain_of(request, complaints):
    yield
    expected = request.node.get_closest_marker("browser").kwargs.get("complaints", ())
    assert [text for text in complaints if not any(part in text for part in expected)] == []
