"""Tells open pages that something has changed, by server-sent events: see following.py for what they ask then.

One `Watch` a process looks at the database for all pages that its process holds open. Whether anything was written at
all is one cheap question, the same for all: SQLite and PostgreSQL both know. So several processes, and commands beside
them, need no line to each other.
"""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import chain
from typing import Any

from django.db import DatabaseError, connection

from campaign.http import Counts
from campaign.web.following import Followed, look

LOOK_EVERY = 0.25  # seconds
BEAT_EVERY = 20.0  # seconds without a change; a proxy in between, and we, learn that the other end is still there
MOST_STREAMS = 500  # a process; whoever comes later polls
A_WRITE = {"sqlite": "PRAGMA data_version", "postgresql": "SELECT pg_current_wal_lsn()"}


class Follower:
    """An open stream: `changed` is set when its page is not as `counts` were when they were looked at last."""

    def __init__(self, counts: Counts) -> None:
        self.counts = counts
        self.changed = asyncio.Event()

    async def has_changed(self) -> bool:
        """Wait for a change; False where there was none for so long that it is time for a beat."""
        try:
            async with asyncio.timeout(BEAT_EVERY):
                await self.changed.wait()
        except TimeoutError:
            return False
        self.changed.clear()
        return True

    def see(self, counts: Counts) -> None:
        """Take note of what there is now."""
        if counts != self.counts:
            self.counts = counts
            self.changed.set()


class Watch:
    """What the open streams of a process follow, and the loop that looks at it while there are any."""

    def __init__(self) -> None:
        self._followers: dict[Followed, set[Follower]] = {}
        self.is_closed = False
        self._latest_write: Any = None
        self._task: asyncio.Task[None] | None = None
        # The database tells a connection what others wrote: it has to be the same one each time.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="watch")

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
        self._latest_write = None  # something may have been written since these were counted
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._run())
        try:
            yield follower
        finally:
            self._followers[page].remove(follower)
            if not self._followers[page]:
                del self._followers[page]

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while self._followers:
            await asyncio.sleep(LOOK_EVERY)
            found = await loop.run_in_executor(self._thread, self._look, list(self._followers))
            for page, counts in found.items():
                for follower in self._followers.get(page, ()):
                    follower.see(counts)

    def _look(self, pages: list[Followed]) -> dict[Followed, Counts]:
        """Count the changes of pages, where anything was written since the last look."""
        try:
            with connection.cursor() as cursor:
                cursor.execute(A_WRITE[connection.vendor])
                latest_write = cursor.fetchone()
            if latest_write == self._latest_write:
                return {}
            found = look(pages)
        except DatabaseError:  # away, or too busy: a page that asks now is told so, and the next look tries again
            connection.close()
            return {}
        self._latest_write = latest_write
        return found
