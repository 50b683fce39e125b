"""Send event streams (server-sent events), so that open pages learn of changes. state.py describes the events.

Each process has one `Watch` for all its streams. It polls the database with a cheap query, A_WRITE, which reveals
whether anybody has written to the database at all.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.db import Error, connection
from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse

from campaign.following.state import EVENTS, Followed, look, tag_of
from campaign.http import CampaignRequest, PageState
from campaign.web.visitors import address_of

LOOK_EVERY = 0.25  # seconds between two polls of the database
BEAT_EVERY = 20.0  # seconds between the comment lines that a stream sends to find lost clients
LASTS = 300.0  # seconds until a stream ends; the page opens a new one, and the site checks its access again
AGAIN = 200  # milliseconds after which a page opens a new stream
MOST = 2_000  # streams of a process; a page that gets none asks every few seconds
MOST_OF_ONE = 500  # streams of an address in a process, so that no visitor takes all of them: a hundred full tables
# For each kind of database, a query whose result changes when another connection writes.
A_WRITE = {"sqlite": "PRAGMA data_version", "postgresql": "SELECT pg_current_wal_lsn()"}

News = asyncio.Queue[PageState]  # the new state of a page, for one of its streams


class Watch:
    """Polls the database for all event streams of a process. Without streams, it rests."""

    def __init__(self) -> None:
        self.streams: dict[Followed, dict[News, PageState]] = defaultdict(dict)  # the state that each stream knows
        self.addresses: Counter[str] = Counter()  # the number of streams of each address of visitors
        self.opened = 0  # the number of streams opened so far
        self.polls: asyncio.Task[None] | None = None
        # One thread, because SQLite's data_version is only comparable within one connection.
        self.thread = ThreadPoolExecutor(1, "watch")
        self._looked_at: Any = None

    def is_full(self, address: str) -> bool:
        """Tell whether a visitor at this address gets no stream."""
        return self.addresses[address] >= MOST_OF_ONE or self.addresses.total() >= MOST

    @contextmanager
    def follow(self, page: Followed, state: PageState, address: str = "") -> Iterator[News]:
        """Register a stream of a page. `state` is the state of the content that the page shows."""
        news = News()
        self.streams[page][news] = state
        self.addresses[address] += 1
        self.opened += 1
        if self.polls is None or self.polls.done():
            self.polls = asyncio.create_task(self.poll())
        try:
            yield news
        finally:
            del self.streams[page][news]
            if not self.streams[page]:
                del self.streams[page]
            self.addresses[address] -= 1
            if not self.addresses[address]:
                del self.addresses[address]

    async def poll(self) -> None:
        while self.streams:
            self.tell(await asyncio.get_running_loop().run_in_executor(self.thread, self.find_changes))
            await asyncio.sleep(LOOK_EVERY)

    def find_changes(self) -> dict[Followed, PageState]:
        """Read the state of all pages if the database changed or a stream was opened since the last poll."""
        opened, pages = self.opened, list(self.streams)
        try:
            with connection.cursor() as cursor:
                cursor.execute(A_WRITE[connection.vendor])
                now = opened, cursor.fetchone()
            found = look(pages) if now != self._looked_at else {}
        except Error:
            # The database is down or too busy. Try again at the next poll.
            connection.close()
            now, found = None, {}
        self._looked_at = now
        return found

    def tell(self, found: dict[Followed, PageState]) -> None:
        """Tell the streams of pages whose state has changed."""
        for page, state in found.items():
            for news, known in self.streams.get(page, {}).items():
                if state != known:
                    self.streams[page][news] = state
                    news.put_nowait(state)


watch = Watch()


async def changes(
    page: Followed, state: PageState, tag: Callable[[PageState], str], address: str = ""
) -> AsyncIterator[str]:
    """Yield the page's entity tag now and after each change, as events.

    Stop after LASTS seconds, and when the campaign itself changes, because access may have changed with it.
    """
    version, clock = state[0], asyncio.get_running_loop().time
    end = clock() + LASTS
    with watch.follow(page, state, address) as news:
        yield f"retry: {AGAIN}\ndata: {tag(state)}\n\n"
        while state[0] == version and clock() < end:
            try:
                # All streams send their heartbeat at the same moment, because this needs only one wake-up.
                async with asyncio.timeout_at((clock() // BEAT_EVERY + 1) * BEAT_EVERY):
                    state = await news.get()
            except TimeoutError:
                yield ":\n\n"
            else:
                yield f"data: {tag(state)}\n\n"


def stream(request: CampaignRequest, page: Followed) -> HttpResponseBase:
    """Answer with an event stream. If there can be none, the status 204 stops the browser from asking again."""
    address = address_of(request)
    if not isinstance(request, ASGIRequest) or watch.is_full(address):
        return HttpResponse(status=HTTPStatus.NO_CONTENT, headers={"Cache-Control": "no-store"})
    path, membership = request.path, request.membership
    events = changes(page, request.state, lambda state: tag_of(path, membership, state), address)
    # Neither Django nor a proxy such as nginx may hold events back, to compress them or to join them.
    headers = {"Cache-Control": "no-store", "Content-Encoding": "identity", "X-Accel-Buffering": "no"}
    return StreamingHttpResponse(events, content_type=EVENTS, headers=headers)
