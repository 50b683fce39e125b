"""Find out whether a browser wants figures as charts and maps, or as tables."""

from django.http import HttpRequest

FIGURES_COOKIE = "figures"
TABLES = "tables"


def asks_for_tables(request: HttpRequest) -> bool:
    """Return True if this browser asked for tables in place of charts and maps."""
    return request.COOKIES.get(FIGURES_COOKIE) == TABLES
