"""What may stand in the log: no names, no addresses of people, no links that let somebody in."""

import logging
import re

from django.http import HttpRequest

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
