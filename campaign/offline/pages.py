"""The pages that a browser keeps for use without a connection: library, calculator, the reader's own campaign.

This module lists the pages that the service worker fetches in advance, and the files that these pages need. The worker
keeps any other visited page only if `kept_offline` has marked its response. If the edition changes, for example by a
new release, the worker replaces all pages and files.
"""

from pathlib import Path

from django.core.files.storage import storages
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language

from campaign.library import shelf
from campaign.scores.addresses import address_of_mission
from campaign.web.offline import KEEP, KeptFor
from campaign.web.release import files_under, release
from campaign.web.static import HashedStaticFilesStorage, parts
from scoring import MISSIONS, Message
from scoring.tiles import PLAYERS

PACKAGE = Path(__file__).parents[1]
STATIC = PACKAGE / "static"
FILES = (".css", ".js", ".json", ".svg", ".woff2")


def missions() -> list[tuple[str, Message]]:
    """List the address and the title of each mission."""
    return [(address_of_mission(mission), mission.title) for mission in MISSIONS.values()]


def pages() -> list[str]:
    """List the pages to fetch in advance: calculator, library, and each mission with each number of players."""
    return [
        reverse("calculator"),
        *(further.get_absolute_url() for further in shelf.FURTHER),
        *(page.get_absolute_url() for page in shelf.pages().values()),
        *(address + query for address, _title in missions() for query in ("", *(f"?players={n}" for n in PLAYERS))),
    ]


def files() -> list[str]:
    """List the addresses of the static files that the pages need.

    If the site uses hashed file names, a style sheet contains the style sheets that it imports. So leave out imported
    style sheets.
    """
    contained = parts(STATIC) if isinstance(storages["staticfiles"], HashedStaticFilesStorage) else ()
    paths = (path for path in files_under(STATIC, FILES) if path not in contained)
    return [static(path.relative_to(STATIC).as_posix()) for path in paths]


def kept() -> dict[str, object]:
    """Return the constants that the template of the service worker inserts as JSON.

    `pages` and `files` are the addresses to fetch in advance. Each release and language has its own edition. `mark` is
    the name of the response header that lets the worker keep a page. If the header has the value of `own`, the worker
    keeps the page only for this reader.
    """
    return {
        "edition": f"{release()}-{get_language()}",
        "offline": reverse("offline"),
        "pages": pages(),
        "files": files(),
        "mark": KEEP,
        "own": KeptFor.READER.value,
    }
