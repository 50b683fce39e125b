"""A cache of rendered pages. A page is rendered once after each change, not once for each request.

A view decides who may see the page, and passes all values that the page shows. These values are the key in the cache. A
changed value or a new release gives another key. So the site never deletes a page from the cache; the cache drops old
pages by itself. If the browser already has the page with the current key, it gets the status 304.

Two values differ between visitors or responses, so each cached page has placeholders for them. One is the CSRF token.
The other is a tag by which an open page finds out whether its game has changed. The tag is no secret.

GZipMiddleware compresses the page with the CSRF token. The attack BREACH guesses secrets from the compressed size. It
fails here, because each response masks the token anew, and the middleware adds a random number of bytes.
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
    """A rendered page in UTF-8, and its two placeholders.

    `token` is the placeholder of the CSRF token. `tag` is the placeholder of the tag by which an open page finds out
    whether its game has changed. Both are random, so no user can guess a placeholder and type it into a text.
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

    The page may depend only on the values in `shown`, and on its address, the group's rules, language, theme, release
    and the choice between charts and tables. `shown` must not have values that the visitor may not see. If htmx asks
    for the element with the id `part`, the answer has only the template partial of this name.
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
    # The group's house rules and election rule. web/table.py later adds them to the page's links, so the key has to
    # depend on them.
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
