from dataclasses import replace

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods
from django_htmx.http import push_url

from campaign.access import everybody
from campaign.calculator.addresses import Table
from campaign.calculator.forms import CalculatorForm
from campaign.cities import CityError, read_city
from campaign.editor.taps import (
    FIRST_BRUSH,
    OUT_OF_DATE,
    Desk,
    Do,
    Outcome,
    TapForm,
    empty_city,
    line_of,
    paste,
    play,
    refuse,
    screen_of,
)
from campaign.http import Request
from campaign.library.facts import SWITCHES
from campaign.library.views import no_mission
from campaign.web.conditional import revalidated
from campaign.web.partials import render_part
from scoring import MISSIONS, City
from scoring.tiles import PLAYERS


@everybody
@require_http_methods(["GET", "HEAD", "POST"])
@revalidated
def calculator_page(request: Request) -> HttpResponse:
    """A city without a campaign, and every tap on it. No query: the address and the tap hold everything."""
    form = CalculatorForm(request.GET)
    if not form.is_valid():
        return no_mission(request)
    table = Table(form.stamp, form.count)
    return answer(request, table) if request.method == "POST" else look(request, table)


def look(request: Request, table: Table) -> HttpResponse:
    """Show the city of the address; one that cannot be scored is explained, and an empty one shown."""
    rules, query = table.stamp.rules, request.GET
    outcome = Outcome(city=empty_city(rules))
    if query.get("city", "").strip():
        outcome = paste(query, outcome.city, rules)
    at, brush = query.get("at", ""), query.get("brush", FIRST_BRUSH)
    return show(request, table, replace(outcome, at=at, brush=brush))


def answer(request: Request, table: Table) -> HttpResponse:
    """Carry out a tap, and lead to the address of the city it made."""
    rules = table.stamp.rules
    form = TapForm(request.POST, rules=rules)
    form.is_valid()
    before = empty_city(rules)
    try:
        before = tapped_city(request, table) or before
    except CityError:
        outcome = refuse(before, form, str(OUT_OF_DATE))
    else:
        outcome = tap(before, form, table)
    if not request.htmx and not outcome.refused:
        return redirect(table.address_chosen(outcome))
    response = show(request, table, outcome)
    return response if outcome.city == before else push_url(response, table.address(outcome.city))


def tapped_city(request: Request, table: Table) -> City | None:
    """Read the city that the page was showing, None for an empty one. CityError."""
    line = request.POST.get("was", "")
    return read_city(line, table.stamp.rules) if line else None


def tap(city: City, form: TapForm, table: Table) -> Outcome:
    """Carry out a tap; the browser's own buttons undo and redo here."""
    if form.cleaned_data.get("do") in (Do.UNDO, Do.REDO):
        return refuse(city, form, str(OUT_OF_DATE))
    return play(city, form, table.stamp.rules)


def show(request: Request, table: Table, outcome: Outcome) -> HttpResponse:
    state: dict[str, str | int] = {"was": line_of(outcome.city)}
    desk = Desk(stamp=table.stamp, players=table.players, action=table.action, state=state)
    house_rules = table.stamp.house_rules
    context = {
        "screen": screen_of(outcome, desk),
        "mission": MISSIONS[table.stamp.mission],
        "players": table.players,
        "chosen": "mission" in request.GET,
        "missions": MISSIONS.values(),
        "tables": PLAYERS,
        "switches": [
            {"name": name, "label": label, "on": getattr(house_rules, name)} for name, label in SWITCHES.items()
        ],
        "link": request.build_absolute_uri(table.address(outcome.city)),
        "answering": request.htmx.target == "city",
    }
    return render_part(request, "calculator/calculator.html", context, part="city")
