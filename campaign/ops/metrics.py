"""`/metrics`: figures of all processes together for Prometheus, sent only to requests with METRICS_TOKEN.

They count security events too, so that alerts can warn of somebody who guesses passwords, for example.
"""

import logging

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_prometheus.exports import ExportToDjangoView
from prometheus_client import Counter

COUNTED = Counter("cornerstone_security_events", "Security events, as in the log", ["event", "budget"])


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Send counts and times of the requests and responses of each view. Answer 404 if the token is missing or wrong."""
    if not constant_time_compare(request.headers.get("Authorization", ""), f"Bearer {settings.METRICS_TOKEN}"):
        raise Http404
    response: HttpResponse = ExportToDjangoView(request)
    return response


class CountEvents(logging.Handler):
    """A log handler that counts the records of the logger `campaign.security`, by event and by rate limit."""

    def emit(self, record: logging.LogRecord) -> None:
        event, facts = record.__dict__["event"], record.__dict__["facts"]
        COUNTED.labels(event, facts.get("budget", "")).inc()
