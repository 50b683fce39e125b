"""Let only one process at a time do a job, even if several machines serve the site.

A turn ends when its block ends, or when the process ends: the operating system or PostgreSQL then frees the lock.
"""

import fcntl
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from enum import IntEnum
from time import sleep

from django.conf import settings
from django.db import connection, connections

LOOK_EVERY = 2  # seconds between two tries to get a turn


class Job(IntEnum):
    """The jobs that take turns, with the keys of their advisory locks in PostgreSQL; the keys must never change."""

    MIGRATING = 0x51AD0905
    MEASURING = 0x51AD0906
    ADDING_UP = 0x51AD0907


@contextmanager
def turn(job: Job, while_waiting: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Wait until no other process does this job, then run the block. Calls `while_waiting` before each try."""
    if connection.vendor != "postgresql":
        with (settings.DATA_DIR / f".{job.name.lower()}").open("a") as file:
            _until(lambda: _locked(file.fileno()), while_waiting)
            yield
        return
    # The lock belongs to a transaction on a connection of its own. A lock of the session would be lost behind a
    # connection pooler, because the next statement may reach another session of the server.
    with closing(connections.create_connection("default")) as other, other.cursor() as cursor:

        def locked() -> bool:
            cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [job])
            return bool(cursor.fetchone()[0])

        cursor.execute("BEGIN")
        _until(locked, while_waiting)
        yield
        cursor.execute("COMMIT")


def _until(succeeds: Callable[[], bool], while_waiting: Callable[[], None]) -> None:
    while_waiting()
    while not succeeds():
        sleep(LOOK_EVERY)
        while_waiting()


def _locked(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
