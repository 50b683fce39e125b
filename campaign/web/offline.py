"""Tell the service worker which pages to keep for use without a connection, and when to forget these pages."""

import secrets
from collections.abc import Callable
from enum import StrEnum
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, ParamSpec, TypeVar

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpResponse

from campaign.http import Request

P = ParamSpec("P")
R = TypeVar("R", bound=Request)

LEFT = "left"  # name of a cookie that gets a new random value at each logout
LEFT_FOR = 60 * 60  # lifetime of the cookie `left` in seconds; browsers hold pages in memory for a shorter time
KEEP = "X-Keep"  # a response header; it lets the service worker keep the page


class KeptFor(StrEnum):
    """The readers for whom the service worker keeps a page: everybody, or only this reader until they log out."""

    EVERYBODY = "public"
    READER = "own"


def kept_offline(
    view: Callable[Concatenate[R, P], HttpResponse], kept_for: KeptFor = KeptFor.EVERYBODY
) -> Callable[Concatenate[R, P], HttpResponse]:
    """Let the service worker keep the page, unless the page shows a message that appears only once."""

    @wraps(view)
    def wrapper(request: R, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        response = view(request, *args, **kwargs)
        says_something_once = getattr(get_messages(request), "used", False)
        if response.status_code == HTTPStatus.OK and not request.htmx and not says_something_once:
            response[KEEP] = kept_for.value
        return response

    return wrapper


def kept_for_reader(view: Callable[Concatenate[R, P], HttpResponse]) -> Callable[Concatenate[R, P], HttpResponse]:
    """Let the service worker keep a page of the reader's campaign, until they log out or the site refuses the page."""
    return kept_offline(view, KeptFor.READER)


def forget_own(response: HttpResponse) -> HttpResponse:
    """Tell the browser to delete all kept pages. The new cookie makes page.js reload pages that are in memory."""
    response["Clear-Site-Data"] = '"cache", "storage"'
    secure = settings.SESSION_COOKIE_SECURE
    response.set_cookie(LEFT, secrets.token_urlsafe(6), max_age=LEFT_FOR, secure=secure, samesite="Lax")
    return response
