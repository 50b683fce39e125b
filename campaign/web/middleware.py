"""The headers of every response."""

import re
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.http import ConditionalGetMiddleware
from django.utils.cache import patch_cache_control

from campaign.web.partials import digest

CSRF_TOKEN = re.compile(rb'"X-CSRFToken": "(\w+)"')  # as templates/base.html writes it


class ConditionalGet(ConditionalGetMiddleware):
    """Middleware: give each page an entity tag, and answer 304 if the browser's copy has the current tag.

    Django masks the CSRF token anew in each response. So the tag of a page has the CSRF cookie in place of the token.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if (
            isinstance(response, HttpResponse)
            and "ETag" not in response
            and self.needs_etag(response)
            and (token := CSRF_TOKEN.search(response.content))
        ):
            same = response.content.replace(token[1], b"")
            response["ETag"] = f'W/"{digest(same, request.META["CSRF_COOKIE"])}"'
        return super().process_response(request, response)


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
