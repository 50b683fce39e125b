"""Identify visitors by their addresses, for budgets and for django-axes, which slows down guessing of passwords."""

from ipaddress import IPv4Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest


def address_of(request: HttpRequest) -> str:
    """Return the visitor's IPv4 address or IPv6 /64 network; "0.0.0.0" for a socket without addresses.

    Each proxy appends the address that it sees to X-Forwarded-For. So the last entries, as many as there are trusted
    proxies, are true, and the first of them is the visitor. What stands before them, anybody can write.
    """
    forwarded = str(request.META.get("HTTP_X_FORWARDED_FOR", "")).split(",")
    told = forwarded[-settings.TRUSTED_PROXIES :][0] if settings.TRUSTED_PROXIES else ""
    candidates = _without_port(told.strip()), request.META.get("REMOTE_ADDR", "")
    return next(filter(None, map(network_of, candidates)), "0.0.0.0")  # noqa: S104 - a socket without addresses


def _without_port(text: str) -> str:
    """Return "192.0.2.1" for "192.0.2.1:5000", and "2001:db8::1" for "[2001:db8::1]:5000"."""
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text


def network_of(text: str) -> str | None:
    """Return an IPv4 address unchanged, and for an IPv6 address its /64 network. Return None for any other text."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    if isinstance(address, IPv4Address):
        return str(address)
    return str(address.ipv4_mapped or ip_network((address, 64), strict=False).network_address)
