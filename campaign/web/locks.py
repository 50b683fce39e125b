"""Locks that let only one process at a time do something, even if several machines serve the site.

A lock ends when its block ends, or when the process ends: the operating system or PostgreSQL then frees it.
"""

import fcntl
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from enum import IntEnum
from time import sleep

from django.conf import settings
from django.db import connection, connections

LOOK_EVERY = 2  # seconds between two tries to get a lock


class LockedError(Exception):
    """Another process holds the lock."""


class Lock(IntEnum):
    """What one process at a time may do, with the keys of advisory locks in PostgreSQL; the keys must never change."""

    MIGRATING = 0x51AD0905
    WORKING = 0x51AD0906
    ADDING_UP = 0x51AD0907
    BACKING_UP = 0x51AD0908


@contextmanager
def locked(lock: Lock, *, waits: bool = True) -> Iterator[None]:
    """Hold a lock during the block. If another process holds it, wait, or with `waits=False` raise LockedError."""
    if connection.vendor != "postgresql":
        with (settings.DATA_DIR / f".{lock.name.lower()}").open("a", encoding="utf-8") as file:
            _until(lambda: _has_locked(file.fileno()), waits=waits)
            yield
        return
    # The lock belongs to a transaction on a connection of its own. A lock of the session would be lost behind a
    # connection pooler, because the next statement may reach another session of the server.
    with closing(connections.create_connection("default")) as other, other.cursor() as cursor:

        def has_locked() -> bool:
            cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [lock])
            return bool(cursor.fetchone()[0])

        cursor.execute("BEGIN")
        _until(has_locked, waits=waits)
        yield
        cursor.execute("COMMIT")


def is_free(lock: Lock) -> bool:
    """Tell whether no process holds a lock."""
    try:
        with locked(lock, waits=False):
            return True
    except LockedError:
        return False


def _until(succeeds: Callable[[], bool], *, waits: bool) -> None:
    while not succeeds():
        if not waits:
            raise LockedError
        sleep(LOOK_EVERY)


def _has_locked(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
