"""Write the site's log. Keep names, people's addresses and links into campaigns out of it."""

import json
import logging
import re
from datetime import UTC, datetime
from http import HTTPStatus

from django.http import HttpRequest
from django_guid import get_guid

# A link's token, or any text that is long enough to be one. A request's id is shorter and stays in the log.
SECRET = re.compile(r"(?<=/join/)[^/\s\"<]+|[A-Za-z0-9_-]{40,}")


def without_secrets(text: str) -> str:
    """Replace everything in a log line that looks like a secret: in addresses, error messages and other fields."""
    return SECRET.sub("<secret>", text)


class RouteInsteadOfPath(logging.Filter):
    """Replace the path of a failed request by its URL pattern, because the path may hold an invitation's token."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
            route = request.resolver_match.route if request.resolver_match else "a page that is not here"
            paths = {request.path, request.path_info, request.get_full_path()}
            # Django logs paths in this escaped form.
            paths |= {path.encode("unicode_escape").decode() for path in paths}
            record.args = tuple(route if arg in paths else arg for arg in record.args)
        return True


class NameRequest(logging.Filter):
    """Put the request's id on each line of the log; the response carries the same id as X-Request-ID."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = get_guid() or "-"
        return True


class NoTracebackOfRefusals(logging.Filter):
    """Log a refused request (a status below 500) on one line. Any visitor can cause it, and it is no fault."""

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(record, "status_code", HTTPStatus.INTERNAL_SERVER_ERROR) < HTTPStatus.INTERNAL_SERVER_ERROR:
            record.exc_info = record.exc_text = None
        return True


CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def on_one_line(text: str) -> str:
    """Escape characters that end a line or move a terminal's cursor, so that no visitor can forge a line of the log."""
    return CONTROL.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text)


class OneLine(logging.Formatter):
    """The log format for people: a line of text for each record. A traceback follows on lines of its own."""

    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's own name
        return on_one_line(super().formatMessage(record))


class OneObjectALine(logging.Formatter):
    """The log format for programs that gather logs: a line of JSON for each record."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if (number := getattr(record, "request_id", "-")) != "-":
            line["request_id"] = number
        line |= getattr(record, "facts", {})
        if event := getattr(record, "event", None):
            line["event"] = event
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest):
            route = request.resolver_match.route if request.resolver_match else None
            line |= {"method": request.method or "", "route": route or ""}
        if status := getattr(record, "status_code", None):
            line["status"] = status
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return without_secrets(on_one_line(json.dumps(line, ensure_ascii=False)))
