"""Entity tags (ETags): make the tag of a page, and answer 304 if the browser's copy has the current tag.

Two responses with the same tag look the same in the browser. But their bytes differ, because Django masks the CSRF
token anew in each response. So every tag is a weak tag.
"""

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.functional import SimpleLazyObject

P = ParamSpec("P")
R = TypeVar("R", bound=HttpRequest)


def digest(*values: object) -> str:
    """Return a digest of these values, 32 characters long. Values with the same `repr` have the same digest."""
    return hashlib.sha256(repr(values).encode()).hexdigest()[:32]


def entity_tag(*shown: object) -> str:
    """Return the entity tag of a page that shows these values."""
    return f'W/"{digest(*shown)}"'


def token_of(request: HttpRequest) -> str:
    """Return the CSRF token with one mask per request. Each call of Django's `get_token` would change the mask."""
    if not hasattr(request, "masked_token"):
        request.masked_token = get_token(request)  # type: ignore[attr-defined]
    return str(request.masked_token)  # type: ignore[attr-defined]


def token_in_context(request: HttpRequest) -> dict[str, Any]:
    """Context processor: provide the CSRF token of `token_of`. The token is made only if a template uses it."""
    return {"csrf_token": SimpleLazyObject(lambda: token_of(request))}


def revalidated(
    view: Callable[Concatenate[R, P], HttpResponse],
) -> Callable[Concatenate[R, P], HttpResponse]:
    """Decorate a view: browsers may keep the page, and get the status 304 while their copy is current.

    The tag is a digest of the page. The CSRF token's mask changes with each response, so the digest has the CSRF cookie
    in place of the token.
    """

    @wraps(view)
    def wrapper(request: R, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        response = view(request, *args, **kwargs)
        if response.status_code != 200 or request.method not in ("GET", "HEAD"):  # noqa: PLR2004
            return response
        token = token_of(request) if hasattr(request, "masked_token") else ""  # a page without forms has no token
        # The group's rules. `keep_table` adds them to the page's links later, so the entity tag must change with them.
        table = getattr(request, "table", None)
        etag = entity_tag(response.content.replace(token.encode(), b""), request.META.get("CSRF_COOKIE"), table)
        response["ETag"] = etag
        patch_cache_control(response, private=True, no_cache=True)
        answer = get_conditional_response(request, etag=etag, response=response)
        assert isinstance(answer, HttpResponse)  # noqa: S101 - Django answers None only if no response is given
        return answer

    return wrapper
