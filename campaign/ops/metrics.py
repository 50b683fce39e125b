"""`/metrics`: figures for Prometheus, of all processes together, for requests with METRICS_TOKEN."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_prometheus.exports import ExportToDjangoView


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Count requests and answers, and their times, by view. Others are answered as if it were not here."""
    if not constant_time_compare(request.headers.get("Authorization", ""), f"Bearer {settings.METRICS_TOKEN}"):
        raise Http404
    response: HttpResponse = ExportToDjangoView(request)
    return response
