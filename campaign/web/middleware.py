"""Send Cache-Control: private, no-cache by default: no proxy keeps an answer, and no browser shows it again unasked.

Almost every page shows whose it is, if only by the campaign in its head. A view with another rule sets its own header:
static files may be kept by anybody, exports by nobody.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control


def private_unless_told(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Let a browser keep an answer, but ask before it is shown again, unless a view says otherwise. Middleware."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_cache=True)
        return response

    return middleware
