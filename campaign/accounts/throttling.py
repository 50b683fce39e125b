"""Guessing at links is slowed down like guessing at passwords: by django-axes, which counts in the database.

django-ratelimit would count in the cache, which two web processes do not share here, and would be a second library for
the same thing. So a wrong link is a failed login of nobody's: "/join/" is no user name.
"""

from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

from axes.handlers.proxy import AxesProxyHandler
from django.conf import settings
from django.http import HttpRequest

if TYPE_CHECKING:
    from collections.abc import Mapping

NOBODY = {"username": "/join/"}
WRONG_PASSWORDS = 5
WRONG_LINKS = 20  # a table of four that holds its phones to the code of last month is no attack


def failure_limit(_request: HttpRequest, credentials: "Mapping[str, Any] | None") -> int:
    """How many failures there may be in AXES_COOLOFF_TIME, for a name at an address."""
    return WRONG_LINKS if credentials and credentials.get("username") == NOBODY["username"] else WRONG_PASSWORDS


def address_of(request: HttpRequest) -> str | None:
    """Where a request comes from: behind a proxy what that has written last, and nothing that a visitor wrote."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "") if settings.HTTPS else ""
    last = str(forwarded).rpartition(",")[2].strip()
    try:
        return str(ip_address(last))
    except ValueError:
        return request.META.get("REMOTE_ADDR")


def may_join(request: HttpRequest) -> bool:
    """Whether this address may try a link, right or wrong."""
    return bool(AxesProxyHandler.is_allowed(request, NOBODY))


def count_wrong_link(request: HttpRequest) -> None:
    AxesProxyHandler.update_request(request)
    request.axes_path_info = NOBODY["username"]  # type: ignore[attr-defined] # what is almost a token is not kept
    AxesProxyHandler.user_login_failed(None, NOBODY, request)
