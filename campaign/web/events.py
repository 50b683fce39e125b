"""Log security events to `campaign.security`.

A line names an account and a campaign by their primary keys, and a visitor by a pseudonym: a hash of their address with
the site's secret key. No line holds a name, a password or a link.
"""

import logging
from enum import StrEnum
from typing import Any

from axes.signals import user_locked_out
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from campaign.web.visitors import address_of

logger = logging.getLogger("campaign.security")

SALT = "campaign.web.events"
PSEUDONYM = 12  # hexadecimal digits


class Event(StrEnum):
    LOGIN = "login"
    LOGIN_REFUSED = "login refused"
    LOGIN_LOCKED = "login locked"
    LOGOUT = "logout"
    BUDGET_MET = "budget met"
    ACCOUNT_KEPT = "account kept"
    ACCOUNT_DELETED = "account deleted"
    PASSWORD_CHANGED = "password changed"  # noqa: S105
    CODE_MADE = "recovery code made"
    LINK_MADE = "link made"
    LINK_WITHDRAWN = "link withdrawn"
    PIN_CHANGED = "pin changed"
    PIN_REFUSED = "pin refused"
    EXPORT = "export"
    IMPORT = "import"
    NO_ROOM = "no room for an import"
    DELETION = "campaign deleted"
    RESTORATION = "campaign restored"
    BACKUP_RESTORED = "backup restored"


def log_event(event: Event, request: HttpRequest | None = None, **facts: Any) -> None:
    """Log an event with its facts, such as campaign=7. If a request is given, log who sent the request."""
    if request is not None:
        user = getattr(request, "user", None)
        facts = {"account": user.pk if user else None, "visitor": pseudonym_of(request)} | facts
    known = {name: fact for name, fact in facts.items() if fact is not None}
    text = "".join(f" {name}={fact}" for name, fact in known.items())
    logger.info("%s:%s", event, text, extra={"event": str(event), "facts": known})


def pseudonym_of(request: HttpRequest) -> str:
    """Return the pseudonym by which the log names a visitor's address."""
    return salted_hmac(SALT, address_of(request), algorithm="sha256").hexdigest()[:PSEUDONYM]


def connect() -> None:
    """Log the signals that Django and django-axes send about logins."""
    user_logged_in.connect(_logged_in, dispatch_uid=SALT)
    user_logged_out.connect(_logged_out, dispatch_uid=SALT)
    user_login_failed.connect(_refused, dispatch_uid=SALT)
    user_locked_out.connect(_locked, dispatch_uid=SALT)


def _logged_in(request: HttpRequest, user: Any, **_signal: Any) -> None:
    log_event(Event.LOGIN, request, account=user.pk)


def _logged_out(request: HttpRequest, user: Any, **_signal: Any) -> None:
    if user:
        log_event(Event.LOGOUT, request, account=user.pk)


def _refused(request: HttpRequest | None = None, **_signal: Any) -> None:
    log_event(Event.LOGIN_REFUSED, request)


def _locked(request: HttpRequest, **_signal: Any) -> None:
    log_event(Event.LOGIN_LOCKED, request)
