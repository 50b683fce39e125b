"""Recognize devices that have logged in to an account before, by a signed cookie.

Such a device has a limit of its own for wrong passwords. All other devices share one limit, so strangers cannot lock
the owner out. OWASP calls this a "device cookie".
"""

import secrets
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

SALT = "campaign.accounts.devices"
MOST_NAMES = 5  # the cookie of a device holds at most this many user names; the oldest one is dropped first


class Device(NamedTuple):
    """The content of the cookie: a random id (`word`), and hashes of the user names, the latest login first."""

    word: str
    names: list[str]


def read_device(request: HttpRequest) -> Device | None:
    """Read the device from its cookie. Return None if there is no cookie, or if this site has not signed it."""
    try:
        word, names = signing.loads(request.COOKIES.get(settings.DEVICE_COOKIE_NAME, ""), salt=SALT)
    except (signing.BadSignature, ValueError):
        return None
    return Device(word, names)


def guesser(request: HttpRequest, username: str) -> tuple[str, bool]:
    """Return the key under which this request's wrong passwords are counted, and whether the device is known."""
    device, name = read_device(request), digest(username)
    if device and name in device.names:
        return f"device-{device.word}-{name}", True
    return f"account-{name}", False


def is_known(request: HttpRequest, credentials: dict[str, Any] | None = None) -> bool:
    """Tell django-axes whether this device has logged in with the typed name before."""
    return guesser(request, (credentials or {}).get("username") or "")[1]


def remember_device(request: HttpRequest, response: HttpResponse, username: str) -> HttpResponse:
    """Store in the device's cookie that the device has logged in with this user name."""
    device = read_device(request) or Device(secrets.token_urlsafe(12), [])
    names = list(dict.fromkeys([digest(username), *device.names]))[:MOST_NAMES]
    response.set_cookie(
        settings.DEVICE_COOKIE_NAME,
        signing.dumps((device.word, names), salt=SALT),
        max_age=settings.SESSION_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def digest(username: str) -> str:
    """Return a keyed hash of a user name. Cookies and counters hold this hash instead of the name."""
    return salted_hmac(SALT, get_user_model().normalize_username(username)).hexdigest()[:24]
