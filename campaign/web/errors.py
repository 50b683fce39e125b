"""Answer malformed requests, and requests that fail because the database is away, full, read-only or too busy."""

import sys

from django.db import DatabaseError, InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.template import loader
from django.views.decorators.csrf import requires_csrf_token
from django.views.defaults import server_error

RETRY_AFTER = 60  # seconds
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
