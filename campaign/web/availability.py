"""Remember whether the database answers. While it does not, only one thread at a time tries to connect."""

import time
from collections.abc import Callable
from threading import Lock, local
from typing import TypeVar

from django.db import OperationalError

T = TypeVar("T")

TRY_EVERY = 1.0  # seconds between two attempts while the database is away


class Availability:
    """The result of this process's last attempt to connect to the database."""

    def __init__(self) -> None:
        self.is_away = False
        self._noted = 0.0
        self._turn = Lock()
        self._thread = local()

    def leave_alone(self) -> None:
        """Forbid database connections in the current thread. Its views make no queries."""
        self._thread.never_connects = True

    def note(self, *, is_away: bool) -> None:
        self.is_away, self._noted = is_away, time.monotonic()

    def connect(self, connect: Callable[[], T]) -> T:
        """Connect to the database. Raises OperationalError.

        While the database is away, one thread tries again every TRY_EVERY seconds, and all others fail at once.
        """
        if getattr(self._thread, "never_connects", False):
            raise OperationalError("this thread serves what needs no database")
        if not self.is_away:
            return self._try(connect)
        if time.monotonic() - self._noted < TRY_EVERY or not self._turn.acquire(blocking=False):
            raise OperationalError("the database did not answer a moment ago")
        try:
            return self._try(connect)
        finally:
            self._turn.release()

    def _try(self, connect: Callable[[], T]) -> T:
        is_away = True
        try:
            connection = connect()
            is_away = False
        finally:
            self.note(is_away=is_away)
        return connection


availability = Availability()
