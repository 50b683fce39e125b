"""Template tags for addresses that other programs open: `{% load takeaway %}`."""

from urllib.parse import urlsplit

from django import template

register = template.Library()


@register.filter
def webcal(address: str) -> str:
    """Turn an address into a `webcal` address. A calendar app that opens such an address subscribes to it."""
    return urlsplit(address)._replace(scheme="webcal").geturl()
