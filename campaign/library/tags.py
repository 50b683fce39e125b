"""Template tags of the library: `{% load library %}`."""

from urllib.parse import urlencode

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from campaign.library import contents
from campaign.library.records import Cell, Source, text
from campaign.library.sources import mark_of
from campaign.scores.addresses import address_of_mission, with_query
from campaign.scores.house_rules import TIEBREAK, as_rules
from campaign.scores.stamps import RulesStamp
from campaign.scores.words import signed
from campaign.templatetags.face import building, icon
from campaign.web.table import table_of
from scoring import HouseRules, Kind, Mission

register = template.Library()


@register.filter
def said(cell: Cell) -> str:
    """Write a table's cell in the active language: a kind of building with its drawing, and an empty cell as a dash."""
    if cell is None:
        return "–"
    if isinstance(cell, int):
        return signed(cell)
    return building(cell) if isinstance(cell, Kind) else text(cell)


@register.filter
def is_number(cell: Cell) -> bool:
    return cell is None or isinstance(cell, int)


@register.filter
def address(see: tuple[str, str]) -> str:
    """Return the address of the page that explains a glossary term."""
    return contents.address_of(*see)


@register.simple_tag
def source_mark(source: str | None) -> SafeString:
    """Draw the mark of a source as a link to the list of sources, or nothing: `{% source_mark "inferred" %}`."""
    if source is None:
        return SafeString("")
    address = f"{reverse('rule', args=['decisions'])}#sources"
    return format_html('<a class="source-mark soft small" href="{}">({})</a>', address, mark_of(Source(source)))


@register.simple_tag
def rule_address(about: str, stamp: RulesStamp) -> str:
    """Return the address of the page about a rule such as "harbor" or "D5". Query parameters give the house rules."""
    query = urlencode(as_rules(stamp.house_rules))
    return keeping(contents.address_of_rule(about, stamp.as_mission), query)


@register.simple_tag(takes_context=True)
def mission_address(context: template.Context, mission: Mission, house_rules: HouseRules | None = None) -> str:
    """Return the address of a mission's page. If `house_rules` are given, the page explains the mission under them."""
    if house_rules is None:
        return address_of_mission(mission)
    query, request = as_rules(house_rules), context.get("request")
    # Without house rules in the query, the middleware `keep_table` would add the campaign's house rules to this link.
    if request and not query and as_rules(table_of(request).house_rules):
        query = {TIEBREAK: str(house_rules.tiebreak_mission)}
    return address_of_mission(mission, query)


@register.simple_tag
def rule_link(about: str, stamp: RulesStamp, label: str = "") -> SafeString:
    """Draw a link to a rule: `{% rule_link "harbor" stamp _("Harbors") %}`. If no label is given, draw a book icon."""
    book = icon("rules", label=gettext("Rule"), css="icon--s")
    return format_html('<a class="rule-link" href="{}">{}</a>', rule_address(about, stamp), label or book)


@register.filter
def keeping(address: str, query: str) -> str:
    """Add the present page's house rules to an address: `{{ page.get_absolute_url|keeping:house_query }}`."""
    return with_query(address, query)
