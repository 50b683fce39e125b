"""Figures of results in templates: `{% load results %}`."""

from collections.abc import Iterable

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from campaign.models import Player
from campaign.templatetags.face import classes, player
from campaign.web.drawn import Part, part
from campaign.words import signed

register = template.Library()
register.filter(signed)


@register.simple_tag
def player_mark(colour: str, size: int) -> Part:
    """Draw a player's mark of a chart, so far from its middle to its edge."""
    return part("results/_mark.html", colour=colour, size=size, double=2 * size)


@register.simple_block_tag
def players_table(content: str, caption: str, players: Iterable[Player], *, first: str, css: str = "") -> SafeString:
    """Draw a table with a column for each player: `{% players_table caption players first=_("Mission") %} rows`."""
    heads = format_html_join(
        "", '<th scope="col" class="number column-player">{}</th>', ((player(one.name, one.colour),) for one in players)
    )
    return format_html(
        '<div class="table-box" tabindex="0" role="region" aria-label="{}"><table class="{}">'
        '<caption class="visually-hidden">{}</caption>'
        '<thead><tr><th scope="col">{}</th>{}</tr></thead>{}</table></div>',
        caption,
        classes("table table--close table--even", css),
        caption,
        first,
        heads,
        SafeString(content.strip()),
    )
