"""Small parts of a page that are drawn once by each process for what they show, and carry a tag of it.

A page sends the tags of its parts along, and gets only the parts that have changed: campaign/editor/parts.py.
"""

import hashlib
import re
from base64 import urlsafe_b64encode
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from campaign.web.release import release

TAG_BYTES = 3  # four characters: by chance one change in 16 million would look like none
KEPT_TAGS = 16_384
KEPT_PARTS = 4_096  # of a kilobyte

# A tenth of what is sent. Text keeps its lines, as they were typed: no quotation mark stands in it as such.
INDENT = re.compile(r"""(?<=>)\s+(?=<)|\n\s+(?=[\w-]+=")""")


@dataclass(frozen=True)
class Part:
    """A template, and all that it shows. Its root element has an id, and {{ mark }} among its attributes."""

    template: str
    language: str
    shows: tuple[tuple[str, Hashable], ...]

    @cached_property
    def tag(self) -> str:
        """Make a tag of four characters that tells it from parts that show something else."""
        return _tag(self)

    @cached_property
    def mark(self) -> SafeString:
        """The attribute by which a page knows its parts."""
        return SafeString(f' data-part="{self.tag}"')

    def __html__(self) -> SafeString:
        return (_draw if settings.DEBUG else _draw_once)(self)

    def __str__(self) -> str:
        return self.__html__()

    def as_answer(self) -> str:
        """Draw it so that htmx puts it in the place of the one in the page."""
        return self.put_in_place(self.__html__())

    def put_in_place(self, drawn: str) -> str:
        """Have htmx put the drawn part in the place of the one in the page."""
        return drawn.replace(self.mark, f'{self.mark} hx-swap-oob="true"', 1)


def part(template: str, **shows: Hashable) -> Part:
    """Make a part in the language in force."""
    return Part(template, get_language() or "", tuple(shows.items()))


@lru_cache(maxsize=KEPT_TAGS)
def _tag(part: Part) -> str:
    digest = hashlib.blake2b(repr((release(), part)).encode(), digest_size=TAG_BYTES).digest()
    return urlsafe_b64encode(digest).decode()


def _draw(part: Part) -> SafeString:
    return without_indent(render_to_string(part.template, dict(part.shows) | {"mark": part.mark}))


def without_indent(drawn: str) -> SafeString:
    """Leave out how a template is laid out."""
    return SafeString(INDENT.sub("\n", drawn))


_draw_once = lru_cache(maxsize=KEPT_PARTS)(_draw)
