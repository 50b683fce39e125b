"""The template tags of the city editor: `{% load editor %}`."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from campaign.editor import parts
from campaign.editor.screen import Group, Screen, SheetLine
from campaign.library.tags import rule_address
from campaign.scores.stamps import RulesStamp
from campaign.templatetags.face import icon, vp
from campaign.web.parts import Part

register = template.Library()


register.simple_tag(parts.draw_sheet, name="editor_sheet")


@register.simple_tag
def editor_part(screen: Screen, name: str) -> Part:
    """Draw a part of the editor by its name in parts.py: `{% editor_part screen "bar" %}`."""
    rendered: Part = getattr(parts, name)(screen)
    return rendered


@register.simple_tag
def parts_beside(screen: Screen) -> SafeString:
    """Draw all parts outside the board."""
    return SafeString("".join(parts.beside(screen)))


@register.simple_tag
def sheet_group(group: Group, stamp: RulesStamp, mark: str, at: str = "") -> SafeString:
    """Draw a category of the score sheet, hidden if it has no lines. Highlight the lines of the square `at`."""
    if not group.lines:
        return format_html('<div id="sheet-{}" hidden{}></div>', group.category, mark)
    return format_html(
        '<div id="sheet-{}" class="tally__group kind kind--{}"{}><h3 class="tally__category row gap-2 apart baseline">'
        '<a class="rule-link" href="{}">{} {}</a> {}</h3><ul class="sheet" role="list">{}</ul></div>',
        group.category,
        group.category,
        mark,
        rule_address(group.category, stamp),
        icon(group.category),
        group.name,
        vp(group.vp),
        format_html_join("", "<li>{}</li>", ([_line(line, at)] for line in group.lines)),
    )


def _line(line: SheetLine, at: str) -> SafeString:
    return format_html(
        '<button type="button" class="sheet-line{}" data-squares="{}"><span>{}'
        ' <span class="sheet-line__squares">{}</span></span>{}</button>',
        " is-lit" if at in line.squares else "",
        " ".join(line.squares),
        line.reason,
        ", ".join(line.squares),
        vp(line.vp),
    )
