"""Send event streams (server-sent events), so that open pages learn of changes. counts.py describes the events."""

import asyncio
from collections.abc import Awaitable, Callable
from http import HTTPStatus

from campaign.following.counts import EVENTS, ChangeStream
from campaign.following.watch import Watch
from campaign.web.asgi_types import AsgiMessage, Receive, Send

HEADERS = [
    (b"content-type", EVENTS.encode()),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # without this header, a proxy such as nginx holds back all events until the end
]


async def send_changes(
    promise: ChangeStream,
    watch: Watch,
    renew: Callable[[], Awaitable[ChangeStream | None]],
    receive: Receive,
    send: Send,
) -> None:
    """Send the page's entity tag now and after each change, until the client leaves or loses access, or the site stops.

    `promise` is the view's response. `renew` calls the view again, and returns None if the client has lost access.
    """
    with watch.follow(promise.page, promise.counts, promise.listener) as follower:
        gone = asyncio.ensure_future(receive())
        gone.add_done_callback(lambda _gone: follower.changed.set())
        await send({"type": "http.response.start", "status": HTTPStatus.OK, "headers": HEADERS})
        try:
            while True:
                await send(_event(f"data: {promise.tag_of(follower.counts)}"))
                while not await follower.has_changed():
                    await send(_event(":"))
                if gone.done() or follower.is_over or watch.is_closed:
                    break
                # The first count is the version of the campaign. If it is new, access rights may have changed.
                if follower.counts[0] != promise.counts[0]:
                    allowed = await renew()
                    if allowed is None:
                        break
                    promise = allowed
        finally:
            gone.cancel()
        await send({"type": "http.response.body"})


def _event(line: str) -> AsgiMessage:
    """Make the ASGI message that sends a line of an event stream."""
    return {"type": "http.response.body", "body": f"{line}\n\n".encode(), "more_body": True}
