"""Django's backend for PostgreSQL with a time limit: a frozen server must not block a thread for ever.

The options in campaign/settings.py give up a machine that vanished (libpq), and a statement that takes too long (the
server). Neither notices a frozen server, whose machine still confirms all data, but which never answers.
"""

from typing import Any

import psycopg
from django.conf import settings
from django.db.backends.postgresql import base
from psycopg import IsolationLevel


class BoundedConnection(psycopg.Connection[Any]):
    """A connection that closes itself if an answer takes longer than DATABASE_ANSWER_SECONDS; 0 means no limit."""

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        try:
            return super().wait(gen, interval, timeout or settings.DATABASE_ANSWER_SECONDS or None)
        except psycopg.OperationalError:
            self.close()
            raise


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's own wrapper, but with connections that have a time limit."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> BoundedConnection:
        self.isolation_level = IsolationLevel.READ_COMMITTED
        return BoundedConnection.connect(**conn_params)
