"""Template tags for the results of games: `{% load results %}`."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from campaign.models import Player
from campaign.scores.words import signed
from campaign.templatetags.face import captioned_table, classes, player
from campaign.web.parts import Part, part

register = template.Library()
register.filter(signed)


@register.simple_tag
def player_mark(colour: str, size: int) -> Part:
    """Draw a player's mark for a chart; `size` is half the width of the mark."""
    return part("results/_mark.html", colour=colour, size=size, double=2 * size)


@register.simple_block_tag
def revealed_row(content: str, row: Any, unit: str = "") -> SafeString:
    """Draw a player's row in a reveal: `{% revealed_row row %} the city {% endrevealed_row %}`."""
    return render_to_string("results/_revealed.html", {"row": row, "unit": unit, "drawing": SafeString(content)})


@register.simple_block_tag
def players_table(content: str, caption: str, players: Iterable[Player], *, first: str, css: str = "") -> SafeString:
    """Draw a table with one column per player. The block contains the rows. `first` is the first column's heading."""
    heads = format_html_join(
        "",
        '<th scope="col" class="number column-player">{}</th>',
        ((player(one, name_css="hidden-on-phones"),) for one in players),
    )
    rows = format_html('<thead><tr><th scope="col">{}</th>{}</tr></thead>{}', first, heads, SafeString(content.strip()))
    return captioned_table(rows, caption, css=classes("table--close table--even", css))
