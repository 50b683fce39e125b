"""Serve the site under an ASGI server: `gunicorn`, with the settings in gunicorn.conf.py.

The site itself runs as a WSGI application in a few threads. The server's event loop receives requests, sends responses
and holds event streams. So a slow client occupies no thread.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from asgiref.wsgi import WsgiToAsgiInstance
from django.template import loader

from campaign.web.apart import is_apart
from campaign.web.asgi_types import AsgiMessage, Receive, Send
from campaign.web.availability import availability
from campaign.web.connections import connections
from campaign.web.uploads import LARGEST_REQUEST
from campaign.wsgi import application as site

from campaign.following.counts import ChangeStream  # isort: skip - campaign.wsgi has to load the models first
from campaign.following.streams import send_changes  # isort: skip
from campaign.following.watch import Watch  # isort: skip

THREADS = 4  # the number of threads per process
THREADS_APART = 2  # further threads per process, for requests without a database; they work while the database hangs
LONGEST_TO_SEND = 60.0  # seconds that a client may take to send a request
LONGEST_TO_STOP = 2.0  # seconds that a client may still take to send a request while the site stops
LONGEST_TO_READ = 60.0  # seconds that a client may take to receive an answer
SMALL = 1024 * 1024  # the most bytes of a body that is kept in memory; a longer body goes to a file on disk
LARGE_AT_ONCE = 2  # number of bodies above SMALL that the site reads at the same time; other large bodies wait


class RefusedError(Exception):
    """The request is refused before Django sees it. `status` is the HTTP status of the answer."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status


@dataclass
class Answer:
    """The site's response: status, headers and body. If `stream` is set, an event stream is sent instead."""

    status: int = HTTPStatus.OK
    headers: list[tuple[str, str]] = field(default_factory=list)
    body: list[bytes] = field(default_factory=list)
    stream: ChangeStream | None = None

    def start(self, status: str, headers: list[tuple[str, str]], _exc_info: Any = None, /) -> Callable[[bytes], object]:
        """Store status and headers. This method is the `start_response` of WSGI."""
        self.status, self.headers = int(status.split(" ", 1)[0]), headers
        return self.body.append

    async def send(self, send: Send) -> None:
        """Send the whole response. Raises TimeoutError if the client needs more than LONGEST_TO_READ seconds."""
        async with asyncio.timeout(LONGEST_TO_READ):
            encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in self.headers]
            await send({"type": "http.response.start", "status": self.status, "headers": encoded})
            await send({"type": "http.response.body", "body": b"".join(self.body)})


class Application:
    """The ASGI application. It runs the site's requests in threads, and its streams in the server's event loop."""

    def __init__(self) -> None:
        self.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="site")
        self.apart = ThreadPoolExecutor(THREADS_APART, "apart", initializer=availability.leave_alone)
        self.large = asyncio.Semaphore(LARGE_AT_ONCE)
        self.watch = Watch()
        self.limits: set[asyncio.Timeout] = set()  # a timeout for each body that is still arriving

    async def __call__(self, scope: AsgiMessage, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close"})  # the server answers 403 to a "close" without an earlier "accept"
            return
        if scope["type"] != "http":
            raise ValueError(f"expected a request by HTTP, got {scope['type']}")
        with connections.answering():
            await self.answer(scope, receive, send)

    async def answer(self, scope: AsgiMessage, receive: Receive, send: Send) -> None:
        """Read a request, pass it to the site, and send the response or the event stream."""
        try:
            with SpooledTemporaryFile(SMALL) as body:
                await self.read(scope, receive, body)
                environ = build_environ(scope, body)
                answer = await self.run(environ)
        except (RefusedError, OSError) as error:  # OSError: the disk has no room for a large body
            status = error.status if isinstance(error, RefusedError) else HTTPStatus.SERVICE_UNAVAILABLE
            name = "503.html" if status == HTTPStatus.SERVICE_UNAVAILABLE else "400.html"
            page = loader.get_template(name).render().encode()
            answer = Answer(status, [("Content-Type", "text/html; charset=utf-8")], [page])
        if answer.stream and self.watch.has_room(answer.stream.listener):
            await send_changes(answer.stream, self.watch, partial(self.renew, environ), receive, send)
        else:
            await answer.send(send)

    async def read(self, scope: AsgiMessage, receive: Receive, body: IO[bytes]) -> None:
        """Read a request's body. Raises RefusedError if the body is too long, too slow or incomplete."""
        length = next((int(value) for name, value in scope["headers"] if name == b"content-length"), 0)
        if length > LARGEST_REQUEST:
            return  # do not read the body: the site itself answers that the request is too long
        try:
            async with self.time_to_arrive():
                chunks = read_chunks(receive)
                async for chunk in chunks:
                    body.write(chunk)
                    if body.tell() > SMALL:
                        break
                else:
                    return
                async with self.large:
                    async for chunk in chunks:
                        body.write(chunk)
                        if body.tell() > LARGEST_REQUEST:
                            raise RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        except TimeoutError as error:
            late = HTTPStatus.SERVICE_UNAVAILABLE if self.watch.is_closed else HTTPStatus.REQUEST_TIMEOUT
            raise RefusedError(late) from error
        finally:
            body.seek(0)

    @asynccontextmanager
    async def time_to_arrive(self) -> AsyncIterator[None]:
        """Raise TimeoutError if a request's body needs more than LONGEST_TO_SEND seconds to arrive."""
        async with asyncio.timeout(LONGEST_TO_SEND) as limit:
            self.limits.add(limit)
            try:
                yield
            finally:
                self.limits.remove(limit)

    async def run(self, environ: dict[str, Any]) -> Answer:
        """Pass a request to the site, in a thread. Requests that need no database have their own pool."""
        threads = self.apart if is_apart(environ) else self.threads
        return await asyncio.get_running_loop().run_in_executor(threads, answer_of, dict(environ))

    async def renew(self, environ: dict[str, Any]) -> ChangeStream | None:
        """Check again whether the client may get its event stream. Return None if not."""
        return (await self.run(environ)).stream

    def close(self) -> None:
        """Prepare to stop: end all event streams. Request bodies may arrive for LONGEST_TO_STOP more seconds."""
        self.watch.close()
        soon = asyncio.get_running_loop().time() + LONGEST_TO_STOP
        for limit in self.limits:
            if not limit.expired():
                limit.reschedule(soon)


async def read_chunks(receive: Receive) -> AsyncIterator[bytes]:
    """Yield the chunks of a body as they arrive. Raises RefusedError if the client leaves before the end."""
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise RefusedError(HTTPStatus.REQUEST_TIMEOUT)
        yield message.get("body", b"")
        if not message.get("more_body"):
            return


def build_environ(scope: AsgiMessage, body: IO[bytes]) -> dict[str, Any]:
    """Translate an ASGI request into a WSGI environ. Raises RefusedError."""
    adapter = WsgiToAsgiInstance(site)  # type: ignore[no-untyped-call]
    adapter.scope = scope
    try:
        environ: dict[str, Any] = adapter.build_environ(scope, body)  # type: ignore[no-untyped-call]
    except ValueError as error:  # for example, the request repeats one header a hundred times
        raise RefusedError(HTTPStatus.BAD_REQUEST) from error
    return environ


def answer_of(environ: dict[str, Any]) -> Answer:
    """Pass a request to the site, in the calling thread."""
    answer = Answer()
    response = site(environ, answer.start)
    try:
        answer.body += response
    finally:
        response.close()
    answer.stream = response if isinstance(response, ChangeStream) else None
    return answer


application = Application()
