"""Django's backend for PostgreSQL with a time limit: a vanished server must not block a thread for minutes.

campaign/settings.py sets two more limits. With the first, libpq gives up an unreachable machine. With the second, the
server stops a statement that takes too long. This module's limit is for a frozen server, which accepts connections and
data but never answers.
"""

from functools import partial
from typing import Any

import psycopg
from django.conf import settings
from django.db.backends.postgresql import base
from psycopg import IsolationLevel

from campaign.web.availability import availability


class BoundedConnection(psycopg.Connection[Any]):
    """A connection that closes itself if an answer takes longer than DATABASE_ANSWER_SECONDS; 0 means no limit."""

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        try:
            return super().wait(gen, interval, timeout or settings.DATABASE_ANSWER_SECONDS or None)
        # The server did not answer in time, or the connection is lost.
        except psycopg.OperationalError:
            self.close()
            availability.note(is_away=True)
            raise


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's own wrapper, but with connections that have a time limit."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> BoundedConnection:
        self.isolation_level = IsolationLevel.READ_COMMITTED
        return availability.connect(partial(BoundedConnection.connect, **conn_params))
