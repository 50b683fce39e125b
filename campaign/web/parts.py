"""Parts of a page, such as a square of a board. A cache holds the HTML of the latest parts.

Each part has a tag: a short digest of its content. A page sends the tags of its parts with each request. The response
has only the parts with new tags. See campaign/editor/parts.py.
"""

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from campaign.web.release import release

TAG_BYTES = 3  # number of bytes of the hash in a tag; two parts have equal tags with a chance of 1 in 16 million
CACHED_TAGS = 16_384
CACHED_PARTS = 4_096  # the largest number of parts in the cache; each takes about a kilobyte


@dataclass(frozen=True)
class Part:
    """A part of a page: a template and its values. The root element has an id and the attribute {{ mark }}."""

    template: str
    language: str
    shows: tuple[tuple[str, Hashable], ...]

    @cached_property
    def tag(self) -> str:
        """Return the part's tag: a digest of four characters that depends on all its values."""
        return _tag(self)

    @cached_property
    def mark(self) -> SafeString:
        """Return the HTML attribute with the part's tag, such as `data-part="aB3_"`. The page's script reads it."""
        return SafeString(f' data-part="{self.tag}"')

    def __html__(self) -> SafeString:
        return (_render if settings.DEBUG else _render_once)(self)

    def __str__(self) -> str:
        return self.__html__()

    def as_answer(self) -> str:
        """Render the part with the attribute `hx-swap-oob`. htmx then replaces the page's element with the same id."""
        return self.put_in_place(self.__html__())

    def put_in_place(self, html: str) -> str:
        """Add the attribute `hx-swap-oob` to the HTML of a part."""
        return html.replace(self.mark, f'{self.mark} hx-swap-oob="true"', 1)


def part(template: str, **shows: Hashable) -> Part:
    """Create a part of a page from a template and its values, in the active language."""
    return Part(template, get_language() or "", tuple(shows.items()))


@lru_cache(maxsize=CACHED_TAGS)
def _tag(part: Part) -> str:
    digest = hashlib.blake2b(repr((release(), part)).encode(), digest_size=TAG_BYTES).digest()
    return urlsafe_b64encode(digest).decode()


def _render(part: Part) -> SafeString:
    return render_to_string(part.template, dict(part.shows) | {"mark": part.mark})


_render_once = lru_cache(maxsize=CACHED_PARTS)(_render)
