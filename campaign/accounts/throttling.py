"""Who guesses at passwords is slowed down by django-axes, which counts in the database, by name and address."""

from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest


def address_of(request: HttpRequest) -> str | None:
    """Where a request comes from: behind a proxy what that has written last, and nothing that a visitor wrote."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "") if settings.HTTPS else ""
    last = str(forwarded).rpartition(",")[2].strip()
    try:
        return str(ip_address(last))
    except ValueError:
        return request.META.get("REMOTE_ADDR")
