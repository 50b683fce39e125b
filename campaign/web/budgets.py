"""Limit how often a visitor may do something. django-ratelimit counts per IP address and per account.

A view calls `refusal` first. If `refusal` returns a sentence, the view answers with `refuse`. If not, the view does the
work and calls `spend`. The setting BUDGET_CAMPAIGNS=20/15m allows 20 campaigns in 15 minutes.
"""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django_ratelimit.core import get_usage

from campaign.http import CampaignRequest
from campaign.models import Campaign
from campaign.web.events import Event, log_event

P = ParamSpec("P")
Download = Callable[Concatenate[CampaignRequest, Campaign, P], HttpResponseBase]
Key = str | Callable[[str, HttpRequest], str]
KEYS = ("ip", "user")  # the visitor's IP address (an IPv6 /64 network counts as one address), and their account


def waiting_sentence(seconds: int) -> str:
    minutes = -(-seconds // 60)
    return ngettext(
        "Too many tries in a short time. Try again in %(minutes)s minute.",
        "Too many tries in a short time. Try again in %(minutes)s minutes.",
        minutes,
    ) % {"minutes": minutes}


def refusal(request: HttpRequest, budget: str, of: str = "") -> str | None:
    """Return a sentence about how long the visitor has to wait; None if the budget is not used up.

    `of` names an object, such as "player-7", with a budget that all visitors share. A visitor who has spent nothing of
    their own budget may try even if the shared budget is used up. Otherwise visitors could lock out each other.
    """
    seconds = max(_seconds_left(request, budget, key) for key in _keys(request))
    if of and any(_count(request, budget, key) for key in _keys(request)):
        seconds = max(seconds, _seconds_left(request, budget, _named(of)))
    if not seconds:
        return None
    log_event(Event.BUDGET_MET, request, budget=budget)
    return waiting_sentence(seconds)


def refusal_for_all(
    request: HttpRequest, budget: str, of: str, say: Callable[[int], str] = waiting_sentence
) -> str | None:
    """Return a sentence if a budget that all visitors share is used up, otherwise None.

    `of` names the object with this budget, such as an account. `say` makes the sentence from the seconds to wait.
    """
    seconds = _seconds_left(request, budget, _named(of))
    if not seconds:
        return None
    log_event(Event.BUDGET_MET, request, budget=budget)
    return say(seconds)


def spend_for_all(request: HttpRequest, budget: str, of: str) -> None:
    get_usage(request, budget, key=_named(of), rate=settings.BUDGETS[budget], increment=True)


def refuse(request: HttpRequest, template: str, sentence: str, **context: object) -> HttpResponse:
    """Render a form's page again with status 429, and show the sentence above the form."""
    return render(request, template, context | {"wait": sentence}, status=429)


def spend(request: HttpRequest, budget: str, of: str = "") -> None:
    for key in (*_keys(request), *([_named(of)] if of else [])):
        get_usage(request, budget, key=key, rate=settings.BUDGETS[budget], increment=True)


def charge(request: HttpRequest, budget: str) -> str | None:
    """Spend a budget before the work, so that simultaneous requests are counted. Return a sentence if it is used up."""
    sentence = refusal(request, budget)
    if not sentence:
        spend(request, budget)
    return sentence


def within(budget: str, page: str) -> Callable[[Download[P]], Download[P]]:
    """Let a view, such as a download, do its work only within a budget. Beyond it, `page` of the campaign tells so."""

    def decorate(view: Download[P]) -> Download[P]:
        @wraps(view)
        def wrapper(
            request: CampaignRequest, campaign: Campaign, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponseBase:
            if sentence := charge(request, budget):
                messages.error(request, sentence)
                return redirect(page, campaign.public_id)
            return view(request, campaign, *args, **kwargs)

        return wrapper  # type: ignore[return-value]

    return decorate


def _seconds_left(request: HttpRequest, budget: str, key: Key) -> int:
    usage = get_usage(request, budget, key=key, rate=settings.BUDGETS[budget])
    return max(usage["time_left"], 1) if usage and usage["count"] >= usage["limit"] else 0


def _count(request: HttpRequest, budget: str, key: Key) -> int:
    usage = get_usage(request, budget, key=key, rate=settings.BUDGETS[budget])
    return usage["count"] if usage else 0


def _keys(request: HttpRequest) -> tuple[Key, ...]:
    return KEYS if request.user.is_authenticated else KEYS[:1]


def _named(thing: str) -> Key:
    return lambda _group, _request: thing
