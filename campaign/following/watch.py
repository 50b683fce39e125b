"""Poll the database for changes of open pages, and wake the event streams of the changed pages (streams.py).

Each process has one `Watch` for all its streams. It polls with a cheap query, A_WRITE, which reveals whether anybody
has written to the database at all.
"""

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from typing import Any

from django.conf import settings
from django.db import Error, connection

from campaign.following.counts import Followed, look
from campaign.following.listeners import Listener, departed
from campaign.http import Counts
from campaign.web.connections import connections

LOOK_EVERY = 0.25  # seconds between two polls of the database
BEAT_EVERY = 20.0  # seconds between the comment lines that a stream sends to find lost clients
SESSIONS_EVERY = 2.0  # seconds between two searches for streams whose session has ended
SHARE_OF_STREAMS = 60  # the percentage of a process's connections that may be event streams
# For each kind of database, a query whose result changes when another connection writes.
A_WRITE = {"sqlite": "PRAGMA data_version", "postgresql": "SELECT pg_current_wal_lsn()"}


class Follower:
    """An open event stream. `changed` wakes it after a change of the page, or when the stream has to end."""

    def __init__(self, listener: Listener, counts: Counts) -> None:
        self.listener = listener
        self.counts = counts
        self.is_over = False
        self.changed = asyncio.Event()

    async def has_changed(self) -> bool:
        """Wait for `changed` and return True. If the time for the next heartbeat comes first, return False."""
        now = asyncio.get_running_loop().time()
        try:
            # All streams send their heartbeat at the same moment, because this needs only one wake-up of the process.
            async with asyncio.timeout_at((now // BEAT_EVERY + 1) * BEAT_EVERY):
                await self.changed.wait()
        except TimeoutError:
            return False
        self.changed.clear()
        return True

    def see(self, counts: Counts) -> None:
        """Wake the stream if `counts` differs from the stored counts."""
        if counts != self.counts:
            self.counts = counts
            self.changed.set()


class Watch:
    """Polls the database for all event streams of a process, in a thread. Without streams, the thread sleeps."""

    def __init__(self) -> None:
        self._followers: dict[Followed, set[Follower]] = {}
        self._of_address: Counter[str] = Counter()
        self._joined = 0  # the number of streams opened so far
        self._is_followed = threading.Event()
        self.thread: threading.Thread | None = None
        self._looked_at: Any = None
        self._looked_for_departed_at: Any = None
        self.is_closed = False

    def has_room(self, listener: Listener) -> bool:
        """Tell whether both the process and the listener's IP address may have another stream."""
        most = connections.most * SHARE_OF_STREAMS // 100
        share = most * settings.ADDRESS_SHARE // 100
        is_full = self._of_address.total() >= most or self._of_address[listener.address] >= share
        return not self.is_closed and not is_full

    def close(self) -> None:
        """Wake all streams, so that they end."""
        self.is_closed = True
        for follower in chain.from_iterable(self._followers.values()):
            follower.changed.set()

    @contextmanager
    def follow(self, page: Followed, counts: Counts, listener: Listener) -> Iterator[Follower]:
        """Register an event stream for a page. `counts` are the change counts of the content that the page shows."""
        follower = Follower(listener, counts)
        self._followers.setdefault(page, set()).add(follower)
        self._of_address[listener.address] += 1
        self._joined += 1
        self._is_followed.set()
        if self.thread is None or not self.thread.is_alive():
            loop = asyncio.get_running_loop()
            self.thread = threading.Thread(target=self._run, args=[loop], name="watch", daemon=True)
            self.thread.start()
        try:
            yield follower
        finally:
            self._followers[page].remove(follower)
            self._of_address -= Counter([listener.address])
            if not self._followers[page]:
                del self._followers[page]
            if not self._followers:
                self._is_followed.clear()

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        looked_for_departed = 0.0
        while self._is_followed.wait() and not self.is_closed:
            time.sleep(LOOK_EVERY)
            if found := self.find_changes():
                loop.call_soon_threadsafe(self.tell, found)
            if time.monotonic() - looked_for_departed >= SESSIONS_EVERY:
                looked_for_departed = time.monotonic()
                if gone := self.find_departed():
                    loop.call_soon_threadsafe(self.dismiss, gone)

    def find_changes(self) -> dict[Followed, Counts]:
        """Read the change counts of all pages if the database changed or a stream was opened since the last poll.

        Call this method only from one thread. SQLite's data_version is only comparable within one connection.
        """
        joined, pages = self._joined, list(self._followers)
        try:
            with connection.cursor() as cursor:
                cursor.execute(A_WRITE[connection.vendor])
                now = joined, cursor.fetchone()
            if now == self._looked_at:
                return {}
            found = look(pages)
        except Error:
            # The database is down or too busy. Try again at the next poll.
            connection.close()
            self._looked_at = None
            return {}
        self._looked_at = now
        return found

    def tell(self, found: dict[Followed, Counts]) -> None:
        """Wake the streams of pages whose counts have changed."""
        for page, counts in found.items():
            for follower in self._followers.get(page, ()):
                follower.see(counts)

    def find_departed(self) -> set[Listener]:
        """Find the listeners whose session has ended. Search only if something has changed since the last search."""
        now = self._looked_at
        if now == self._looked_for_departed_at:
            return set()
        try:
            found = departed(
                {follower.listener for group in list(self._followers.values()) for follower in list(group)}
            )
        except Error:
            connection.close()
            return set()
        self._looked_for_departed_at = now
        return found

    def dismiss(self, gone: set[Listener]) -> None:
        """End the streams of these listeners."""
        for follower in chain.from_iterable(self._followers.values()):
            if follower.listener in gone:
                follower.is_over = True
                follower.changed.set()
