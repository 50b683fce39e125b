"""`/metrics`: figures of all processes together for Prometheus, sent only to requests with METRICS_TOKEN."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_prometheus.exports import ExportToDjangoView


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Send counts and times of the requests and responses of each view. Answer 404 if the token is missing or wrong."""
    if not constant_time_compare(request.headers.get("Authorization", ""), f"Bearer {settings.METRICS_TOKEN}"):
        raise Http404
    response: HttpResponse = ExportToDjangoView(request)
    return response
