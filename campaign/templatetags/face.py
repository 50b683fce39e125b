"""Template tags that every page may use: `{% load face %}`."""

from collections.abc import Callable, Collection, Iterable
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

from campaign.models import Campaign, Game
from campaign.scores.addresses import address_of_mission, with_query
from campaign.scores.boards import REMEMBERED, CityDrawing, Square, TileDrawing, draw
from campaign.scores.house_rules import as_rules
from campaign.scores.stamps import RulesStamp
from campaign.scores.words import CATEGORY_NAMES, numbered_title, points, signed, words
from campaign.web.parts import Part, part
from campaign.web.preferences import asked_theme, asks_for_tables, colour
from scoring import Allocation, City, Finding, Kind, Mission, ScoreSheet

register = template.Library()

register.simple_tag(colour)
register.simple_tag(points)

NOTHING = SafeString("")
VARIANTS = ("full", "interactive", "small")
# The main sections of the site: the name of the URL pattern, and the label.
SECTIONS = {
    "home": _("Your campaigns"),
    "missions": _("Missions"),
    "rules": _("Rules"),
    "account": _("Account"),
    "book": _("The table's book"),
}

# Pages that mark an entry of the navigation as current, although their addresses do not begin with the entry's address.
ALSO_UNDER = {
    "home": ("account", "book", "import_campaign", "into_campaign", "new_campaign", "play"),
    "missions": ("par",),
    "rules": ("architects", "tiles"),
}


def request_of(context: template.Context) -> HttpRequest | None:
    """Return the request. Return None on an error page, which has no request."""
    return context.get("request")


def classes(*names: str) -> str:
    return " ".join(name for name in names if name)


# The names of plural forms in JavaScript (Intl.PluralRules), each with a number that takes this form.
PLURALS = {"one": 1, "few": 2, "many": 5, "other": 5}


def _by_form(name: str, say: Callable[[int], str]) -> SafeString:
    """Return an attribute with a sentence for each plural form, such as `data-waits-one`. `say` gets an example."""
    said = ((name, form, say(count) % {"count": "{count}"}) for form, count in PLURALS.items())
    return format_html_join("", ' data-{}-{}="{}"', said)


@register.simple_tag
def waits() -> SafeString:
    """Draw the text "Offline". Its data attributes hold the sentences that js/waiting.js shows while taps wait."""
    offline = gettext("Offline")
    said = _by_form(
        "waits",
        lambda count: ngettext("%(count)s tap waits for the network", "%(count)s taps wait for the network", count),
    )
    return format_html('<span data-nothing-waits="{}"{}>{}</span>', offline, said, offline)


@register.simple_tag
def loses() -> SafeString:
    """Draw a hidden warning for a page that logs out. js/waiting.js shows it if taps wait on the device."""
    said = _by_form(
        "loses",
        lambda count: ngettext(
            "%(count)s tap on this device has not been sent. Logging out deletes it.",
            "%(count)s taps on this device have not been sent. Logging out deletes them.",
            count,
        ),
    )
    return format_html(
        '<div class="alert row top alert--warning" role="status" hidden>{}<div{}></div></div>', icon("warning"), said
    )


@register.simple_tag(takes_context=True)
def theme(context: template.Context) -> str:
    """Return the theme that this browser asked for: "light" or "dark", or "" to follow the system's theme."""
    request = request_of(context)
    return asked_theme(request) if request else ""


@register.simple_tag(takes_context=True)
def shows_tables(context: template.Context) -> bool:
    """Return True if this browser asked for tables in place of charts and maps."""
    request = request_of(context)
    return request is not None and asks_for_tables(request)


@cache
def sprite_address() -> str:
    """Return the URL of icons.svg. Cache it, because a page may draw a hundred icons."""
    return static("campaign/img/icons.svg")


@register.simple_tag
@lru_cache(maxsize=1024, typed=True)  # the page of an evening draws a hundred icons; `typed` keeps safe texts apart
def icon(name: str, label: str = "", css: str = "") -> SafeString:
    """Draw a symbol of icons.svg: `{% icon "harbor" %}`.

    A symbol without a text beside it needs a `label` for screen readers. `css` may be icon--s, icon--l or icon--xl.
    """
    meaning = format_html('role="img" aria-label="{}"', label) if label else SafeString('aria-hidden="true"')
    return format_html(
        '<svg class="{}" {}><use href="{}#{}"/></svg>',
        classes("icon", css),
        meaning,
        sprite_address(),
        name,
    )


@register.filter
def emblem(mission: Mission) -> str:
    """Return the name of a mission's emblem in icons.svg."""
    return f"emblem-{mission.number}"


@register.filter
def category_name(category: str) -> str:
    """Return the translated name of a category of the score sheet."""
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
    """Write victory points with their unit, or a dash for None. `css` may be vp--large."""
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
def player(name: str, colour: str, *, absent: bool = False, css: str = "", name_css: str = "") -> SafeString:
    """Draw a player's name and chip. The chip shows the player by colour, shape and initial."""
    return format_html(
        '<span class="{}"><span class="player__chip" aria-hidden="true">{}</span><bdi class="{}">{}</bdi>{}</span>',
        classes("player player--" + colour, "player--absent" if absent else "", css),
        name[:1].upper(),
        classes("player__name", name_css),
        name,
        format_html('<span class="badge">{}</span>', gettext("absent")) if absent else NOTHING,
    )


@register.filter
def bdi(name: str) -> SafeString:
    """Mark a name in a sentence, because the letters of the name may run in the other direction than the sentence."""
    return format_html("<bdi>{}</bdi>", name)


@register.simple_tag
def page_head(title: str, *above: Campaign | Game | RulesStamp | Mission | str, **details: Any) -> SafeString:
    """Draw the head of a page, like `page_head_with` but without a menu: `{% page_head _("Log") campaign %}`."""
    return page_head_with("", title, *above, **details)


@register.simple_block_tag
def page_head_with(  # noqa: PLR0913 - templates pass these arguments by name
    content: str,
    title: str,
    *above: Campaign | Game | RulesStamp | Mission | str,
    lead: str = "",
    drawing: str = "",
    query: str = "",
    css: str = "",
    position: int | None = None,
) -> SafeString:
    """Draw the head of a page: `{% page_head_with _("Log") campaign %} rows of the menu {% endpage_head_with %}`.

    Each argument of `above` is named above the title: an object, any text, or, if it is the only one, a section
    ("rules"). The back button leads to the last one that has an address. `query` is added to addresses of the library.
    `position` is the mission's number in a programme.
    """
    names: list[str] = []
    back = NOTHING
    for target in above:
        address, name = _above(target, query, title, position)
        is_section = isinstance(target, str) and target in SECTIONS
        if not (is_section and names):
            names.append(name)
        if address:
            # From a page of the library, Back leads to where the reader came from. From a campaign it leads upwards.
            attributes = SafeString(" data-back") if is_section and target != "home" else NOTHING
            back = format_html(
                '<a class="page-head__button no-print" href="{}" aria-label="{}"{}>{}</a>',
                address,
                gettext("Back: %(page)s") % {"page": name},
                attributes,
                icon("previous"),
            )
    button = menu = NOTHING
    if rows := content.strip():
        menu = sheet(format_html('<ul class="rows" role="list">{}</ul>', SafeString(rows)), "more", title)
        button = format_html(
            '<button class="page-head__button no-print" type="button" popovertarget="more" aria-label="{}">{}</button>',
            gettext("More"),
            icon("more"),
        )
    return format_html(
        '<header class="{}">{}{}<div class="page-head__title">{}{}</div>{}</header>{}{}',
        classes("page-head", css),
        back,
        icon(drawing, css="page-head__emblem") if drawing else NOTHING,
        format_html('<p class="eyebrow">{}</p>', "\N{NO-BREAK SPACE}· ".join(names)) if names else NOTHING,
        format_html("<h1>{}</h1>", title) if title else NOTHING,
        button,
        menu,
        format_html('<p class="lead page-lead">{}</p>', lead) if lead else NOTHING,
    )


def _above(
    target: Campaign | Game | RulesStamp | Mission | str, query: str, title: str, position: int | None
) -> tuple[str, str]:
    """Return the address and the name of a page above another page. A text has no address."""
    match target:
        case Campaign():
            return target.get_absolute_url(), target.name
        case Game():
            return target.get_absolute_url(), gettext("Result") if target.is_finished else gettext("The game")
        case RulesStamp():
            query = urlencode(as_rules(target.house_rules))
            return _above(target.as_mission, query, title, None)
        case Mission():
            position = target.number if position is None else position
            name = numbered_title(target, position)
            if words(target.title) == title:  # the page's title, right below the name, already names the mission
                name = gettext("Mission %(number)s") % {"number": position} if position else gettext("Single game")
            return with_query(address_of_mission(target), query), name
        case _ if target in SECTIONS:
            return with_query(reverse(target), query), str(SECTIONS[target])
        case _:
            return "", str(target)


@register.simple_tag
def row(drawing: str, title: str, line: str = "", *, css: str = "", goes: bool = True) -> SafeString:
    """Draw the content of a link or button in a list of ways on: `<li><a href="...">{% row "log" _("Log") %}</a></li>`.

    The list is `<ul class="rows" role="list">`. `line` says more, in one line. `css` may be a kind of building.
    """
    return format_html(
        '<span class="{}">{}</span><span class="rows__text"><b>{}</b>{}</span>{}',
        classes("rows__icon", css),
        icon(drawing),
        title,
        format_html(" <small>{}</small>", line) if line else NOTHING,
        icon("next", css="icon--s") if goes else NOTHING,
    )


@register.simple_block_tag
def sheet(content: str, id: str, title: str, *, css: str = "") -> SafeString:  # noqa: A002
    """Draw a popover with its title: `{% sheet "steps" _("All steps") %} content {% endsheet %}`.

    On a phone it is a sheet at the lower end of the screen, and `popovertarget="steps"` opens it. With the `css`
    "pop--lies-open" it is a part of the page on a wide screen.
    """
    return format_html(
        '<section class="{}" id="{}" popover aria-labelledby="{}-title"><div class="row apart">'
        '<h2 class="card__title" id="{}-title">{}</h2>'
        '<button class="button button--icon button--bare pop__close" type="button" popovertarget="{}"'
        ' popovertargetaction="hide" aria-label="{}">{}</button></div>{}</section>',
        classes("pop stack gap-2", css),
        id,
        id,
        id,
        title,
        id,
        gettext("Close"),
        icon("close"),
        SafeString(content.strip()),
    )


@register.simple_block_tag
def captioned_table(content: str, caption: str, *, css: str = "", shows_caption: bool = False) -> SafeString:
    """Draw a table that scrolls in its box: `{% captioned_table _("Standings") %} rows {% endcaptioned_table %}`.

    Without `shows_caption`, only screen readers read the caption.
    """
    return format_html(
        '<div class="table-box" tabindex="0" role="region" aria-label="{}"><table class="{}">'
        "<caption{}>{}</caption>{}</table></div>",
        caption,
        classes("table", css),
        NOTHING if shows_caption else SafeString(' class="visually-hidden"'),
        caption,
        SafeString(content.strip()),
    )


@register.simple_tag(takes_context=True)
def nav_link(context: template.Context, name: str, label: str, drawing: str) -> SafeString:
    """Draw an entry of the navigation. Draw nothing if the site has no URL with this name.

    An entry is marked as current if the open page belongs to it. On a campaign's pages, "home" links to the campaign.
    """
    try:
        own = address = reverse(name)
    except NoReverseMatch:
        return NOTHING
    request = request_of(context)
    path = request.path if request else ""
    if name == "home" and isinstance(campaign := context.get("campaign"), Campaign):
        address = campaign.get_absolute_url()
    addresses = [address, *[reverse(other) for other in ALSO_UNDER.get(name, ())]]
    here = path == own or any(path.startswith(prefix) for prefix in addresses if prefix != "/")
    current = SafeString(' aria-current="page"') if here else NOTHING
    return format_html('<li><a href="{}"{}>{} {}</a></li>', address, current, icon(drawing), label)


@register.filter
def tile_drawing(tile: TileDrawing, sprite: str) -> Part:
    """Draw a tile in the style of a board. `sprite` is the URL of icons.svg."""
    return part("shared/_square.html", tile=tile, sprite=sprite)


@register.simple_tag(name="square_button")
def square_part(square: Square, id: str = "board", name: str = "square", form: str = "") -> Part:  # noqa: A002
    """Draw a square of an interactive board."""
    return _square_part(square, sprite_address(), id, name, form)


@lru_cache(maxsize=REMEMBERED)
def _square_part(square: Square, sprite: str, id: str, name: str, form: str) -> Part:  # noqa: A002
    return part("shared/_square_button.html", square=square, sprite=sprite, id=id, name=name, form=form)


@register.inclusion_tag("shared/_board.html")
def board(  # noqa: PLR0913 - templates pass these arguments by name
    city: City | CityDrawing | str,
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

    The variant "full" is for viewing, "small" is a thumbnail, and "interactive" has a button on every square. A button
    submits its square in the field `name`, such as "square=B3".

    The ids of squares begin with `id`, as in "board-B3". `selected` is the name of the selected square, and `lit` has
    the names of highlighted squares. With a game's rules in `stamp`, the squares of a "full" board link to rules.
    """
    if variant not in VARIANTS:
        raise template.TemplateSyntaxError(f"expected a board that is {', '.join(VARIANTS)}, got {variant!r}")
    city = City.parse(city) if isinstance(city, str) else city
    drawing = city if isinstance(city, CityDrawing) else draw(city, sheet, allocation, findings, selected, lit)
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
