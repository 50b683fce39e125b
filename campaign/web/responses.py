"""Responses of several views: pages of errors, files to save, and pages whose address is a secret."""

import sys
from collections.abc import Callable, Iterable, Iterator
from datetime import tzinfo
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import DatabaseError, InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, StreamingHttpResponse
from django.template import loader
from django.utils import timezone, translation
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.views.decorators.csrf import requires_csrf_token
from django.views.defaults import server_error

from campaign.models import Campaign

P = ParamSpec("P")
Piece = TypeVar("Piece", str, bytes)

RETRY_AFTER = 60  # seconds
PIECE = 64 * 1024  # characters of a piece of a file that is made while it is sent
# Errors that pass by themselves. psycopg raises InternalError for a read-only database.
PASSING: tuple[type[DatabaseError] | type[InterfaceError], ...] = (OperationalError, InterfaceError, InternalError)


def refused(_request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 - as Django calls it
    """Answer 400 without reading the request, because its host or another part may be malformed."""
    return HttpResponseBadRequest(loader.get_template("400.html").render())


@requires_csrf_token
def failed(request: HttpRequest) -> HttpResponse:
    """Answer 503 if the database cannot do its work just now, and 500 for any other error. Makes no query."""
    if not isinstance(sys.exc_info()[1], PASSING):
        return server_error(request)
    return HttpResponse(loader.get_template("503.html").render(), status=503, headers={"Retry-After": str(RETRY_AFTER)})


def download(content: bytes, content_type: str, name: str) -> HttpResponse:
    return HttpResponse(content, content_type=content_type, headers=to_save_as(name))


def download_pieces(pieces: Iterator[str] | Iterator[bytes], content_type: str, name: str) -> StreamingHttpResponse:
    """Send a file whose pieces are made while it is sent: see campaign/asgi.py."""
    return StreamingHttpResponse(pieces, content_type=content_type, headers=to_save_as(name))


def to_save_as(name: str) -> dict[str, str]:
    return {"Content-Disposition": str(content_disposition_header(as_attachment=True, filename=name))}


def joined(parts: Iterable[str]) -> Iterator[str]:
    """Join the parts of a file to pieces of at least PIECE characters, except the last."""
    held: list[str] = []
    length = 0
    for part in parts:
        held.append(part)
        length += len(part)
        if length >= PIECE:
            yield "".join(held)
            held, length = [], 0
    yield "".join(held)


def made_for(language: str | None, zone: tzinfo, pieces: Iterator[Piece]) -> Iterator[Piece]:
    """Make each piece of a file in this language and time zone, whatever the thread that makes it has besides."""
    while True:
        with translation.override(language), timezone.override(zone):
            piece = next(pieces, None)
        if piece is None:
            return
        yield piece


def file_name(campaign: Campaign) -> str:
    """Turn the name of a campaign into a file name, with letters that every file system accepts."""
    return slugify(campaign.name) or "campaign"


def no_referrer(view: Callable[P, HttpResponse]) -> Callable[P, HttpResponse]:
    """Send Referrer-Policy: no-referrer, so that no site learns the address.

    A form on a page with this header fails the CSRF check, because the browser hides the page's origin as well.
    """

    @wraps(view)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        response = view(*args, **kwargs)
        response["Referrer-Policy"] = "no-referrer"
        return response

    return wrapper
