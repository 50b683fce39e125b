"""Template tags for the shell of a page: its files, title, head, ways on, forms, sheets and folds."""

from typing import Any
from urllib.parse import urlencode

from django import template
from django.forms import BaseForm, BaseFormSet
from django.templatetags.static import static
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaign.models import Campaign, Game
from campaign.scores.addresses import address_of_mission, with_query
from campaign.scores.house_rules import as_rules
from campaign.scores.stamps import RulesStamp
from campaign.scores.words import numbered_title, words
from campaign.templatetags.face import NOTHING, classes, icon, request_of
from campaign.templatetags.once import once
from scoring import Mission

register = template.Library()

TITLE = "title of the window"  # the key of the title in the context of the whole page
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


@register.simple_tag
def style(name: str) -> SafeString:
    """Link to a style sheet: `{% style "pages/evening" %}`."""
    return format_html('<link rel="stylesheet" href="{}">', static(f"campaign/css/{name}.css"))


@register.simple_tag
def script(name: str) -> SafeString:
    """Load a script after the page: `{% script "copy" %}`."""
    return format_html('<script src="{}" defer></script>', static(f"campaign/js/{name}.js"))


@register.simple_tag
def module(name: str) -> SafeString:
    """Load a script that imports others: `{% module "evening" %}`."""
    return format_html('<script type="module" src="{}"></script>', static(f"campaign/js/{name}.js"))


@register.simple_block_tag
def render_first(content: str) -> str:
    """Render a part before the parts above it: `{% render_first as head %} the head {% endrender_first %}`."""
    return content


@register.simple_tag(takes_context=True)
def window_title(context: template.Context) -> str:
    """Return the title of the page's head, with the mission and the campaign above it."""
    return context.render_context.get(TITLE) or ""


@register.simple_tag(takes_context=True)
def page_head(
    context: template.Context, title: str, *above: Campaign | Game | RulesStamp | Mission | str, **details: Any
) -> SafeString:
    """Draw the head of a page, like `page_head_with` but without a menu: `{% page_head _("Log") campaign %}`."""
    return page_head_with(context, "", title, *above, **details)


@register.simple_block_tag(takes_context=True)
def page_head_with(  # noqa: PLR0913 - templates pass these arguments by name
    context: template.Context,
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
    `position` is the mission's number in a programme. The title of the window has the names, too.
    """
    names: list[str] = []
    named = [title]
    back = NOTHING
    for target in above:
        address, name = _above(target, query, title, position)
        is_section = isinstance(target, str) and target in SECTIONS
        if not (is_section and names):
            names.append(name)
        if isinstance(target, Campaign | Mission | RulesStamp):
            named.append(name)
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
    context.render_context[TITLE] = " · ".join(map(str, named))
    button = menu = NOTHING
    if rows := " ".join(content.split()):  # the indentation of the templates would be a tenth of the menu
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

    `ways` draws the list. `line` says more, in one line. `css` may be a kind of building.
    """
    return format_html(
        '<span class="{}">{}</span><span class="rows__text"><b>{}</b>{}</span>{}',
        classes("rows__icon", css),
        icon(drawing),
        title,
        format_html(" <small>{}</small>", line) if line else NOTHING,
        icon("next", css="icon--s") if goes else NOTHING,
    )


@register.simple_tag
def way(  # noqa: PLR0913 - templates pass these arguments by name
    drawing: str,
    title: str,
    line: str,
    to: str,
    *ids: Any,
    query: str = "",
    css: str = "",
    goes: bool = True,
    download: bool = False,
) -> SafeString:
    """Draw a row of a list of ways on: `{% way "log" _("Evaluation log") _("Every game") "log" campaign.public_id %}`.

    `to` is as in `button`, or "#id" for a button that opens a sheet.
    """
    content = row(drawing, title, line, css=css, goes=goes)
    if to.startswith("#"):
        return format_html('<li><button type="button" popovertarget="{}">{}</button></li>', to[1:], content)
    address = with_query(_address(to, *ids), query)
    return format_html("<li><a{}>{}</a></li>", _written({"href": address, "download": download}), content)


@register.simple_block_tag
def ways(content: str, title: str = "", *, id: str = "", css: str = "") -> SafeString:  # noqa: A002
    """Draw a list of ways on: `{% ways _("Your account") %} rows by `way` and `act` {% endways %}`.

    With a `title`, it is a section of the page. Without rows, it is nothing.
    """
    if not content.strip():
        return NOTHING
    rows = format_html(
        '<ul{} role="list">{}</ul>',
        _written({"class": classes("rows", css), "id": id or False}),
        SafeString(content.strip()),
    )
    return format_html('<section><h2 class="label">{}</h2>{}</section>', title, rows) if title else rows


@register.simple_tag
def act(
    drawing: str, title: str, line: str = "", *, css: str = "", goes: bool = True, **attributes: str | bool
) -> SafeString:
    """Draw a row that is a button with these attributes: `{% act "check" _("Keep") name="do" value="keep" %}`."""
    content = row(drawing, title, line, css=css, goes=goes)
    return format_html("<li><button{}>{}</button></li>", _written({"type": "submit"} | attributes), content)


@register.simple_tag
def button(  # noqa: PLR0913 - templates pass these arguments by name
    drawing: str,
    title: str,
    look: str = "",
    to: str = "",
    *ids: Any,
    query: str = "",
    of: str = "",
    css: str = "",
    **attributes: str | bool,
) -> SafeString:
    """Draw a button, or a link with its look: `{% button "check" _("Save") "start" name="do" value="it" %}`.

    `look` may be "start", "primary", "bare", "danger", "icon", "large" or "wide". A link leads to the page named
    `to`, which the `ids` complete, or to the address `to`, with the `query`. Screen readers also read `of`, such as a
    player's name.
    """
    looks = (f"button--{one}" for one in look.split())
    where = {"href": with_query(_address(to, *ids), query)} if to else {"type": "submit"}
    return format_html(
        "<{}{}>{}{}{}{}</{}>",
        "a" if to else "button",
        _written({"class": classes("button", *looks, css)} | where | attributes),
        icon(drawing) if drawing else NOTHING,
        " " if drawing and title else NOTHING,
        title,
        format_html('<span class="visually-hidden">: {}</span>', of) if of else NOTHING,
        "a" if to else "button",
    )


@register.simple_block_tag(takes_context=True)
def posts(  # noqa: PLR0913 - templates pass these arguments by name
    context: template.Context,
    content: str,
    action: str = "",
    *ids: Any,
    css: str = "",
    is_once: bool = False,
    leads: bool = False,
    has_files: bool = False,
    asks: BaseForm | BaseFormSet[Any] | None = None,
    **fields: Any,
) -> SafeString:
    """Draw a form around its content: `{% posts "count_votes" campaign.public_id to=0 %} a button {% endposts %}`.

    `action` is as `to` in `button`, or "" for the address of the page. The `fields` are hidden. `is_once` is for a form
    that creates something, `leads` for one that leads all phones on without a new page, and `has_files` for uploads.
    The page asks before somebody leaves it with unsaved changes to the form `asks`.
    """
    address = _address(action, *ids) if action else ""
    hidden = {"csrfmiddlewaretoken": context.get("csrf_token")} | fields
    attributes = {"class": css or False, "action": address or False}
    if leads:
        attributes |= {"hx-post": address, "hx-swap": "none", "data-leads": True}
    if has_files:
        attributes["enctype"] = "multipart/form-data"
    if asks is not None:
        attributes["data-ask"] = "now" if asks.is_bound else ""
    return format_html(
        '<form method="post" novalidate{}>{}{}{}</form>',
        _written(attributes),
        format_html_join("", '<input type="hidden" name="{}" value="{}">', hidden.items()),
        once(context) if is_once else NOTHING,
        SafeString(content),
    )


def _address(to: str, *ids: Any) -> str:
    return to if any(mark in to for mark in "/#?") else reverse(to, args=ids)


def _written(attributes: dict[str, Any]) -> SafeString:
    """Write attributes of an element: `data_print=True` as data-print. False leaves an attribute out."""
    return format_html_join(
        "",
        "{}",
        (
            (SafeString(f" {name}") if value is True else format_html(' {}="{}"', name, value),)
            for name, value in ((key.replace("_", "-"), value) for key, value in attributes.items())
            if value is not False
        ),
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
def details(  # noqa: PLR0913 - templates pass these arguments by name
    content: str,
    summary: str,
    *,
    drawing: str = "",
    id: str = "",  # noqa: A002
    css: str = "",
    body: str = "",
    is_open: Any = False,
) -> SafeString:
    """Draw a part of a page that unfolds: `{% details _("House rules") %} content {% enddetails %}`.

    `body` has further classes of the element around the content.
    """
    return format_html(
        "<details{}><summary>{}{}</summary><div{}>{}</div></details>",
        _written({"class": classes("details", css), "id": id or False, "open": bool(is_open)}),
        format_html("{} ", icon(drawing)) if drawing else NOTHING,
        summary,
        _written({"class": classes("details__body", body)}),
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
