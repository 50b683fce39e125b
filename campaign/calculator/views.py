from dataclasses import replace

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.http import require_http_methods
from django_htmx.http import replace_url

from campaign.access import everybody
from campaign.calculator.addresses import CalculatorRules
from campaign.calculator.forms import CalculatorForm
from campaign.calculator.trail import Trail, tap_city
from campaign.editor.parts import answer_with_parts
from campaign.editor.play import (
    FIRST_BRUSH,
    OUT_OF_DATE,
    EditorContext,
    NotationForm,
    Outcome,
    TapForm,
    empty_city,
    line_of,
    paste,
    refuse,
    screen_of,
)
from campaign.http import Request
from campaign.library.mission_pages import offered_tables
from campaign.library.views import no_mission
from campaign.scores.addresses import mission_query
from campaign.scores.cities import CityError, read_city
from campaign.scores.house_rules import SWITCHES
from campaign.web.offline import kept_offline
from campaign.web.table import reads_table
from scoring import MISSIONS


@everybody
@require_http_methods(["GET", "HEAD", "POST"])
@kept_offline
@reads_table
def calculator_page(request: Request) -> HttpResponse:
    """Show a city without a campaign, and carry out taps on it. Makes no query, because the request holds all data."""
    form = CalculatorForm(request.GET)
    if not form.is_valid():
        return no_mission(request, form)
    table = form.table
    return answer_tap(request, table) if request.method == "POST" else look(request, table)


def look(request: Request, table: CalculatorRules) -> HttpResponse:
    """Show the city in the address. If this city cannot be scored, explain why and show an empty city."""
    rules, query = table.stamp.rules, request.GET
    outcome = Outcome(city=empty_city(rules))
    if query.get("city", "").strip():
        outcome = paste(NotationForm(query, rules=rules), outcome.city)
    at, brush = query.get("at", ""), query.get("brush", FIRST_BRUSH)
    return show_calculation(request, table, replace(outcome, at=at, brush=brush), Trail())


def answer_tap(request: Request, table: CalculatorRules) -> HttpResponse:
    """Carry out a tap, and give the browser the address of the changed city."""
    rules, data = table.stamp.rules, request.POST
    form = TapForm(data, rules=rules)
    form.is_valid()
    before, trail = empty_city(rules), Trail.of(data.get("earlier", ""), data.get("later", ""))
    try:
        before = read_city(data["was"], rules) if data.get("was") else before
        outcome, trail = tap_city(before, trail, form, rules)
        outcome = replace(outcome, steps=trail.steps(outcome.city, rules))
    except CityError:  # the page sent an invalid city
        outcome, trail = refuse(before, form, str(OUT_OF_DATE)), Trail()
    if not request.htmx and not outcome.refused:
        return redirect(table.address_chosen(outcome))
    response = show_calculation(request, table, outcome, trail)
    return response if outcome.city == before else replace_url(response, table.address(outcome.city))


def show_calculation(request: Request, table: CalculatorRules, outcome: Outcome, trail: Trail) -> HttpResponse:
    editor = EditorContext(
        stamp=table.stamp,
        players=table.players,
        action=table.action,
        state={"was": line_of(outcome.city), **trail.state},
    )
    screen, house_rules = screen_of(outcome, editor), table.house_rules
    links = {
        "screen": screen,
        "link": request.build_absolute_uri(table.address(outcome.city)),
        "analysis": table.analysis(outcome.city) if any(outcome.city.squares) else "",
    }
    if request.htmx and request.method == "POST":
        drawn = render_to_string("calculator/calculator.html#link", links | {"answering": True})
        return answer_with_parts(request, screen, drawn)
    context = links | {
        "mission": table.mission,
        "kept": mission_query(table.mission) if table.mission.is_own else {},
        "players": table.players,
        "missions": MISSIONS.values(),
        "tables": offered_tables(table.mission, table.players),
        "switches": [
            {"name": name, "label": label, "on": getattr(house_rules, name)} for name, label in SWITCHES.items()
        ],
    }
    return render(request, "calculator/calculator.html", context)
