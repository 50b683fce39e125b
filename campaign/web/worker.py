"""Gunicorn's ASGI worker, with a limit to connections and to the time that a request's head may take.

Left to itself it takes any number of connections, and waits for the first request of each for ever.
"""

import asyncio

from gunicorn.asgi.protocol import ASGIProtocol
from gunicorn.workers import gasgi


class Protocol(ASGIProtocol):  # type: ignore[misc]
    """A connection that is closed where there are too many, or where its first request does not come."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if self.worker.nr_conns > self.worker.worker_connections:
            transport.close()
        else:
            self._arm_keepalive_timer()  # for the first request as for those that follow


class Worker(gasgi.ASGIWorker):  # type: ignore[misc]
    """Ends the site's streams before it waits for what else is under way."""

    def handle_exit_signal(self) -> None:
        super().handle_exit_signal()
        self.asgi.close()


gasgi.ASGIProtocol = Protocol  # the worker makes its connections of it, and has no other way to be told
