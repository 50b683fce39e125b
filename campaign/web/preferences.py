"""What a browser tells in its cookies: a theme, tables in place of charts, its time zone. The colours of each theme."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from campaign.zones import find_zone

THEMES = ("light", "dark")
THEME_COOKIE = "theme"
FIGURES_COOKIE = "figures"
ZONE_COOKIE = "zone"
TABLES = "tables"
TOKENS = Path(__file__).parents[1] / "static" / "campaign" / "css" / "tokens.css"
_TOKEN = re.compile(r"--([\w-]+): light-dark\((#\w+), (#\w+)\);")


@cache
def _colours() -> dict[str, dict[str, str]]:
    return {
        name: {"light": light, "dark": dark} for name, light, dark in _TOKEN.findall(TOKENS.read_text(encoding="utf-8"))
    }


def colour(name: str, theme: str = "light") -> str:
    """Return the colour that a token has in a theme: `colour("paper", "dark")`."""
    return _colours()[name][theme]


def asked_theme(request: HttpRequest) -> str:
    """Return the theme that this browser asked for, "light" or "dark"; "" to follow the system's theme."""
    asked = request.COOKIES.get(THEME_COOKIE, "")
    return asked if asked in THEMES else ""


def told_zone(request: HttpRequest) -> ZoneInfo | None:
    """Return the time zone that this browser has told; None if it told none, or a name that no time zone has."""
    return find_zone(request.COOKIES.get(ZONE_COOKIE, ""))


def told_zone_name(request: HttpRequest) -> str:
    return zone.key if (zone := told_zone(request)) else ""


def use_told_zone(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: reckon days and times in the time zone of the browser, or else in that of the site."""

    def middleware(request: HttpRequest) -> HttpResponse:
        with timezone.override(told_zone(request)):
            return get_response(request)

    return middleware


def asks_for_tables(request: HttpRequest) -> bool:
    """Return True if this browser asked for tables in place of charts and maps."""
    return request.COOKIES.get(FIGURES_COOKIE) == TABLES
