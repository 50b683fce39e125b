"""Mark views that need no database. Separate threads serve such views, even while the database hangs."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from django.conf import settings
from django.http import Http404
from django.urls import resolve

from campaign.web.availability import availability

View = TypeVar("View", bound=Callable[..., Any])


def apart(view: View) -> View:
    """Mark a view that makes no database query, so that a separate thread serves it."""
    view.is_apart = True  # type: ignore[attr-defined]
    return view


def apart_for_visitors(view: View) -> View:
    """Mark a view that uses the database only if the request has a session cookie.

    If the cookie is missing or the database is down, a thread without database access serves the request.
    """
    view.is_apart_for_visitors = True  # type: ignore[attr-defined]
    return apart(view)


def is_apart(environ: Mapping[str, Any]) -> bool:
    """Return True if a separate thread serves a request. `environ` is the request's WSGI environment."""
    path = environ["PATH_INFO"]
    if path.startswith(settings.STATIC_URL):
        return True
    view = _view_of(path)
    if not getattr(view, "is_apart", False):
        return False
    is_for_visitors = getattr(view, "is_apart_for_visitors", False)
    has_session = settings.SESSION_COOKIE_NAME in environ.get("HTTP_COOKIE", "")
    return not (is_for_visitors and has_session) or availability.is_away


@lru_cache(maxsize=1024)
def _view_of(path: str) -> Callable[..., Any] | None:
    try:
        return resolve(path).func
    except Http404:
        return None
