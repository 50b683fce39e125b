"""The city editor's own tag: `{% load editor %}`."""

from functools import lru_cache

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from campaign.editor.screen import Group, SheetLine
from campaign.stamps import RulesStamp
from campaign.templatetags.face import icon, vp
from campaign.templatetags.library import rule_address

register = template.Library()


@register.simple_tag
def sheet_group(group: Group, stamp: RulesStamp) -> SafeString:
    """A category of the sheet, which leads to its rule, with its lines. Most of them are drawn already."""
    return _drawn(get_language() or "", group, stamp)


@lru_cache(maxsize=4096)
def _drawn(_language: str, group: Group, stamp: RulesStamp) -> SafeString:
    return format_html(
        '<div class="tally__group kind kind--{}"><h3 class="tally__category">'
        '<a class="rule-link" href="{}">{} {}</a> {}</h3><ul class="sheet" role="list">{}</ul></div>',
        group.category,
        rule_address(group.category, stamp),
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
