"""Middleware: add a group's rules to the links of its pages. Then the linked pages explain the rules of this group.

In this module, a table is a group that plays together. Its rules are its house rules and its election rule. A page
belongs to a table if it is a page of a campaign, or if its address contains a table's rules as query parameters.

`reads_table` marks the views that explain rules. If a page of a table has a link, form or redirect to such a view, the
middleware adds the table's rules as query parameters. If a link already has a house rule, the middleware adds no other
house rule: such a link belongs to a game that was played under earlier rules.
"""

import re
from collections.abc import Callable
from functools import lru_cache, wraps
from html import unescape
from typing import Any, Concatenate, ParamSpec, TypeVar
from urllib.parse import parse_qsl, urlencode, urlsplit

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import resolve
from django.utils.html import escape, format_html_join

from campaign.scores.addresses import with_query
from campaign.scores.house_rules import (
    BEST_OF,
    ELECTION,
    HOUSE_RULES,
    NO_TABLE,
    SWITCHES,
    TIEBREAK,
    TableRules,
    as_rules,
)
from campaign.scores.programmes import MOST_MISSIONS
from scoring import CountBy, ElectionRule, HouseRules

P = ParamSpec("P")
R = TypeVar("R", bound=HttpRequest)

A_TAG = re.compile(r"<a\b[^>]*>")
FORM = re.compile(r"(<form\b[^>]*>)(.*?)(?=</form>)", re.DOTALL)
ATTRIBUTE = re.compile(r'(?<=\s)(href|hx-get|action|method)="([^"]*)"')
FIELD_NAME = re.compile(r'\sname="([^"]*)"')
NAMES = frozenset((*HOUSE_RULES, ELECTION, BEST_OF))  # the query parameters of TableRulesForm
HEADERS = ("Location", "HX-Push-Url", "HX-Replace-Url", "HX-Redirect")


def _mission_number() -> forms.TypedChoiceField:
    # Pass a function as `choices`. Django calls it only if there is a value to check, and most addresses have no value.
    return forms.TypedChoiceField(coerce=int, empty_value=None, required=False, choices=_mission_choices)


def _mission_choices() -> list[tuple[int, str]]:
    return [(number, str(number)) for number in range(1, MOST_MISSIONS + 1)]


class TableRulesForm(forms.Form):
    """A group's rules as query parameters: `?harbor_workers=1&tiebreak_mission=5&election_by=average`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, label in SWITCHES.items():
            self.fields[name] = forms.BooleanField(label=label, required=False)
        self.fields[TIEBREAK] = _mission_number()
        ways = [(way.value, way.value) for way in CountBy]
        self.fields[ELECTION] = forms.TypedChoiceField(coerce=CountBy, empty_value=None, required=False, choices=ways)
        self.fields[BEST_OF] = _mission_number()

    @property
    def table_rules(self) -> TableRules:
        """Return the group's rules. A rule that is not in the address has its default."""
        given = {name: self.cleaned_data.get(name) or getattr(NO_TABLE, name) for name in (*HOUSE_RULES, ELECTION)}
        by, best_of = given.pop(ELECTION), self.cleaned_data.get(BEST_OF) or NO_TABLE.best_of
        return TableRules.of(HouseRules(**given), ElectionRule(by, best_of))

    @property
    def house_rules(self) -> HouseRules:
        return self.table_rules.house_rules


def asked_table(request: HttpRequest) -> TableRules:
    """Return the group's rules in the query parameters; `NO_TABLE` if there are none, or if one is invalid."""
    if NAMES.isdisjoint(request.GET):
        return NO_TABLE
    form = TableRulesForm(request.GET)
    return form.table_rules if form.is_valid() else NO_TABLE


def at_table(request: HttpRequest, table: TableRules) -> None:
    """Store a group's rules in the request, so that `keep_table` adds them to the links of the page."""
    request.table = table  # type: ignore[attr-defined]


def table_of(request: HttpRequest) -> TableRules:
    """Return the rules of the group to which the page belongs; `NO_TABLE` for a page of no group."""
    table: TableRules = getattr(request, "table", NO_TABLE)
    return table


def reads_table(view: Callable[Concatenate[R, P], HttpResponse]) -> Callable[Concatenate[R, P], HttpResponse]:
    """Mark a view whose page explains rules. Read the rules of the group from the query parameters of the request."""

    @wraps(view)
    def wrapper(request: R, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        at_table(request, asked_table(request))
        return view(request, *args, **kwargs)

    wrapper.reads_table = True  # type: ignore[attr-defined]
    return wrapper


@lru_cache(maxsize=4096)
def tells_rules(path: str) -> bool:
    """Return True if the view at this path has the decorator `reads_table`. The page of such a view explains rules."""
    try:
        return getattr(resolve(path).func, "reads_table", False)
    except Http404:
        return False


def keep_table(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: add a group's rules as query parameters to the links, forms and redirects of a response."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        query = as_rules(table_of(request))
        if query and not response.streaming:
            for header in response.headers.keys() & HEADERS:
                response[header] = with_rules(response[header], query, request.path)
            if response.get("Content-Type", "").startswith("text/html"):
                response.content = keep_in_page(response.content.decode(), query, request.path)
        return response

    return middleware


def keep_in_page(page: str, query: dict[str, str], path: str) -> str:
    """In the HTML of a page, add the group's rules to links and forms that lead to pages about rules."""

    def attribute(found: re.Match[str]) -> str:
        name, value = found.groups()
        return f'{name}="{escape(with_rules(unescape(value), query, path))}"' if name != "method" else found[0]

    def link(found: re.Match[str]) -> str:
        return ATTRIBUTE.sub(attribute, found[0])

    def form(found: re.Match[str]) -> str:
        tag, inside = found.groups()
        given = dict(ATTRIBUTE.findall(tag))
        if given.get("method", "get") != "get":
            return ATTRIBUTE.sub(attribute, tag) + inside
        if not tells_rules(urlsplit(unescape(given.get("action", ""))).path or path):
            return found[0]
        # When a browser submits a GET form, it drops the query of the address. Hidden fields keep the query.
        named = set(FIELD_NAME.findall(inside))
        hidden = [(name, value) for name, value in query.items() if name not in named]
        return tag + format_html_join("", '<input type="hidden" name="{}" value="{}">', hidden) + inside

    return FORM.sub(form, A_TAG.sub(link, page))


def with_rules(address: str, query: dict[str, str], path: str) -> str:
    """Add the group's rules to an address, if it leads to a page about rules. `path` is the path of the request."""
    parts = urlsplit(address)
    if parts.scheme or parts.netloc or not (parts.path or parts.query) or not tells_rules(parts.path or path):
        return address
    named = {name for name, _value in parse_qsl(parts.query, keep_blank_values=True)}
    if not named.isdisjoint(HOUSE_RULES):
        query = {name: value for name, value in query.items() if name not in HOUSE_RULES}
    return with_query(address, urlencode({name: value for name, value in query.items() if name not in named}))
