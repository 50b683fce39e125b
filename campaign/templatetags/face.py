"""What every page is drawn with: `{% load face %}`."""

from typing import Any

from django import template
from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

THEMES = ("light", "dark")
THEME_COOKIE = "theme"


def request_of(context: template.Context) -> HttpRequest | None:
    """The request, which error pages do without."""
    return context.get("request")


@register.simple_tag(takes_context=True)
def theme(context: template.Context) -> str:
    """The theme this browser asked for, "light" or "dark"; nothing follows the system."""
    request = request_of(context)
    asked = request.COOKIES.get(THEME_COOKIE, "") if request else ""
    return asked if asked in THEMES else ""


@register.simple_tag
def icon(name: str, label: str = "", css: str = "") -> SafeString:
    """A drawing of icons.svg: `{% icon "harbor" %}` beside a word, `{% icon "harbor" _("Harbor") %}` on its own."""
    meaning = format_html('role="img" aria-label="{}"', label) if label else mark_safe('aria-hidden="true"')
    return format_html(
        '<svg class="icon{}" viewBox="0 0 24 24" {} focusable="false"><use href="{}#{}"></use></svg>',
        f" {css}" if css else "",
        meaning,
        static("campaign/icons.svg"),
        name,
    )


@register.simple_tag(takes_context=True)
def nav_link(context: template.Context, name: str, label: str, drawing: str) -> SafeString:
    """An entry of the navigation, and nothing where the site has no page of that name."""
    try:
        address = reverse(name)
    except NoReverseMatch:
        return SafeString("")
    request = request_of(context)
    path = request.path if request else ""
    here = path == address or (address != "/" and path.startswith(address))
    current: Any = mark_safe(' aria-current="page"') if here else ""
    return format_html('<li><a href="{}"{}>{} {}</a></li>', address, current, icon(drawing), label)
