"""Tell the browser which pages to keep for use without a connection, and to whom they belong.

What a device keeps (pages of a campaign, waiting taps, ticks) belongs to one account. The cookie WHOSE has a pseudonym
of the session's account. Scripts show, send and keep only what has the pseudonym of the cookie: see
templates/offline/service-worker.js and static/campaign/js/waiting.js.
"""

from collections.abc import Callable
from enum import StrEnum
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, ParamSpec, TypeVar

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from campaign.http import Request

P = ParamSpec("P")
R = TypeVar("R", bound=Request)

KEEP = "X-Keep"  # a response header; it lets the service worker keep the page
WHOSE = "whose"  # the name of the cookie
NOBODY = "nobody"  # the pseudonym of visitors without an account
LENGTH = 16  # the number of characters of a pseudonym


class KeptFor(StrEnum):
    """The readers for whom the service worker keeps a page: everybody, or only this reader until they log out."""

    EVERYBODY = "public"
    READER = "own"


def pseudonym(request: HttpRequest) -> str:
    """Return a pseudonym of the account that is logged in. It is the same in each session of the account."""
    account = request.session.get(SESSION_KEY)
    return salted_hmac("campaign.web.offline", account).hexdigest()[:LENGTH] if account else NOBODY


def tell_whose(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: keep the cookie WHOSE up to date in each response that depends on the session."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.session.accessed:
            whose = pseudonym(request)
            if request.session.modified or request.COOKIES.get(WHOSE, NOBODY) != whose:
                age, secure = settings.SESSION_COOKIE_AGE, settings.SESSION_COOKIE_SECURE
                response.set_cookie(WHOSE, whose, max_age=age, secure=secure, samesite="Lax")
        return response

    return middleware


def kept_offline(
    view: Callable[Concatenate[R, P], HttpResponse], kept_for: KeptFor = KeptFor.EVERYBODY
) -> Callable[Concatenate[R, P], HttpResponse]:
    """Let the service worker keep the page, unless the page shows a message that appears only once."""

    @wraps(view)
    def wrapper(request: R, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        response = view(request, *args, **kwargs)
        says_something_once = getattr(get_messages(request), "used", False)
        if response.status_code == HTTPStatus.OK and not request.htmx and not says_something_once:
            owner = [pseudonym(request)] if kept_for is KeptFor.READER else []
            response[KEEP] = " ".join([kept_for, *owner])
        return response

    return wrapper


def kept_for_reader(view: Callable[Concatenate[R, P], HttpResponse]) -> Callable[Concatenate[R, P], HttpResponse]:
    """Let the service worker keep a page of the reader's campaign, until they log out or the site refuses the page."""
    return kept_offline(view, KeptFor.READER)


def forget_own(response: HttpResponse) -> HttpResponse:
    """Tell the browser to delete all kept pages, and everything that waits on the device."""
    response["Clear-Site-Data"] = '"cache", "storage"'
    return response
