"""What the library's pages are drawn with: `{% load library %}`."""

from urllib.parse import urlencode

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from campaign.library import shelf
from campaign.library.facts import as_rules
from campaign.library.records import Cell, text
from campaign.stamps import RulesStamp
from campaign.templatetags.face import building, icon
from campaign.words import signed
from scoring import MISSIONS, HouseRules, Kind, Mission

register = template.Library()


@register.filter
def said(cell: Cell) -> str:
    """Write a cell of a table in the reader's language; a kind of building with its drawing, a dash for nothing."""
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
    """Return the address that a term of the glossary leads to."""
    return shelf.address_of(*see)


@register.simple_tag
def rule_address(about: str, stamp: RulesStamp) -> str:
    """Return the address of the rule for a kind, a category or a decision, as a table of these rules plays it."""
    query = urlencode(as_rules(stamp.house_rules))
    return keeping(shelf.address_of_rule(about, MISSIONS[stamp.mission]), query)


@register.simple_tag
def mission_address(mission: Mission, house_rules: HouseRules) -> str:
    """Return the address of a mission as a table with these house rules plays it."""
    return keeping(shelf.address_of_mission(mission), urlencode(as_rules(house_rules)))


@register.simple_tag
def rule_link(about: str, stamp: RulesStamp, label: str = "") -> SafeString:
    """Draw a link to a rule: `{% rule_link "harbor" stamp _("Harbors") %}`, or a small book where it has no label."""
    book = icon("rules", label=gettext("Rule"), css="icon--s")
    return format_html('<a class="rule-link" href="{}">{}</a>', rule_address(about, stamp), label or book)


@register.filter
def keeping(address: str, query: str) -> str:
    """Put the house rules of this page into an address: `{{ page.get_absolute_url|keeping:house_query }}`."""
    path, hash_mark, place = address.partition("#")
    return f"{path}?{query}{hash_mark}{place}" if query else address
