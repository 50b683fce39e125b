"""Take pictures of every page, in four sizes and both themes: `make screenshots`.

ARGS="FOLDER" chooses the folder, and ARGS="FOLDER NAME ..." only pages whose names begin with NAME.
"""

import logging
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# Widths and heights of a small phone, a phone, a tablet and a laptop
WIDTHS = {360: 560, 390: 664, 820: 1180, 1280: 800}
THEMES = ("light", "dark")
DRAWN_HEIGHT = """() => new Promise((resolve) => requestAnimationFrame(() =>
    requestAnimationFrame(() => resolve(document.documentElement.scrollHeight))))"""


def main(folder: Path, names: list[str]) -> None:
    with tempfile.TemporaryDirectory(prefix="cornerstone-screenshots-") as data:
        os.environ |= {"DATA_DIR": data, "DEMO": "1", "DJANGO_SETTINGS_MODULE": "campaign.settings"}
        stops = [stop for stop in _demo() if not names or stop.name.startswith(tuple(names))]
        with _serving() as address:
            _take(stops, address, folder)
    print(f"{len(stops)} pages are in {folder}")  # noqa: T201


def _demo() -> list:
    import django  # noqa: PLC0415 - the settings read the environment

    django.setup()
    from django.core.management import call_command  # noqa: PLC0415

    from campaign.demo.sample import DEMO_USER  # noqa: PLC0415
    from campaign.models import User  # noqa: PLC0415
    from tests.browser.tour import stops  # noqa: PLC0415

    call_command("demo", no_serve=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    logging.disable(logging.WARNING)  # do not log warnings about missing pages
    return list(stops(User.objects.get(username=DEMO_USER)))


@contextmanager
def _serving() -> Iterator[str]:
    command = [sys.executable, "manage.py", "serve", "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        words = " ".join(server.stdout.readline() for _line in range(2)).split()
        yield next(word for word in words if word.startswith("http://"))
    finally:
        server.terminate()
        server.wait()


def _take(stops: list, address: str, folder: Path) -> None:
    from tests.browser.chromium import launched  # noqa: PLC0415

    folder.mkdir(parents=True, exist_ok=True)
    with launched() as chromium:
        for theme in THEMES:
            pages = {
                person: chromium.new_context(
                    base_url=address, color_scheme=theme, reduced_motion="reduce", service_workers="block"
                ).new_page()
                for person in ("visitor", "owner")
            }
            pages["owner"].goto("/")
            pages["owner"].locator("form[action='/demo/'] button").click()
            for stop in stops:
                page = pages[stop.person]
                page.goto(stop.path)
                for width, height in WIDTHS.items():
                    page.set_viewport_size({"width": width, "height": height})
                    # Make the window as tall as the page. Repeat it, because the page can grow when the window changes.
                    for _twice in range(2):
                        whole = page.evaluate(DRAWN_HEIGHT)
                        page.set_viewport_size({"width": width, "height": max(height, whole)})
                    page.screenshot(path=folder / f"{stop.name}-{width}-{theme}.png")


if __name__ == "__main__":
    main(Path(sys.argv[1] if sys.argv[1:] else tempfile.mkdtemp(prefix="cornerstone-")), sys.argv[2:])
