"""A version of gunicorn's ASGI worker that limits connections, and can use HTTPS on one of its sockets.

Gunicorn's own worker accepts any number of connections, and waits for their requests for ever. It uses HTTPS either on
all of its sockets or on none. With `manage.py serve --lan`, some phones use HTTP and others use HTTPS.
"""

import asyncio
import os
import ssl
from typing import Any

from django.conf import settings
from gunicorn.workers.gasgi import ASGIWorker

from campaign.web.connections import connections

# The environment variable for the path of a file with private key and certificate. If the variable is set, the last one
# of gunicorn's sockets uses HTTPS.
CERTIFICATE = "LAN_CERTIFICATE"


class Worker(ASGIWorker):  # type: ignore[misc]
    """Closes connections above a limit, and connections on which no request arrives in time.

    When the worker stops, it closes streams and idle connections. It finishes the open requests of other connections.
    """

    def run(self) -> None:
        """Serve requests until the process receives a signal to stop. Add a `Guard` to each connection."""
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
