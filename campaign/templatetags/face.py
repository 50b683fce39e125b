"""What every page is drawn with: `{% load face %}`."""

from collections.abc import Collection, Iterable
from functools import cache, lru_cache
from typing import Any
from urllib.parse import urlencode

from django import template
from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from campaign.boards import REMEMBERED, Drawing, Square, Tile, draw
from campaign.library.facts import as_rules
from campaign.models import Campaign, Game
from campaign.stamps import RulesStamp
from campaign.web.drawn import Part, part
from campaign.web.theme import asked_theme, colour
from campaign.words import CATEGORY_NAMES, numbered_title, points, signed, words
from scoring import MISSIONS, Allocation, City, Finding, Kind, Mission, ScoreSheet

register = template.Library()

register.simple_tag(colour)
register.simple_tag(points)

NOTHING = SafeString("")
VARIANTS = ("full", "interactive", "small")
# Names of addresses.
SECTIONS = {
    "missions": _("Missions"),
    "rules": _("Rules"),
    "account": _("Account"),
    "book": _("The table's book"),
}


def request_of(context: template.Context) -> HttpRequest | None:
    """Return the request, None on an error page."""
    return context.get("request")


def classes(*names: str) -> str:
    return " ".join(name for name in names if name)


@register.simple_tag(takes_context=True)
def theme(context: template.Context) -> str:
    """Return the theme this browser asked for, "light" or "dark"; nothing follows the system."""
    request = request_of(context)
    return asked_theme(request) if request else ""


@cache
def sprite_address() -> str:
    """Look the file of all drawings up once: a page shows some hundred."""
    return static("campaign/img/icons.svg")


@register.simple_tag
def icon(name: str, label: str = "", css: str = "") -> SafeString:
    """Draw a symbol of icons.svg: `{% icon "harbor" %}` beside a word, with a label where it stands for one.

    `css` takes icon--s, icon--l, icon--xl.
    """
    meaning = format_html('role="img" aria-label="{}"', label) if label else SafeString('aria-hidden="true"')
    return format_html(
        '<svg class="{}" viewBox="0 0 24 24" {} focusable="false"><use href="{}#{}"></use></svg>',
        classes("icon", css),
        meaning,
        sprite_address(),
        name,
    )


@register.filter
def category_name(category: str) -> str:
    """Return the name of a category of the score sheet; `{% icon category %}` draws it."""
    return str(CATEGORY_NAMES[category])


@register.simple_tag
def building(kind: Kind | str, css: str = "") -> SafeString:
    """Draw a kind of building in its colour, with its name: `{% building "harbor" %}`."""
    kind = Kind(kind)
    return format_html(
        '<span class="{}">{} {}</span>',
        classes("building kind kind--" + kind, css),
        icon(kind.value),
        words(kind.label),
    )


@register.simple_tag
def vp(points: int | None, css: str = "") -> SafeString:
    """Write victory points with their unit; a dash where there are none yet. `css` takes vp--large."""
    if points is None:
        dash = '<span class="vp"><span aria-hidden="true">–</span><span class="visually-hidden">{}</span></span>'
        return format_html(dash, gettext("no points yet"))
    before, _, after = ngettext("{number} VP", "{number} VP", abs(points)).partition("{number}")
    return format_html(
        '<span class="{}">{}<span class="vp__number">{}</span><span class="vp__unit">{}</span></span>',
        classes("vp", css, "vp--loss" if points < 0 else ""),
        before,
        signed(points),
        after,
    )


@register.simple_tag
def player(name: str, colour: str, *, absent: bool = False, css: str = "") -> SafeString:
    """Draw a player: name, and a chip whose colour, shape and initial all say who it is."""
    return format_html(
        '<span class="{}"><span class="player__chip" aria-hidden="true">{}</span>'
        '<span class="player__name">{}</span>{}</span>',
        classes("player player--" + colour, "player--absent" if absent else "", css),
        name[:1].upper(),
        name,
        format_html('<span class="badge">{}</span>', gettext("absent")) if absent else NOTHING,
    )


@register.simple_block_tag
def page_head(
    content: str,
    title: str,
    *above: Campaign | Game | RulesStamp | Mission | str,
    lead: str = "",
    drawing: str = "",
    query: str = "",
    css: str = "",
) -> SafeString:
    """Draw the head of a page: `{% page_head _("Log") campaign lead=_("All of it.") %} buttons {% endpage_head %}`.

    `above` leads back: a campaign, a game with its mission, a mission (by its stamp, as a table plays it), a name of
    SECTIONS (with `query`), or words.
    """
    links = format_html_join("\N{NO-BREAK SPACE}· ", "{}", ((_link(each, query, title),) for each in above))
    return format_html(
        '<header class="{}"><div>{}{}{}</div>{}</header>',
        classes("page-head", css),
        format_html('<p class="eyebrow">{}</p>', links) if links else NOTHING,
        format_html("<h1>{}{}</h1>", icon(drawing, css="icon--l") if drawing else NOTHING, title) if title else NOTHING,
        format_html('<p class="lead">{}</p>', lead) if lead else NOTHING,
        SafeString(content.strip()),
    )


def _link(target: Campaign | Game | RulesStamp | Mission | str, query: str, title: str) -> SafeString:
    match target:
        case Campaign():
            address, label = target.get_absolute_url(), target.name
        case Game():
            label = gettext("Result") if target.is_finished else gettext("The game")
            game = format_html('<a href="{}">{}</a>', target.get_absolute_url(), label)
            return format_html("{}&nbsp;· {}", _link(target.stamp, query, title), game)
        case RulesStamp():
            return _link(MISSIONS[target.mission], urlencode(as_rules(target.house_rules)), title)
        case Mission():
            address, name = reverse("mission", args=[target.number, target.slug]), words(target.title)
            address += f"?{query}" if query else ""
            label = numbered_title(target)
            if name == title:  # right below
                label = gettext("Mission %(number)s") % {"number": target.number}
        case _ if target in SECTIONS:
            address, label = reverse(target) + (f"?{query}" if query else ""), str(SECTIONS[target])
        case _:
            return format_html("{}", target)
    return format_html('<a href="{}">{}</a>', address, label)


@register.simple_tag(takes_context=True)
def nav_link(context: template.Context, name: str, label: str, drawing: str) -> SafeString:
    """Draw an entry of the navigation; nothing where the site has no page of that name."""
    try:
        address = reverse(name)
    except NoReverseMatch:
        return NOTHING
    request = request_of(context)
    path = request.path if request else ""
    here = path == address or (address != "/" and path.startswith(address))
    current = SafeString(' aria-current="page"') if here else NOTHING
    return format_html('<li><a href="{}"{}>{} {}</a></li>', address, current, icon(drawing), label)


@register.filter
def drawn(tile: Tile, sprite: str) -> Part:
    """Draw a tile as on a board."""
    return part("shared/_square.html", tile=tile, sprite=sprite)


@register.simple_tag(name="square_button")
def square_part(square: Square, id: str = "board", name: str = "square", form: str = "") -> Part:  # noqa: A002
    """Draw a square of an interactive board."""
    return _square_part(square, sprite_address(), id, name, form)


@lru_cache(maxsize=REMEMBERED)
def _square_part(square: Square, sprite: str, id: str, name: str, form: str) -> Part:  # noqa: A002
    return part("shared/_square_button.html", square=square, sprite=sprite, id=id, name=name, form=form)


@register.inclusion_tag("shared/_board.html")
def board(  # noqa: PLR0913 - the names are its language in templates
    city: City | Drawing | str,
    *,
    sheet: ScoreSheet | None = None,
    allocation: Allocation | None = None,
    findings: Iterable[Finding] = (),
    variant: str = "full",
    selected: str = "",
    lit: Collection[str] = (),
    label: str = "",
    labelled_by: str = "",
    id: str = "board",  # noqa: A002
    name: str = "square",
    form: str = "",
    stamp: RulesStamp | None = None,
) -> dict[str, Any]:
    """Draw a city on its mat: `{% board city sheet=sheet allocation=best findings=findings variant="interactive" %}`.

    Variants: "full" is looked at, "small" is a thumbnail, "interactive" has a button on every square, which sends
    `name=B3` with the form around it, or with the form of the id `form`. `id` keeps two boards of a page apart and
    lets focus find its square again after a swap ("board-B3"). `selected` and `lit` name squares. `labelled_by` is the
    id of what names an interactive board, where that changes with it. A city may be drawn already. With a `stamp` each
    square of a city that is looked at leads to its rule, an empty one to where tiles are placed.
    """
    if variant not in VARIANTS:
        raise template.TemplateSyntaxError(f"expected a board that is {', '.join(VARIANTS)}, got {variant!r}")
    city = City.parse(city) if isinstance(city, str) else city
    drawing = city if isinstance(city, Drawing) else draw(city, sheet, allocation, findings, selected, lit)
    return {
        "drawing": drawing,
        "variant": variant,
        "label": label or drawing.label,
        "labelled_by": labelled_by,
        "id": id,
        "name": name,
        "form": form,
        "stamp": stamp,
        "sprite": sprite_address(),
    }
