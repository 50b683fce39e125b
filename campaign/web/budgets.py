"""Limit how much one visitor may ask of the site: counted by django-ratelimit, for an address and for an account.

A view asks `refusal` before it does the work, answers with `refuse`, and calls `spend` once the work was done. Each
budget is a setting, such as BUDGET_CAMPAIGNS=20/h: how many in which time (s, m, h, d; 20/15m).
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import ngettext
from django_ratelimit.core import get_usage

from campaign.web.events import Event, note

Key = str | Callable[[str, HttpRequest], str]
KEYS = ("ip", "user")  # an address, where an IPv6 /64 counts as one; and whoever is logged in


def refusal(request: HttpRequest, budget: str, of: str = "") -> str | None:
    """Return a sentence that says how long to wait, None where the budget is not used up.

    `of` names a thing that has a budget of its own, whoever asks, such as "player-7".
    """
    seconds = max((_seconds_left(request, budget, key) for key in _keys(request, of)), default=0)
    if not seconds:
        return None
    note(Event.BUDGET_MET, request, budget=budget)
    return waiting_sentence(seconds)


def refuse(request: HttpRequest, template: str, sentence: str, **context: object) -> HttpResponse:
    """Show the page of a form again, with the sentence of `refusal` above it."""
    return render(request, template, context | {"wait": sentence}, status=429)


def spend(request: HttpRequest, budget: str, of: str = "") -> None:
    for key in _keys(request, of):
        get_usage(request, budget, key=key, rate=settings.BUDGETS[budget], increment=True)


def _seconds_left(request: HttpRequest, budget: str, key: Key) -> int:
    usage = get_usage(request, budget, key=key, rate=settings.BUDGETS[budget])
    return max(usage["time_left"], 1) if usage and usage["count"] >= usage["limit"] else 0


def _keys(request: HttpRequest, of: str) -> tuple[Key, ...]:
    keys: tuple[Key, ...] = KEYS if request.user.is_authenticated else KEYS[:1]
    return (*keys, lambda _group, _request: of) if of else keys


def waiting_sentence(seconds: int) -> str:
    minutes = -(-seconds // 60)
    return ngettext(
        "That was too often in a short time. Try again in %(minutes)s minute.",
        "That was too often in a short time. Try again in %(minutes)s minutes.",
        minutes,
    ) % {"minutes": minutes}
