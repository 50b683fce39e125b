"""Template tags that draw what every page may have: icons, buildings, players, points, tables and boards."""

from collections.abc import Callable, Collection, Iterable
from functools import cache, lru_cache
from typing import Any, Protocol

from django import template
from django.forms import BoundField
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from campaign.scores.boards import REMEMBERED, CityDrawing, Square, TileDrawing, draw
from campaign.scores.stamps import RulesStamp
from campaign.scores.words import CATEGORY_NAMES, points, signed, words
from campaign.web.parts import Part, part
from campaign.web.preferences import asked_theme, asks_for_tables, colour
from scoring import Allocation, City, Finding, Kind, Mission, ScoreSheet

register = template.Library()

register.simple_tag(colour)
register.simple_tag(points)

NOTHING = SafeString("")
VARIANTS = ("full", "interactive", "small")


class Coloured(Protocol):
    """Somebody with a name and a colour: a player, or a person of the book."""

    name: str
    colour: str


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
def player(person: Coloured, *, absent: bool = False, css: str = "", name_css: str = "") -> SafeString:
    """Draw a player's name and chip. The chip shows the player by colour, shape and initial."""
    return format_html(
        '<span class="{}"><span class="player__chip" aria-hidden="true">{}</span><bdi class="{}">{}</bdi>{}</span>',
        classes("player player--" + person.colour, "player--absent" if absent else "", css),
        person.name[:1].upper(),
        classes("player__name", name_css),
        person,
        format_html('<span class="badge">{}</span>', gettext("absent")) if absent else NOTHING,
    )


@register.simple_tag
def nothing(meaning: str = "") -> SafeString:
    """Draw a dash for a value that does not exist. Screen readers read the `meaning` instead: `_("absent")`."""
    said = format_html('<span class="visually-hidden">{}</span>', meaning) if meaning else NOTHING
    return format_html('<span class="soft" aria-hidden="true">–</span>{}', said)


@register.simple_tag
def chip(person: Coloured) -> SafeString:
    """Draw a player's chip, with the name only for screen readers."""
    return player(person, name_css="visually-hidden")


@register.simple_tag
def players(people: Iterable[Coloured], *, css: str = "", absent: bool = False) -> SafeString:
    """Draw the names and chips of players in a paragraph: `{% players standings.players %}`."""
    return format_html(
        '<p class="{}">{}</p>',
        classes("cluster", css),
        format_html_join("", "{}", ((player(one, absent=absent),) for one in people)),
    )


@register.filter
def bdi(name: str) -> SafeString:
    """Mark a name in a sentence, because the letters of the name may run in the other direction than the sentence."""
    return format_html("<bdi>{}</bdi>", name)


@register.simple_block_tag
def tick_card(content: str, field: BoundField, value: int) -> SafeString:
    """Draw one choice of a field as a card to tick: `{% tick_card form.person person.pk %} name {% endtick_card %}`."""
    return format_html(
        '<label class="choice choice--card" for="{0}_{2}">'
        '<input type="checkbox" name="{1}" id="{0}_{2}" value="{2}"{3}><span class="rows__text">{4}</span></label>',
        field.auto_id,
        field.html_name,
        value,
        SafeString(" checked") if str(value) in map(str, field.value() or ()) else NOTHING,
        content,
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


@register.inclusion_tag("shared/_alert.html")
def alert(text: str, level: str = "info") -> dict[str, str]:
    """Draw a message: `{% alert _("Saved.") "success" %}`. `level` is success, info, warning or error."""
    return {"text": text, "level": level}


@register.simple_tag
def alerts(texts: Iterable[str], level: str) -> SafeString:
    """Draw a message for each text, such as the errors of a form: `{% alerts form.non_field_errors "error" %}`."""
    drawn_texts = (SafeString(render_to_string("shared/_alert.html", alert(text, level))) for text in texts or ())
    return SafeString("".join(drawn_texts))


@register.inclusion_tag("shared/_field_errors.html")
def field_errors(field: BoundField) -> dict[str, BoundField]:
    """Draw the errors of a field below it: `{% field_errors form.name %}`."""
    return {"field": field}


@register.simple_tag
def meter(width: str | float, *, is_loss: bool = False) -> SafeString:
    """Draw a bar for a number beside it, in the colour of the player: `{% meter row.bar %}`. `width` is in percent."""
    return format_html(
        '<svg class="{}" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false">'
        '<rect class="meter__track" width="100" height="8"/><rect class="meter__fill" width="{}" height="8"/></svg>',
        classes("meter", "meter--loss" if is_loss else ""),
        width,
    )


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
