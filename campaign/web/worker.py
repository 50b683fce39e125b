"""Gunicorn's ASGI worker, with a limit to connections and to the time that a request's head may take.

Left to itself it takes any number of connections, and waits for the first request of each for ever. It also speaks
HTTPS on all of its sockets or on none: at a table phones come by either.
"""

import asyncio
import os
import ssl
from typing import Any

from gunicorn.asgi.protocol import ASGIProtocol
from gunicorn.workers import gasgi

CERTIFICATE = "LAN_CERTIFICATE"  # in the environment: the file with key and certificate of the last socket


class Protocol(ASGIProtocol):  # type: ignore[misc]
    """A connection that is closed where there are too many, or where its first request does not come."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if self.worker.nr_conns > self.worker.worker_connections:
            transport.close()
        else:
            self._arm_keepalive_timer()  # for the first request as for those that follow


class Worker(gasgi.ASGIWorker):  # type: ignore[misc]
    """Speaks HTTPS where `manage.py serve` says so; ends the site's streams before it waits for what else is left."""

    sockets: list[Any]

    async def _serve(self) -> None:
        if chain := os.environ.get(CERTIFICATE):
            context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
            context.load_cert_chain(chain)
            # The last one that was bound.
            *self.sockets, secure = self.sockets
            server = await self.loop.create_server(lambda: Protocol(self), sock=secure.sock, ssl=context)
            self.servers.append(server)
        await super()._serve()

    def handle_exit_signal(self) -> None:
        super().handle_exit_signal()
        self.asgi.close()


gasgi.ASGIProtocol = Protocol  # the worker makes its connections of it, and has no other way to be told
