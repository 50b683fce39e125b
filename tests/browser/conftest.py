"""Serve the site on a separate port, and open it with a real Chromium.

Any error in the browser's console fails the test.
"""

import os
from unittest.mock import patch

import pytest
from django.conf import settings
from django.db import connections
from django.test import override_settings
from pytest_django.live_server_helper import LiveServer

from tests.browser.chromium import launched
from tests.factories import open_game

# Playwright's event loop runs in this thread. Without this setting, Django would regard our queries as queries inside
# the loop, and refuse them.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
# Devices. The heights of the phones leave out the parts of the screen that the browser takes. QUIET is a phone without
# animations.
SMALL = PHONE | {"viewport": {"width": 390, "height": 664}}
SMALLEST = PHONE | {"viewport": {"width": 360, "height": 560}}
QUIET = SMALL | {"reduced_motion": "reduce"}
TABLET = {"viewport": {"width": 820, "height": 1180}, "has_touch": True}
LAPTOP = {"viewport": {"width": 1280, "height": 800}}


def pytest_itemcollected(item):
    """Mark each test of this folder as a browser test. Let it commit its rows, so that the server can read them."""
    for mark in (pytest.mark.browser, pytest.mark.django_db(transaction=True)):
        if not item.get_closest_marker(mark.name):
            item.add_marker(mark)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory):
    """Use a database in a file, as the site does.

    With a database in memory, all threads would share one connection, and simultaneous taps would fail.
    """
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
    """Collect the messages of the browser's console: errors of scripts, and refusals by the Content-Security-Policy."""
    return []


@pytest.fixture
def new_browser(chromium, live_server, complaints):
    """Return a function that opens a new browser on a device: `new_browser(**PHONE)`.

    The browser blocks service workers, which would otherwise answer some requests. test_offline.py allows them.
    """
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
    """Return the evaluation of the first player in the last mission, which is played in Expert mode."""
    return open_game(campaign, 10).present[0]


@pytest.fixture
def open_page(new_browser, live_server, client):
    """Return a function that opens a page in a new browser: `open_page(user, address, **PHONE)`."""

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
    """Run the real server, which can be stopped and started. It informs open pages of changes by a stream."""
    site = new_site("site")
    site.start()
    return site


@pytest.fixture
def phone(site, new_browser):
    """Return `phone(language, **device)`. It opens an empty page on a new phone; relative addresses lead to `site`."""

    def phone(language, **device):
        return new_browser(base_url=f"http://127.0.0.1:{site.port}", locale=language, **device).new_page()

    return phone


# A test that upsets the browser on purpose names the expected complaint: @pytest.mark.browser(complaints=("409",)).
@pytest.fixture(autouse=True)
def nothing_to_complain_of(request, complaints):
    yield
    expected = request.node.get_closest_marker("browser").kwargs.get("complaints", ())
    assert [text for text in complaints if not any(part in text for part in expected)] == []
