"""The site for an ASGI server: `gunicorn`, as gunicorn.conf.py says.

The site itself is the WSGI one, in a few threads that stay. The server's loop around it waits for slow clients: a
request goes to a thread when all of it is there, an answer leaves its thread before it is sent, and a stream of events
holds none. So slow phones, and attackers who pretend to be one, hold up nobody.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http import HTTPStatus
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from asgiref.wsgi import WsgiToAsgiInstance
from django.template import loader

from campaign.web.uploads import LARGEST_REQUEST
from campaign.wsgi import application as site

from campaign.web.following import EVENTS, ChangeStream  # isort: skip - models are there only now
from campaign.web.streams import Watch  # isort: skip

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

THREADS = 4  # a process
LONGEST_TO_SEND = 60.0  # seconds that a request may take to arrive
LONGEST_TO_READ = 60.0  # seconds that an answer may take to leave
SMALL = 1024 * 1024  # bytes of a body that anybody may send at any time
LARGE_AT_ONCE = 2  # bodies larger than that: they wait on the disk
STREAM_HEADERS = [
    ("Content-Type", EVENTS),
    ("Cache-Control", "no-store"),
    ("X-Accel-Buffering", "no"),  # for a proxy that waits for whole answers otherwise
]


class RefusedError(Exception):
    """A request that never comes to the site; `status` is the answer."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status


@dataclass
class Answer:
    """What the site answers, head and body; `stream` where it promises one."""

    status: int = HTTPStatus.OK
    headers: list[tuple[str, str]] = field(default_factory=list)
    body: list[bytes] = field(default_factory=list)
    stream: ChangeStream | None = None

    def start(self, status: str, headers: list[tuple[str, str]], _exc_info: Any = None, /) -> Callable[[bytes], object]:
        """Take the head, as WSGI's start_response."""
        self.status, self.headers = int(status.split(" ", 1)[0]), headers
        return self.body.append

    async def send(self, send: Send) -> None:
        """Send all of it, to somebody who reads it in time."""
        async with asyncio.timeout(LONGEST_TO_READ):
            await send(self.head(self.status, self.headers))
            await send({"type": "http.response.body", "body": b"".join(self.body)})

    @staticmethod
    def head(status: int, headers: list[tuple[str, str]]) -> Message:
        encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        return {"type": "http.response.start", "status": status, "headers": encoded}


class Application:
    """Runs the site's requests in threads and its streams in the server's loop."""

    def __init__(self) -> None:
        self.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="site")
        self.large = asyncio.Semaphore(LARGE_AT_ONCE)
        self.watch = Watch()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise ValueError(f"expected a request by HTTP, got {scope['type']}")
        try:
            with SpooledTemporaryFile(SMALL) as body:
                await self.read(scope, receive, body)
                environ = build_environ(scope, body)
                answer = await self.run(environ)
        except RefusedError as refused:
            page = loader.get_template("400.html").render().encode()
            answer = Answer(refused.status, [("Content-Type", "text/html; charset=utf-8")], [page])
        if answer.stream and not self.watch.is_full:
            await self.stream(environ, answer.stream, receive, send)
        else:
            await answer.send(send)

    async def read(self, scope: Message, receive: Receive, body: IO[bytes]) -> None:
        """Read the body to its end. Raises RefusedError for one that is too long or too slow."""
        length = next((int(value) for name, value in scope["headers"] if name == b"content-length"), 0)
        if length > LARGEST_REQUEST:
            return  # the site refuses it by its length, with a sentence
        try:
            async with asyncio.timeout(LONGEST_TO_SEND):
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
            raise RefusedError(HTTPStatus.REQUEST_TIMEOUT) from error
        finally:
            body.seek(0)

    async def run(self, environ: dict[str, Any]) -> Answer:
        """Have the site answer, in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self.threads, answer_of, dict(environ))

    async def stream(self, environ: dict[str, Any], promise: ChangeStream, receive: Receive, send: Send) -> None:
        """Send the tag of each moment until nobody listens, or the listener has lost access."""
        with self.watch.follow(promise.page, promise.counts) as follower:
            gone = asyncio.ensure_future(receive())
            gone.add_done_callback(lambda _gone: follower.changed.set())
            await send(Answer.head(HTTPStatus.OK, STREAM_HEADERS))
            try:
                while True:
                    await send(say(f"data: {promise.tag_of(follower.counts)}"))
                    while not await follower.has_changed():
                        await send(say(":"))
                    if gone.done() or self.watch.is_closed:
                        break
                    if follower.counts[0] != promise.counts[0]:  # the rights of access may have changed
                        answer = await self.run(environ)
                        if answer.stream is None:
                            break
                        promise = answer.stream
            finally:
                gone.cancel()
            await send({"type": "http.response.body"})

    def close(self) -> None:
        """End all streams: the server is to stop, or to be started anew."""
        self.watch.close()


def say(line: str) -> Message:
    """Word a part of a stream."""
    return {"type": "http.response.body", "body": f"{line}\n\n".encode(), "more_body": True}


async def read_chunks(receive: Receive) -> AsyncIterator[bytes]:
    """Yield a body as it comes in. Raises RefusedError where the rest of it stays away."""
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise RefusedError(HTTPStatus.REQUEST_TIMEOUT)
        yield message.get("body", b"")
        if not message.get("more_body"):
            return


def build_environ(scope: Message, body: IO[bytes]) -> dict[str, Any]:
    """Translate a request for WSGI. Raises RefusedError."""
    adapter = WsgiToAsgiInstance(site)  # type: ignore[no-untyped-call]
    adapter.scope = scope
    try:
        environ: dict[str, Any] = adapter.build_environ(scope, body)  # type: ignore[no-untyped-call]
    except ValueError as error:  # a header a hundred times
        raise RefusedError(HTTPStatus.BAD_REQUEST) from error
    return environ


def answer_of(environ: dict[str, Any]) -> Answer:
    """Have the site answer, in this thread."""
    answer = Answer()
    response = site(environ, answer.start)
    try:
        answer.body += response
    finally:
        response.close()
    answer.stream = response if isinstance(response, ChangeStream) else None
    return answer


application = Application()
