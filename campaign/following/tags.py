from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag(takes_context=True)
def follow(context: template.Context, part: str, query: str = "", include: str = "", swap: str = "") -> SafeString:
    """Draw a hidden element that keeps the part with the id `part` up to date: `{% follow "evening" %}`.

    The element has to be outside of the part. `query` is added to the URL of the request, and `include` selects form
    fields to send. `swap` adds to htmx's hx-swap: without "settle:0ms", a new button has for 20 ms the class of the one
    before it.
    """
    request = context["request"]
    return format_html(
        '<div hidden data-follow data-tag="{tag}" hx-get="{path}{query}" hx-trigger="follow"'
        ' hx-target="#{part}" hx-swap="outerHTML show:none {swap}" hx-include="{include}"'
        ' hx-sync="this:drop"></div>',
        tag=request.tag,
        path=request.path,
        query=f"?{query}" if query else "",
        part=part,
        include=include or "this",
        swap=swap,
    )
