"""Template filters for links to calendars: `{% load takeaway %}`."""

from urllib.parse import urlsplit

from django import template

register = template.Library()


@register.filter
def webcal(address: str) -> str:
    """Change the scheme of a URL to `webcal`. A calendar app that opens such a URL subscribes to the calendar."""
    return urlsplit(address)._replace(scheme="webcal").geturl()
