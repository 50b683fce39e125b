"""Serve the site under an ASGI server: `gunicorn`, with the settings in gunicorn.conf.py.

The server's event loop receives requests, sends responses and holds event streams, and the site itself runs in a few
threads. So neither a slow client nor an open page occupies a thread.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, ExitStack
from http import HTTPStatus
from tempfile import SpooledTemporaryFile
from typing import IO, Any

import django
from django.core.handlers.asgi import ASGIHandler
from django.db import close_old_connections
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.template import loader
from django.utils.timezone import get_current_timezone
from django.utils.translation import get_language

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "campaign.settings")
django.setup(set_prefix=False)

from campaign.ops import chores  # noqa: E402 - chores needs the models
from campaign.web.responses import made_for  # noqa: E402
from campaign.web.uploads import LARGEST_REQUEST, LARGEST_TO_KEEP  # noqa: E402

THREADS = 4  # the number of threads per process
LONGEST_TO_SEND = 60.0  # seconds that a client may take to send a request's body
LARGE_AT_ONCE = 2  # number of bodies above LARGEST_TO_KEEP that are read at the same time; other large bodies wait

AsgiMessage = Mapping[str, Any]
Receive = Callable[[], Awaitable[AsgiMessage]]
Send = Callable[[AsgiMessage], Awaitable[None]]


class RefusedError(Exception):
    """The request is refused before a view sees it. `status` is the HTTP status of the answer."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status


class Site(ASGIHandler):
    """Django's handler, which runs each request as a whole in one of a few threads, and limits the bodies of requests.

    Each thread keeps its database connection. Django itself would start a thread for every request. This class uses
    methods that Django does not document; tests/campaign/web/test_asgi.py fails if a release changes one of them.
    """

    def __init__(self) -> None:
        super().__init__()
        self.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="site")
        self.large = asyncio.Semaphore(LARGE_AT_ONCE)

    def load_middleware(self, is_async: bool = False) -> None:  # noqa: ARG002, FBT001, FBT002 - as in Django
        super().load_middleware(is_async=False)

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close"})  # the server answers 403 to a "close" without an earlier "accept"
            return
        try:
            check_length(scope)
            await self.handle(scope, receive, send)
        except RefusedError as error:
            page = "503.html" if error.status == HTTPStatus.SERVICE_UNAVAILABLE else "400.html"
            await self.send_response(HttpResponse(loader.render_to_string(page), status=error.status), send)

    async def read_body(self, receive: Receive) -> IO[bytes]:
        """Read a request's body. Raises RefusedError if it is too long, too slow, or does not fit on the disk."""
        with ExitStack() as unread:
            body = unread.enter_context(SpooledTemporaryFile(LARGEST_TO_KEEP))
            try:
                async with asyncio.timeout(LONGEST_TO_SEND), AsyncExitStack() as slot:
                    async for chunk in read_chunks(receive):
                        before = body.tell()
                        body.write(chunk)
                        if body.tell() > LARGEST_REQUEST:
                            raise RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
                        if before <= LARGEST_TO_KEEP < body.tell():
                            await slot.enter_async_context(self.large)
            except TimeoutError as error:
                raise RefusedError(HTTPStatus.REQUEST_TIMEOUT) from error
            except OSError as error:
                raise RefusedError(HTTPStatus.SERVICE_UNAVAILABLE) from error
            unread.pop_all()
        body.seek(0)
        return body

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        return await asyncio.get_running_loop().run_in_executor(self.threads, self.answer, request)

    def answer(self, request: HttpRequest) -> HttpResponseBase:
        """Run the middleware and the view, in the calling thread. Read the file of a response for a static file."""
        close_old_connections()
        response = self.get_response(request)
        if isinstance(response, FileResponse):
            response.streaming_content = in_pieces(list(response))
        elif isinstance(response, StreamingHttpResponse) and not response.is_async:
            pieces = made_for(get_language(), get_current_timezone(), iter(response))
            response.streaming_content = self.piece_by_piece(pieces)
        return response

    async def piece_by_piece(self, pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
        """Make each piece in any thread when the one before is sent, so that a slow client occupies no thread."""
        loop = asyncio.get_running_loop()
        while (piece := await loop.run_in_executor(self.threads, make_next, pieces)) is not None:
            yield piece


def make_next(pieces: Iterator[bytes]) -> bytes | None:
    close_old_connections()
    return next(pieces, None)


async def in_pieces(pieces: list[bytes]) -> AsyncIterator[bytes]:
    for piece in pieces:
        yield piece


async def read_chunks(receive: Receive) -> AsyncIterator[bytes]:
    """Yield the chunks of a body as they arrive. Raises RefusedError if the body breaks off."""
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":  # the client has left, or gunicorn has waited too long for a chunk
            raise RefusedError(HTTPStatus.REQUEST_TIMEOUT)
        yield message.get("body", b"")
        more = message.get("more_body", False)


def check_length(scope: dict[str, Any]) -> None:
    """Raise RefusedError if a request's header says that its body is too long."""
    if any(name == b"content-length" and int(value) > LARGEST_REQUEST for name, value in scope["headers"]):
        raise RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)


application = Site()
chores.begin_with_first_request()
