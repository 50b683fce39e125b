"""What a browser asks for in its cookies: a theme, and tables in place of charts. The colours of each theme."""

import re
from functools import cache
from pathlib import Path

from django.http import HttpRequest

THEMES = ("light", "dark")
THEME_COOKIE = "theme"
FIGURES_COOKIE = "figures"
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


def asks_for_tables(request: HttpRequest) -> bool:
    """Return True if this browser asked for tables in place of charts and maps."""
    return request.COOKIES.get(FIGURES_COOKIE) == TABLES
