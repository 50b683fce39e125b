"""Mark views that need no database. campaign/asgi.py serves such views with separate threads.

A hanging database blocks the other threads, but not the separate threads.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from django.conf import settings
from django.http import Http404
from django.urls import resolve

from campaign.web.availability import availability

View = TypeVar("View", bound=Callable[..., Any])


def apart(view: View) -> View:
    """Mark a view that makes no database query. A separate thread serves it, even while the database hangs."""
    view.is_apart = True  # type: ignore[attr-defined]
    return view


def apart_for_visitors(view: View) -> View:
    """Mark a view that makes no database query for visitors without a session.

    Separate threads serve this view to visitors without a session. While the database is unreachable, they serve it to
    everybody.
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
