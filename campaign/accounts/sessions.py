"""Store sessions in the database under a keyed hash, and prolong them while they are used.

The cookie holds the session key. The database holds only its HMAC, so nobody can log in with a stolen backup.
"""

from collections.abc import Callable
from copy import deepcopy
from datetime import timedelta
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth import SESSION_KEY, get_user_model
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.http import urlsafe_base64_encode

SALT = "campaign.accounts.sessions"
PROLONG_AFTER = timedelta(days=30)
OLD_COOKIE = "sessionid"  # the session cookie of a site without HTTPS=1; with it, the name has the prefix __Host-
# Each request makes this query. Django's own `get` needs more than twice as long: see docs/scale.md.
STORED = "SELECT * FROM django_session WHERE session_key = %s AND expire_date > %s"
LENGTH = 30  # the number of stored bytes of the HMAC; in base64 they fill the 40 characters of the column


def hashed(session_key: str, secret: str | bytes | None = None) -> str:
    """Return the HMAC of a session's key, as the database stores it: 40 characters."""
    digest = salted_hmac(SALT, session_key, secret=secret, algorithm="sha256").digest()
    return urlsafe_base64_encode(digest[:LENGTH])


class SessionStore(db.SessionStore):
    _session: dict[str, Any]
    _stored: dict[str, Any] | None = None  # a copy of the stored data if this request prolongs the session, else None

    def load(self) -> dict[str, Any]:
        """Read the session. If its last save is older than PROLONG_AFTER, mark it to be saved, which prolongs it."""
        session = self._get_session_from_db()
        if session is None:
            return {}
        data: dict[str, Any] = self.decode(session.session_data)
        if session.expire_date - timezone.now() < timedelta(seconds=settings.SESSION_COOKIE_AGE) - PROLONG_AFTER:
            self._stored = deepcopy(data)
            self.modified = True
        return data

    def save(self, must_create: bool = False) -> None:  # noqa: FBT001, FBT002 - Django's signature
        """Save the session. If `load` decided to prolong it, also set the user's `last_login` to now.

        If the data are unchanged, ignore a failure of the database. Raise an error if the user has logged out
        meanwhile.
        """
        try:
            super().save(must_create)
            if self._stored is not None:
                User = get_user_model()  # noqa: N806 - a class
                User.objects.filter(pk=self.get(SESSION_KEY) or 0).update(last_login=timezone.now())
        except (DatabaseError, UpdateError) as error:
            cause = error.__context__ if isinstance(error, UpdateError) else error
            if type(cause) in (DatabaseError, type(None)):
                raise  # no row was updated: the user has logged out meanwhile
            if self._stored is None or self._stored != self._session:
                raise cause from None  # type: ignore[misc] # the check above leaves only a real exception here

    def exists(self, session_key: str) -> bool:
        return super().exists(hashed(session_key))

    def delete(self, session_key: str | None = None) -> None:
        if key := session_key or self.session_key:
            super().delete(hashed(key))

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        instance = super().create_model_instance(data)
        instance.session_key = hashed(instance.session_key)
        return instance

    def _get_session_from_db(self) -> Any:
        keys = [hashed(str(self.session_key), key) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]
        found = (session for key in keys for session in self.model.objects.raw(STORED, [key, timezone.now()]))
        session = next(found, None)
        if session is None:
            self._session_key = None
        elif session.session_key != keys[0]:
            self.model.objects.filter(pk=session.pk).update(session_key=keys[0])
        return session

    async def aload(self) -> dict[str, Any]:
        return await sync_to_async(self.load)()

    async def aexists(self, session_key: str) -> bool:
        return await sync_to_async(self.exists)(session_key)

    async def adelete(self, session_key: str | None = None) -> None:
        await sync_to_async(self.delete)(session_key)

    async def acreate_model_instance(self, data: dict[str, Any]) -> Any:
        return await sync_to_async(self.create_model_instance)(data)


def keep_sessions_from_before_https(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Return middleware that renames session cookies from before HTTPS=1 was set, so that it logs no guest out."""

    def middleware(request: HttpRequest) -> HttpResponse:
        key = request.COOKIES.get(OLD_COOKIE)
        if not key or settings.SESSION_COOKIE_NAME in request.COOKIES:
            return get_response(request)
        request.session = SessionStore(key)
        request.session.modified = not request.session.is_empty()
        response = get_response(request)
        response.delete_cookie(OLD_COOKIE)
        return response

    return middleware
