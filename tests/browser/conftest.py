"""A real Chromium against the site on a port of its own. Whatever the browser complains of fails the test."""

import os
import shutil

import pytest

# Playwright's loop runs in this thread; Django would take our own queries for queries made inside of it.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
TABLET = {"viewport": {"width": 820, "height": 1180}, "has_touch": True}
LAPTOP = {"viewport": {"width": 1280, "height": 800}}


@pytest.fixture(scope="session")
def chromium():
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - `make test` does without it

    path = shutil.which("chromium")
    assert path, "Debian's chromium is not installed"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def complaints():
    """What the browser's console says, errors of scripts and the Content-Security-Policy's refusals among it."""
    return []


@pytest.fixture
def open_page(chromium, live_server, client, complaints):
    """A page of a new browser, on a device, for somebody: `open_page(user, address, **PHONE)`."""
    contexts = []

    def open_page(user, address, **device):
        context = chromium.new_context(base_url=live_server.url, **device)
        contexts.append(context)
        client.force_login(user)
        session = client.cookies["sessionid"].value
        client.cookies.clear()
        context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def visit(chromium, live_server, complaints):
    """A page of a browser that nobody has signed in with."""
    contexts = []

    def visit(address, **device):
        context = chromium.new_context(base_url=live_server.url, **device)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address)
        return page

    yield visit
    for context in contexts:
        context.close()


# A test that means to upset the browser says by what: @pytest.mark.browser(complaints=("409",)).
@pytest.fixture(autouse=True)
def nothing_to_complain_of(request, complaints):
    yield
    expected = request.node.get_closest_marker("browser").kwargs.get("complaints", ())
    assert [text for text in complaints if not any(part in text for part in expected)] == []
