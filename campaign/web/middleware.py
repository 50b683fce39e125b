"""The headers of every response."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control


def private_unless_told(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: let no proxy keep a response, and let browsers ask before each use whether their copy is current.

    Almost every page shows something of its reader, at least the campaign in the page's header. A view with another
    rule sets Cache-Control itself: everybody may keep static files, and nobody may keep exports.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_cache=True)
        return response

    return middleware


def refuse_features(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: turn off the browser features in REFUSED_FEATURES, by the header Permissions-Policy."""
    policy = ", ".join(f"{name}=()" for name in settings.REFUSED_FEATURES)

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response["Permissions-Policy"] = policy
        return response

    return middleware
