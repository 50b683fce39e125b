"""A cache of rendered pages. A page is rendered once after each change, not once for each request.

The key in the cache contains all values that the page shows, and the release. A changed value gives another key, so the
site never deletes a page from the cache. If the browser already has the page with this key, it gets the status 304.

Each cached page has placeholders for the CSRF token and for the page's entity tag. Each response masks the token anew,
so the attack BREACH cannot guess the token from the size of compressed responses.
"""

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from django.conf import settings
from django.contrib.messages import get_messages
from django.core.cache import caches
from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.html import escape
from django.utils.translation import get_language

from campaign.web.entity_tags import digest, entity_tag, token_of
from campaign.web.figures import asks_for_tables
from campaign.web.release import release
from campaign.web.theme import asked_theme

if TYPE_CHECKING:
    from campaign.http import Request


class KeptPage(NamedTuple):
    """A rendered page in UTF-8, and its placeholders for the CSRF token and for the entity tag.

    The placeholders are random, so no user can guess one and type it into a text.
    """

    content: bytes
    token: bytes
    tag: bytes

    def fill(self, token: str, tag: str) -> bytes:
        return self.content.replace(self.token, token.encode()).replace(self.tag, tag.encode())


def render_kept(
    request: "Request", template: str, draw_up: Callable[[], dict[str, Any]], *shown: object, part: str = ""
) -> HttpResponse:
    """Answer with the cached page for the values in `shown`. If there is none, render a page from `draw_up()`.

    Besides `shown`, the page may depend only on its address, the group's rules, language, theme, and the choice between
    charts and tables. If htmx asks for the element with the id `part`, render only the template partial of this name.
    """
    name = f"{template}#{part}" if part and request.htmx.target == part else template
    # Do not cache a page with a one-time message. In development, cache nothing, because templates change.
    if settings.DEBUG or len(get_messages(request)):
        response = render(request, name, draw_up())
    else:
        response = _answer(request, name, draw_up, shown)
    if part:
        patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


def _answer(
    request: "Request", name: str, draw_up: Callable[[], dict[str, Any]], shown: tuple[object, ...]
) -> HttpResponse:
    token, tag = token_of(request), getattr(request, "tag", "")
    # The group's rules. `keep_table` adds them to the page's links later, so the entity tag must change with them.
    table = getattr(request, "table", None)
    place = (request.scheme, request.get_host(), request.path, name, table)
    asked = (get_language(), asked_theme(request), asks_for_tables(request))
    key = digest(release(), place, asked, shown)
    etag = entity_tag(key, tag, request.META["CSRF_COOKIE"])
    response = get_conditional_response(request, etag=etag)
    if response is None:
        page = caches["pages"].get(key)
        if page is None:
            page = _draw(request, name, draw_up())
            caches["pages"].set(key, page, None)
        response = HttpResponse(page.fill(token, escape(tag)))
    response["ETag"] = etag
    patch_vary_headers(response, ["Cookie"])
    return response


def _draw(request: "Request", name: str, context: dict[str, Any]) -> KeptPage:
    token, tag = secrets.token_hex(), secrets.token_hex()
    page = render_to_string(name, context | {"csrf_token": token, "followed_tag": tag}, request)
    return KeptPage(page.encode(), token.encode(), tag.encode())
