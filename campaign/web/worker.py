"""Gunicorn's ASGI worker, with guarded connections. If `manage.py serve` asks for it, the last socket speaks HTTPS.

Gunicorn's own worker accepts any number of connections, waits for ever for the first request of each, and waits for
idle connections when it stops. It speaks HTTPS either on all of its sockets or on none, but at one table some phones
use HTTP and others HTTPS.
"""

import asyncio
import os
import ssl
from typing import Any

from django.conf import settings
from gunicorn.workers.gasgi import ASGIWorker

from campaign.web.connections import connections

# The environment variable with the path of a file. The file has the key and the certificate for the last socket.
CERTIFICATE = "LAN_CERTIFICATE"


class Worker(ASGIWorker):  # type: ignore[misc]
    """Puts a guard in front of each connection.

    When the worker stops, it ends streams and idle connections, and waits until all other connections are done.
    """

    def run(self) -> None:
        """Serve until the process is told to stop.

        Replace the event loop's `create_server`, to guard each connection.
        """
        connections.most = self.cfg.worker_connections
        # Behind a proxy, all connections come from one address. The proxy itself limits the connections of each client.
        connections.most_of_one = connections.most * (100 if settings.HTTPS else settings.ADDRESS_SHARE) // 100
        connections.seconds = self.cfg.keepalive
        create, last, context = self.loop.create_server, self.sockets[-1].sock, None
        if chain := os.environ.get(CERTIFICATE):
            context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
            context.load_cert_chain(chain)

        async def create_server(factory: Any, *, sock: Any, ssl: Any = None, **options: Any) -> asyncio.Server:
            secure = context if context and sock is last else ssl
            # Without `backlog`, asyncio would let only 100 new connections wait, and many phones would get no answer.
            options["backlog"] = self.cfg.backlog
            server: asyncio.Server = await create(connections.guarded(factory), sock=sock, ssl=secure, **options)
            return server

        self.loop.create_server = create_server
        super().run()

    def handle_exit_signal(self) -> None:
        super().handle_exit_signal()
        self.asgi.close()
        connections.close()
