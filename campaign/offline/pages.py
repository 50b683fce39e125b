"""What a browser keeps of the site for use without a connection: library, calculator, and the reader's own campaign.

The service worker keeps a page of its own accord only where the answer says so, by `kept_offline`. What it fetches
beforehand is listed here: their pages and the files these are drawn with. Both go by an edition; a new one
replaces all that was kept.
"""

from collections.abc import Callable
from enum import StrEnum
from functools import wraps
from http import HTTPStatus
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from django.contrib.messages import get_messages
from django.http import HttpResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language

from campaign.http import Request
from campaign.library import shelf
from campaign.web.release import files_under, release
from scoring import MISSIONS, Message
from scoring.tiles import PLAYERS

P = ParamSpec("P")
R = TypeVar("R", bound=Request)

KEEP = "X-Keep"  # the service worker's template reads it
PACKAGE = Path(__file__).parents[1]
STATIC = PACKAGE / "static"
FILES = (".css", ".js", ".json", ".svg", ".woff2")


class KeptFor(StrEnum):
    """For whom the worker keeps a page: for everybody, or for the reader until they log out."""

    EVERYBODY = "public"
    READER = "own"


def kept_offline(
    view: Callable[Concatenate[R, P], HttpResponse], kept_for: KeptFor = KeptFor.EVERYBODY
) -> Callable[Concatenate[R, P], HttpResponse]:
    """Let the service worker keep the page. Not where it says something that is said once."""

    @wraps(view)
    def wrapper(request: R, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        response = view(request, *args, **kwargs)
        says_something_once = getattr(get_messages(request), "used", False)
        if response.status_code == HTTPStatus.OK and not request.htmx and not says_something_once:
            response[KEEP] = kept_for.value
        return response

    return wrapper


def kept_for_reader(view: Callable[Concatenate[R, P], HttpResponse]) -> Callable[Concatenate[R, P], HttpResponse]:
    """Let the service worker keep a page of the reader's own campaign, until `forget_own` or a refusal."""
    return kept_offline(view, KeptFor.READER)


def forget_own(response: HttpResponse) -> HttpResponse:
    """Have the browser forget what it keeps of this site, the library too, which it fetches again."""
    response["Clear-Site-Data"] = '"cache", "storage"'
    return response


def missions() -> list[tuple[str, Message]]:
    """List address and title of each mission."""
    return [(shelf.address_of_mission(mission), mission.title) for mission in MISSIONS.values()]


def pages() -> list[str]:
    """List what is fetched beforehand: the calculator and the library, each mission with the setup for every table."""
    return [
        reverse("calculator"),
        *(further.address for further in shelf.FURTHER),
        *(page.get_absolute_url() for page in shelf.pages().values()),
        *(address + query for address, _title in missions() for query in ("", *(f"?players={n}" for n in PLAYERS))),
    ]


def files() -> list[str]:
    """List the addresses of the files that pages are drawn with; hashed names, where the site serves those."""
    return [static(path.relative_to(STATIC).as_posix()) for path in files_under(STATIC, FILES)]


def kept() -> dict[str, object]:
    """Tell the service worker what to keep. Another language is another edition: the device fetches its pages again."""
    return {
        "edition": f"{release()}-{get_language()}",
        "offline": reverse("offline"),
        "pages": pages(),
        "files": files(),
        "mark": KEEP,
        "own": KeptFor.READER.value,
    }
