"""Tell visitors apart by their address: for django-axes, which slows down guessing at passwords, and for budgets."""

from contextlib import suppress
from ipaddress import IPv4Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest


def address_of(request: HttpRequest) -> str:
    """Return the visitor's address, of IPv6 its /64 network: behind a proxy, as the proxy has written it last."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "") if settings.HTTPS else ""
    for text in (str(forwarded).rpartition(",")[2].strip(), request.META.get("REMOTE_ADDR", "")):
        with suppress(ValueError):
            address = ip_address(text)
            if isinstance(address, IPv4Address):
                return str(address)
            return str(address.ipv4_mapped or ip_network((address, 64), strict=False).network_address)
    return "0.0.0.0"  # noqa: S104 - a socket without addresses
