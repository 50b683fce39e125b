"""The city editor's own tag: `{% load editor %}`."""

from functools import lru_cache

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from campaign.editor.screen import Group, SheetLine
from campaign.templatetags.face import icon, vp

register = template.Library()


@register.simple_tag
def sheet_group(group: Group) -> SafeString:
    """A category of the sheet with its lines. Most of them are as they were before the tap, and drawn already."""
    return _drawn(get_language() or "", group)


@lru_cache(maxsize=4096)
def _drawn(_language: str, group: Group) -> SafeString:
    return format_html(
        '<div class="tally__group kind kind--{}"><h3 class="tally__category"><span>{} {}</span> {}</h3>'
        '<ul class="sheet" role="list">{}</ul></div>',
        group.category,
        icon(group.category),
        group.name,
        vp(group.vp),
        format_html_join("", "<li>{}</li>", ([_line(line)] for line in group.lines)),
    )


def _line(line: SheetLine) -> SafeString:
    return format_html(
        '<button type="button" class="sheet-line{}" data-squares="{}"><span>{}'
        ' <span class="sheet-line__squares">{}</span></span>{}</button>',
        " is-lit" if line.lit else "",
        " ".join(line.squares),
        line.reason,
        ", ".join(line.squares),
        vp(line.vp),
    )
