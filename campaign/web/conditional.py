"""Pages that a browser may keep, and asks about: 304 where they still are what they were."""

import hashlib
import re
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control

P = ParamSpec("P")
R = TypeVar("R", bound=HttpRequest)

# The token against forged posts is masked differently in every answer; behind the mask it stays the same.
TOKEN = re.compile(rb"(?<![\w-])[A-Za-z0-9]{64}(?![\w-])")


def revalidated(
    view: Callable[Concatenate[R, P], HttpResponse],
) -> Callable[Concatenate[R, P], HttpResponse]:
    """Let browsers keep the page, and answer 304 to those that have it as it is now.

    The entity tag is taken from the page itself, so language, theme, campaign and release need no mention here.
    """

    @wraps(view)
    def wrapper(request: R, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        response = view(request, *args, **kwargs)
        if response.status_code != 200 or request.method not in ("GET", "HEAD"):  # noqa: PLR2004
            return response
        secret = request.META.get("CSRF_COOKIE", "").encode()
        digest = hashlib.sha256(TOKEN.sub(b"", response.content) + secret).hexdigest()
        etag = f'"{digest[:32]}"'
        response["ETag"] = etag
        patch_cache_control(response, private=True, no_cache=True)
        answer = get_conditional_response(request, etag=etag, response=response)
        assert isinstance(answer, HttpResponse)  # noqa: S101 - with a response handed over there is one
        return answer

    return wrapper
