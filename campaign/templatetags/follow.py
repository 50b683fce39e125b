from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag(takes_context=True)
def follow(context: template.Context, part: str, query: str = "", include: str = "") -> SafeString:
    """Keep the part of this id as the game is, by asking this page for it: `{% follow "evening" %}`, outside of it.

    `query` goes along with the address, `include` names fields that do. follow.js asks.
    """
    request = context["request"]
    return format_html(
        '<div hidden data-follow data-tag="{tag}" hx-get="{path}{query}" hx-trigger="follow"'
        ' hx-target="#{part}" hx-swap="outerHTML show:none" hx-include="{include}" hx-sync="this:drop"></div>',
        tag=request.tag,
        path=request.path,
        query=f"?{query}" if query else "",
        part=part,
        include=include or "this",
    )
