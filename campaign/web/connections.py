"""Limits for the connections of any asyncio server: their number, and how long each may wait for a request.

A `Guard` stands between a transport and the server's own protocol. A request finds its guard by a context variable,
because the client's address does not identify a connection: behind a proxy, all connections have the same address.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar, copy_context

from campaign.web.visitors import network_of

LAST_WORDS = 0.1  # when the process stops, a connection stays open for this many seconds after its last answer

_guard: ContextVar["Guard"] = ContextVar("guard")


class Guard(asyncio.Protocol):
    """Closes its connection if the process has too many connections, or if the next request does not come in time."""

    def __init__(self, inner: asyncio.Protocol, connections: "Connections") -> None:
        self.inner, self.connections = inner, connections
        self.context = copy_context()
        self.context.run(_guard.set, self)
        self.timer: asyncio.TimerHandle | None = None
        self.answering = 0  # the number of this connection's requests that the site is answering now

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        peer = transport.get_extra_info("peername")
        self.network = network_of(peer[0]) if isinstance(peer, tuple) else None
        self.is_refused = not self.connections.admit(self)
        if self.is_refused:
            transport.close()
        else:
            self.context.run(self.inner.connection_made, transport)
            self.wait(self.connections.seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.is_refused:
            self.connections.forget(self)
            self.stop_waiting()
            self.inner.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self.context.run(self.inner.data_received, data)

    def eof_received(self) -> bool | None:
        return self.inner.eof_received()

    def pause_writing(self) -> None:
        self.inner.pause_writing()

    def resume_writing(self) -> None:
        self.inner.resume_writing()

    def wait(self, seconds: float) -> None:
        """If no request arrives, close the connection after this many seconds."""
        self.stop_waiting()
        self.timer = asyncio.get_running_loop().call_later(seconds, self.transport.close)

    def stop_waiting(self) -> None:
        if self.timer:
            self.timer.cancel()
            self.timer = None


class Connections:
    """The open connections of a process."""

    def __init__(self) -> None:
        # the most connections of all clients together, and the most from one IPv4 address or IPv6 /64 network
        self.most, self.most_of_one = 800, 800
        self.seconds = 30.0  # a request must arrive within this many seconds, with all of its headers
        self.is_closed = False
        self._open: set[Guard] = set()
        self._of_network: Counter[str] = Counter()

    def guarded(self, factory: Callable[[], asyncio.Protocol]) -> Callable[[], Guard]:
        """Return a factory that puts a guard in front of each protocol that the given factory makes."""
        return lambda: Guard(factory(), self)

    def admit(self, guard: Guard) -> bool:
        """Add a connection and return True; return False if there are too many."""
        of_one = self._of_network[guard.network] if guard.network else 0
        if len(self._open) >= self.most or of_one >= self.most_of_one:
            return False
        self._open.add(guard)
        if guard.network:
            self._of_network[guard.network] += 1
        return True

    def forget(self, guard: Guard) -> None:
        self._open.remove(guard)
        if guard.network:
            self._of_network[guard.network] -= 1
            if not self._of_network[guard.network]:
                del self._of_network[guard.network]

    def close(self) -> None:
        """Close each connection that waits for a request. All other connections close soon after their answer."""
        self.is_closed = True
        for guard in self._open:
            if not guard.answering:
                guard.wait(0)

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Stop the connection's timer while the site answers one of its requests."""
        guard = _guard.get(None)
        if guard is None:  # a server other than web/worker.py gives its connections no guard
            yield
            return
        guard.stop_waiting()
        guard.answering += 1
        try:
            yield
        finally:
            guard.answering -= 1
            if not guard.answering and guard in self._open:
                guard.wait(LAST_WORDS if self.is_closed else self.seconds)


connections = Connections()
