"""Read one state of the database with several queries, while others write."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def one_state() -> Iterator[None]:
    """Let all queries inside read the same state, without a lock on others. Inside a transaction, change nothing."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
    else:
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")  # `atomic` would begin with IMMEDIATE, and keep others from writing
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
