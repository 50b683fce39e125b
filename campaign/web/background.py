"""Background work: each process has one thread that does the tasks one after the other."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from django.db import connection

_one_at_a_time = ThreadPoolExecutor(max_workers=1, thread_name_prefix="background")


def in_background(work: Callable[[], None]) -> None:
    """Do some work in the background thread, then close that thread's database connection."""

    def worker() -> None:
        try:
            work()
        finally:
            connection.close()

    _one_at_a_time.submit(worker)
