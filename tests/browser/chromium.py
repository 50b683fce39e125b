"""Find Debian's Chromium, and let Playwright drive it."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def launched() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - `make test` does without it

    # The headless shell draws the same pages as Chromium, and needs a third less processor time.
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    assert path, "neither Debian's chromium-headless-shell nor chromium is installed"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()
