"""Pages that are drawn once per change, not once per look, and compressed as they are drawn.

A view decides who may look, and hands over all that the page shows. That is the key of the drawn page: a change, a
house rule or a new release needs to empty nothing, it makes another key, and old pages fall out in time. A browser that
has the page of that key is answered 304.

What belongs to one reader or one answer stays out of the drawn page and is filled in: the token against forged posts,
and the tag that an open page follows its game by.
"""

import hashlib
import re
import secrets
import zlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from django.conf import settings
from django.contrib.messages import get_messages
from django.core.cache import caches
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.html import escape
from django.utils.translation import get_language

from campaign.web.release import release
from campaign.web.theme import asked_theme

if TYPE_CHECKING:
    from campaign.http import Request

INDENT = re.compile(r"\n +")  # a tenth of what is sent; no page that is kept has a field of several lines
ACCEPTS_GZIP = re.compile(r"\bgzip\b")
GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff"  # no name and no time
LAST_BLOCK = b"\x03\x00"  # an empty one, with which what is deflated ends
FLUSHED = b"\x00\x00\xff\xff"  # what zlib.Z_SYNC_FLUSH ends with: the length of a stored block, and nothing in it


class KeptPage(NamedTuple):
    """A page in pieces, and these deflated; `fills` names what is filled in behind each piece but the last."""

    pieces: tuple[bytes, ...]
    packed: tuple[bytes, ...]
    fills: tuple[str, ...]

    @classmethod
    def cut(cls, page: str, places: dict[str, str], fills: dict[str, bytes]) -> "KeptPage":
        """Cut a page at the `places` of what is filled in; of the fills only the lengths matter."""
        names = {place: name for name, place in places.items()}
        parts = re.split(f"({'|'.join(names)})", page)
        pieces = tuple(piece.encode() for piece in parts[::2])
        between = tuple(names[place] for place in parts[1::2])
        deflate = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
        packed = []
        for piece, name in zip(pieces, (*between, ""), strict=True):
            deflated = deflate.compress(piece) + deflate.flush(zlib.Z_SYNC_FLUSH)
            packed.append(deflated.removesuffix(FLUSHED))
            # Later pieces refer back over what is filled in, but never to it: it is as long, and holds no letter.
            deflate.compress(bytes(len(fills.get(name, b""))))
            deflate.flush(zlib.Z_SYNC_FLUSH)
        return cls(pieces, tuple(packed), between)

    def fill(self, fills: dict[str, bytes]) -> bytes:
        """Put the page together."""
        return _alternate(self.pieces, [*(fills[name] for name in self.fills), b""])

    def fill_packed(self, fills: dict[str, bytes]) -> bytes:
        """Put the page together as gzip. Fills are stored, not deflated: the packed size must not betray a token."""
        page = self.fill(fills)
        foot = zlib.crc32(page).to_bytes(4, "little") + len(page).to_bytes(4, "little")
        stored = [*(_stored(fills[name]) for name in self.fills), FLUSHED + LAST_BLOCK]
        return GZIP_HEAD + _alternate(self.packed, stored) + foot


def _alternate(pieces: tuple[bytes, ...], others: list[bytes]) -> bytes:
    return b"".join(part for pair in zip(pieces, others, strict=True) for part in pair)


def _stored(content: bytes) -> bytes:
    """Make a stored block of this content, which takes the place of FLUSHED."""
    return len(content).to_bytes(2, "little") + (len(content) ^ 0xFFFF).to_bytes(2, "little") + content


def render_kept(
    request: "Request", template: str, draw_up: Callable[[], dict[str, Any]], *shown: object, part: str = ""
) -> HttpResponse:
    """Answer with a page as it was drawn for all that it shows; where none was, draw it with what `draw_up` returns.

    `shown` is all that the page depends on besides its address, language, theme and release, and nothing that its
    reader may not see. With `part` htmx gets only that partial where it asks for the element of this id.
    """
    name = f"{template}#{part}" if part and request.htmx.target == part else template
    if settings.DEBUG or len(get_messages(request)):  # a message is said once; templates under work are drawn anew
        response = render(request, name, draw_up())
    else:
        response = _answer(request, name, draw_up, shown)
    if part:
        patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


def _answer(
    request: "Request", name: str, draw_up: Callable[[], dict[str, Any]], shown: tuple[object, ...]
) -> HttpResponse:
    token, tag = get_token(request).encode(), escape(getattr(request, "tag", "")).encode()
    place = (request.scheme, request.get_host(), request.path, name, get_language(), asked_theme(request), len(tag))
    key = _digest(release(), place, shown)
    etag = f'W/"{_digest(key, tag, request.META["CSRF_COOKIE"])}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        fills = {"token": token, "tag": tag}
        page = caches["pages"].get(key)
        if page is None:
            page = _draw(request, name, draw_up(), fills)
            caches["pages"].set(key, page, None)
        if ACCEPTS_GZIP.search(request.headers.get("Accept-Encoding", "")):
            response = HttpResponse(page.fill_packed(fills), headers={"Content-Encoding": "gzip"})
        else:
            response = HttpResponse(page.fill(fills))
    response["ETag"] = etag
    patch_vary_headers(response, ["Cookie", "Accept-Encoding"])
    return response


def _digest(*values: object) -> str:
    return hashlib.sha256(repr(values).encode()).hexdigest()[:32]


def _draw(request: "Request", name: str, context: dict[str, Any], fills: dict[str, bytes]) -> KeptPage:
    """Draw a page with places for the fills: random, so that nobody can write one into a note."""
    places = {name: secrets.token_hex() for name in fills}
    before = vars(request).get("tag")
    request.tag = places["tag"]  # type: ignore[attr-defined]
    try:
        page = render_to_string(name, context | {"csrf_token": places["token"]}, request)
    finally:
        request.tag = before  # type: ignore[attr-defined]
    return KeptPage.cut(INDENT.sub("\n", page), places, fills)
