"""Keep names, addresses of people and links that open a campaign out of the log."""

import json
import logging
import re
from datetime import UTC, datetime

from django.http import HttpRequest
from django_guid import get_guid

TOKEN = re.compile(r"(/join/)[^/\s\"]+")


class RouteInsteadOfPath(logging.Filter):
    """Django logs a failed request with its path. A path may hold an invitation's token: log the pattern it matched."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
            route = request.resolver_match.route if request.resolver_match else "a page that is not here"
            paths = {request.path, request.path_info, request.get_full_path()}
            record.args = tuple(route if arg in paths else arg for arg in record.args)
        elif isinstance(record.args, tuple):  # the development server's own lines
            record.args = tuple(TOKEN.sub(r"\1<token>", arg) if isinstance(arg, str) else arg for arg in record.args)
        return True


class NameRequest(logging.Filter):
    """Put the number of the request on each line; an answer carries it too, as X-Request-ID."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = get_guid() or "-"
        return True


class OneObjectALine(logging.Formatter):
    """A record as a line of JSON, for machines that gather logs."""

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
        return json.dumps(line, ensure_ascii=False)
