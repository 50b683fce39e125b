"""Tells open pages that something has changed, by server-sent events: see following.py for what they ask then.

One `Watch` a process looks at the database for all pages that its process holds open. Whether anything was written at
all is one cheap question, the same for all: SQLite and PostgreSQL both know. So several processes, and commands beside
them, need no line to each other.
"""

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from typing import Any

from django.db import Error, connection

from campaign.http import Counts
from campaign.web.following import Followed, look

LOOK_EVERY = 0.25  # seconds
BEAT_EVERY = 20.0  # seconds without a change; a proxy in between, and we, learn that the other end is still there
MOST_STREAMS = 500  # a process; a page beyond these polls
A_WRITE = {"sqlite": "PRAGMA data_version", "postgresql": "SELECT pg_current_wal_lsn()"}


class Follower:
    """An open stream: `changed` is set when its page no longer has these `counts`."""

    def __init__(self, counts: Counts) -> None:
        self.counts = counts
        self.changed = asyncio.Event()

    async def has_changed(self) -> bool:
        """Wait for a change; False where there was none before it was time for a beat."""
        now = asyncio.get_running_loop().time()
        try:
            # The same moment for all streams: a process that wakes once for all of them has much less to do.
            async with asyncio.timeout_at((now // BEAT_EVERY + 1) * BEAT_EVERY):
                await self.changed.wait()
        except TimeoutError:
            return False
        self.changed.clear()
        return True

    def see(self, counts: Counts) -> None:
        """Wake the stream if these counts are other ones."""
        if counts != self.counts:
            self.counts = counts
            self.changed.set()


class Watch:
    """What the open streams of a process follow, and the thread that looks at it while there are any.

    The thread sleeps by itself: to be woken by the server's loop, and to wake it, would cost more than a look.
    """

    def __init__(self) -> None:
        self._followers: dict[Followed, set[Follower]] = {}
        self._joined = 0  # streams that were ever opened
        self._is_followed = threading.Event()
        self._thread: threading.Thread | None = None
        self._looked_at: Any = None
        self.is_closed = False

    @property
    def is_full(self) -> bool:
        """Whether another stream would be one too many."""
        return self.is_closed or sum(map(len, self._followers.values())) >= MOST_STREAMS

    def close(self) -> None:
        """Wake all streams, so that they end."""
        self.is_closed = True
        for follower in chain.from_iterable(self._followers.values()):
            follower.changed.set()

    @contextmanager
    def follow(self, page: Followed, counts: Counts) -> Iterator[Follower]:
        """Follow what a page shows from the moment at which it was as these counts say."""
        follower = Follower(counts)
        self._followers.setdefault(page, set()).add(follower)
        self._joined += 1
        self._is_followed.set()
        if self._thread is None or not self._thread.is_alive():
            loop = asyncio.get_running_loop()
            self._thread = threading.Thread(target=self._run, args=[loop], name="watch", daemon=True)
            self._thread.start()
        try:
            yield follower
        finally:
            self._followers[page].remove(follower)
            if not self._followers[page]:
                del self._followers[page]
            if not self._followers:
                self._is_followed.clear()

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        while self._is_followed.wait() and not self.is_closed:
            time.sleep(LOOK_EVERY)
            if found := self._look():
                loop.call_soon_threadsafe(self._tell, found)

    def _look(self) -> dict[Followed, Counts]:
        """Count the changes of all pages, where anything was written or a stream was opened since the last look.

        Always in the same thread: the database tells a connection what others wrote.
        """
        joined, pages = self._joined, list(self._followers)
        try:
            with connection.cursor() as cursor:
                cursor.execute(A_WRITE[connection.vendor])
                now = joined, cursor.fetchone()
            if now == self._looked_at:
                return {}
            found = look(pages)
        except Error:  # away, or too busy: a page that asks now is told so, and the next look tries again
            connection.close()
            self._looked_at = None
            return {}
        self._looked_at = now
        return found

    def _tell(self, found: dict[Followed, Counts]) -> None:
        for page, counts in found.items():
            for follower in self._followers.get(page, ()):
                follower.see(counts)
