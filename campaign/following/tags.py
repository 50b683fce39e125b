from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag(takes_context=True)
def follow(context: template.Context, part: str, query: str = "", include: str = "") -> SafeString:
    """Draw a hidden element that keeps the part with the id `part` up to date: `{% follow "evening" %}`.

    Place the element outside of the part. Whenever follow.js triggers the element, htmx requests the part from the URL
    of the page, with `query` added. `include` selects form fields to send. `data-tag` has the entity tag of the part.
    In a cached page, `data-tag` has a placeholder, which web/kept.py fills in for each reader.
    """
    request = context["request"]
    return format_html(
        '<div hidden data-follow data-tag="{tag}" hx-get="{path}{query}" hx-trigger="follow"'
        ' hx-target="#{part}" hx-swap="outerHTML show:none" hx-include="{include}" hx-sync="this:drop"></div>',
        tag=context.get("followed_tag", request.tag),
        path=request.path,
        query=f"?{query}" if query else "",
        part=part,
        include=include or "this",
    )
