"""The pages that a browser keeps for use without a connection: library, calculator, the reader's own campaign.

This module lists the pages that the service worker fetches in advance, and the files that these pages need. The worker
keeps any other visited page only if `kept_offline` has marked its response. Pages and files have an edition; a new
edition replaces everything that the browser keeps.
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
    """List the addresses of the files that draw the pages, with hashed names if the site uses hashed names.

    With hashed names, a style sheet contains the style sheets that it imports, so imported sheets are left out.
    """
    contained = parts(STATIC) if isinstance(storages["staticfiles"], HashedStaticFilesStorage) else ()
    paths = (path for path in files_under(STATIC, FILES) if path not in contained)
    return [static(path.relative_to(STATIC).as_posix()) for path in paths]


def kept() -> dict[str, object]:
    """List pages and files for the service worker.

    Each language has its own edition; the worker fetches each edition anew. `mark` is the response header that tells
    the worker to keep a page. If the value of this header is `own`, the page is kept for this reader only.
    """
    return {
        "edition": f"{release()}-{get_language()}",
        "offline": reverse("offline"),
        "pages": pages(),
        "files": files(),
        "mark": KEEP,
        "own": KeptFor.READER.value,
    }
