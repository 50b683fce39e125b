"""Identify visitors by their addresses, for budgets and for django-axes, which slows down guessing of passwords."""

from ipaddress import IPv4Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest


def address_of(request: HttpRequest) -> str:
    """Return the visitor's IPv4 address or IPv6 /64 network; "0.0.0.0" for a socket without addresses.

    Behind a proxy, use the last entry of X-Forwarded-For.
    """
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "") if settings.HTTPS else ""
    candidates = str(forwarded).rpartition(",")[2].strip(), request.META.get("REMOTE_ADDR", "")
    return next(filter(None, map(network_of, candidates)), "0.0.0.0")  # noqa: S104 - a socket without addresses


def network_of(text: str) -> str | None:
    """Return an IPv4 address unchanged, and for an IPv6 address its /64 network. Return None for any other text."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    if isinstance(address, IPv4Address):
        return str(address)
    return str(address.ipv4_mapped or ip_network((address, 64), strict=False).network_address)
