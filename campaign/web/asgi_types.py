"""Types of the ASGI protocol: a message, and the functions that receive and send messages."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

AsgiMessage = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[AsgiMessage]]
Send = Callable[[AsgiMessage], Awaitable[None]]
