"""The pages and files that the service worker fetches in advance, for use without a connection.

The worker keeps other visited pages only if `kept_offline` has marked them: see campaign/web/offline.py.
"""

from pathlib import Path

from django.core.files.storage import storages
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language

from campaign.library import contents
from campaign.scores.addresses import address_of_mission
from campaign.web.offline import KEEP, NOBODY, WHOSE, KeptFor
from campaign.web.release import files_under, release
from campaign.web.static import HashedStaticFilesStorage, parts
from scoring import MISSIONS
from scoring.tiles import PLAYERS

PACKAGE = Path(__file__).parents[1]
STATIC = PACKAGE / "static"
FILES = (".css", ".js", ".json", ".svg", ".woff2")


def pages() -> list[str]:
    """List the pages to fetch in advance: calculator, library, and each mission with each number of players."""
    return [
        reverse("calculator"),
        *(further.get_absolute_url() for further in contents.FURTHER),
        *(page.get_absolute_url() for page in contents.pages().values()),
        *(
            address_of_mission(mission) + query
            for mission in MISSIONS.values()
            for query in ("", *(f"?players={n}" for n in PLAYERS))
        ),
    ]


def files() -> list[str]:
    """List the static files that the pages need. Leave out style sheets whose content is part of another file."""
    contained = parts(STATIC) if isinstance(storages["staticfiles"], HashedStaticFilesStorage) else ()
    paths = (path for path in files_under(STATIC, FILES) if path not in contained)
    return [static(path.relative_to(STATIC).as_posix()) for path in paths]


def constants() -> dict[str, object]:
    """Return the constants that the template of the service worker inserts as JSON."""
    return {
        "edition": f"{release()}-{get_language()}",  # if it changes, the browser replaces all pages and files
        "offline": reverse("offline"),
        "pages": pages(),
        "files": files(),
        "mark": KEEP,  # the response header that marks a page to keep
        "own": KeptFor.READER.value,  # the header's first word for a page that only this reader may see
        "whose": WHOSE,  # the cookie with the reader's pseudonym
        "nobody": NOBODY,
    }
