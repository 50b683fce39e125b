"""What the library's pages are drawn with: `{% load library %}`."""

from django import template

from campaign.library import shelf
from campaign.library.records import Cell, text
from campaign.templatetags.face import building
from campaign.words import signed
from scoring import Kind

register = template.Library()


@register.filter
def said(cell: Cell) -> str:
    """A cell of a table in the reader's language; a kind of building with its drawing, a dash for nothing."""
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
    """Where a term of the glossary leads."""
    return shelf.address_of(*see)


@register.filter
def keeping(address: str, query: str) -> str:
    """An address with the house rules of this page in its query: `{{ page.get_absolute_url|keeping:house_query }}`."""
    path, hash_mark, place = address.partition("#")
    return f"{path}?{query}{hash_mark}{place}" if query else address
