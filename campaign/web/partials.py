"""Render a whole page, or only the part of it that htmx asked for, from one template.

A cached page is rendered once after each change in each process, not once for each request. Its key in the cache
contains all values that the page shows. A changed value gives another key, so the site never deletes a page from the
cache. ConditionalGet (middleware.py) answers 304 if the browser already has the page.
"""

import hashlib
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.messages import get_messages
from django.core.cache import caches
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language

from campaign.web.preferences import asked_theme, asks_for_tables
from campaign.web.table import table_of

if TYPE_CHECKING:
    from campaign.http import Request

# A cached page has this text in place of a CSRF token. It is random, so nobody can type it into a text of the page.
PLACEHOLDER = secrets.token_hex(32)


def render_part(
    request: "Request", template: str, context: dict[str, Any], *, part: str, status: int = 200
) -> HttpResponse:
    """Render the page. If htmx asked for the element with the id `part`, render only the partial of that name."""
    response = render(request, _wanted(request, template, part), context, status=status)
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


def render_cached(
    request: "Request", template: str, draw_up: Callable[[], dict[str, Any]], *shown: object, part: str = ""
) -> HttpResponse:
    """Answer with the cached page for the values in `shown`. If there is none, render a page from `draw_up()`.

    Besides `shown`, the page may depend only on its address, its entity tag, the group's rules, language, time zone,
    theme, and the choice between charts and tables. `part` is as in `render_part`.
    """
    # Do not cache a page with a one-time message. In development, cache nothing, because templates change.
    if settings.DEBUG or len(get_messages(request)):
        return render_part(request, template, draw_up(), part=part)
    name = _wanted(request, template, part)
    address = request.build_absolute_uri(request.path), getattr(request, "tag", ""), table_of(request)
    asked = get_language(), get_current_timezone_name(), asked_theme(request), asks_for_tables(request)
    page: Any = caches["pages"].get_or_set(
        digest(name, address, asked, shown),
        lambda: render_to_string(name, draw_up() | {"csrf_token": PLACEHOLDER}, request),
    )
    # Django masks the token anew for each response, so the attack BREACH cannot guess it from compressed sizes.
    response = HttpResponse(page.replace(PLACEHOLDER, get_token(request)))
    patch_vary_headers(response, ["Cookie", "HX-Request", "HX-Target"])
    return response


def digest(*values: object) -> str:
    """Return a digest of these values, 32 characters long. Values with the same `repr` have the same digest."""
    return hashlib.sha256(repr(values).encode()).hexdigest()[:32]


def _wanted(request: "Request", template: str, part: str) -> str:
    return f"{template}#{part}" if part and request.htmx.target == part else template
