"""Addresses for other programs in templates: `{% load takeaway %}`."""

from urllib.parse import urlsplit

from django import template

register = template.Library()


@register.filter
def webcal(address: str) -> str:
    """Turn an address into one that a calendar app opens and subscribes to."""
    return urlsplit(address)._replace(scheme="webcal").geturl()
