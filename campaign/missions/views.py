"""The page for composing a mission, and the pages of a composed mission. The address holds the whole mission."""

from typing import Any

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.encoding import iri_to_uri
from django.views.decorators.http import require_safe
from django_htmx.http import replace_url

from campaign.access import everybody
from campaign.http import Request
from campaign.library.facts import house_context
from campaign.library.line_words import told_by_words
from campaign.library.mission_pages import mission_context
from campaign.missions.card import mission_drawing
from campaign.missions.composition import read_composition
from campaign.missions.controls import subjects
from campaign.missions.forms import ComposeForm, OwnMissionForm
from campaign.scores.addresses import address_of_mission, mission_query, query_text
from campaign.scores.house_rules import as_rules
from campaign.scores.programmes import own_mission
from campaign.scores.words import words
from campaign.web.names import generated_word
from campaign.web.partials import render_part
from campaign.web.qr_codes import is_only_here, qr_code
from campaign.web.table import reads_table
from scoring import Mission, Mode
from scoring.dealing import deal
from scoring.setups import Setup, setup

MOST_DRAWN = 2  # if a mission has more examples than this, the page loads each one only when somebody unfolds it


@everybody
@require_safe
@reads_table
def compose_page(request: Request) -> HttpResponse:
    """Show the mission in the address, with form controls to change it.

    If the query has `deal`, redirect to a mission that is generated from the seed.
    """
    form = ComposeForm(request.GET)
    form.is_valid()  # errors appear at their fields; the values of the other fields are still shown
    if "deal" in request.GET and "seed" not in form.errors:
        return redirect(_address_of_dealt(form))
    composition = read_composition(request.GET)
    mission = own_mission(composition.rules.line, form.cleaned_data.get("name", ""))
    address = _compose_address(form, mission)
    is_refused = bool(composition.refusal or form.errors)
    if "mode" in request.GET and not request.htmx and not is_refused:
        return redirect(address)
    context = _context(request, form, mission) | {
        "form": form,
        "composition": composition,
        "subjects": subjects(composition),
        "modes": [{"mode": mode, "here": mode is composition.rules.mode} for mode in Mode],
        "seed": form.value_of("seed"),
    }
    response = render_part(request, "missions/compose.html", context, part="composer")
    return replace_url(response, iri_to_uri(address)) if request.htmx and not is_refused else response


def _address_of_dealt(form: ComposeForm) -> str:
    """Generate a mission from the typed seed, or from a new seed, and return its address."""
    seed = form.cleaned_data["seed"] or generated_word()
    query = {"rules": deal(seed).line, "seed": seed, "players": str(form.count)}
    return f"{reverse('compose')}?{query_text(query)}"


def _compose_address(form: ComposeForm, mission: Mission) -> str:
    """Return the address of the composed mission. Leave out the seed if the user has changed the generated mission."""
    typed = {name: form.value_of(name) for name in ("name", "story", "seed")}
    if typed["seed"] and ("seed" in form.errors or deal(typed["seed"]) != mission.rules):
        typed["seed"] = ""
    query = {"rules": mission.rules.line} | {name: value for name, value in typed.items() if value}
    return f"{reverse('compose')}?{query_text(query | {'players': str(form.count)})}"


def _context(request: Request, form: OwnMissionForm, mission: Mission) -> dict[str, Any]:
    """Return the template context of a composed mission."""
    table = setup(mission, form.count, form.house_rules)
    story = form.cleaned_data.get("story", "")
    own = {"rules": mission.rules.line, "name": str(mission.name), "story": story}
    own = {name: value for name, value in own.items() if value}
    at_the_table = ({"story": story} if story else {}) | {"players": str(table.players)} | as_rules(form.house_rules)
    address = address_of_mission(mission, at_the_table)
    link = request.build_absolute_uri(address_of_mission(mission, {"story": story} if story else {}))
    told = told_by_words(mission.rules.line, form.table_rules)
    return mission_context(told, table, form.table_rules, own) | {
        "address": address,
        "into_address": f"{reverse('into_campaign')}?{query_text(own)}",
        "link": link,
        "code": qr_code(link),
        "only_here": is_only_here(request),
        "picture": request.build_absolute_uri(f"{reverse('mission_card')}?{query_text(mission_query(mission))}"),
        "story": story,
        "table_fields": own | as_rules(form.table_rules),
        "loads_examples": len(told.examples) > MOST_DRAWN,
        # A page can have many examples. Leave out the title and the story, so that the examples' addresses are short.
        "example_query": {"rules": mission.rules.line} | as_rules(form.table_rules),
        "told": [words(message) for message in table.announcements],
        "warnings": [words(message) for message in table.shortages],
    }


@everybody
@require_safe
@reads_table
def own_mission_page(request: Request, template: str) -> HttpResponse:
    """Show a composed mission. An invalid address redirects to the page for composing missions, with the errors."""
    form = OwnMissionForm(request.GET)
    if not form.is_valid():
        return _to_composer(request.GET)
    return render(request, template, _context(request, form, form.own))


def _to_composer(query: QueryDict) -> HttpResponse:
    return redirect(f"{reverse('compose')}?{query.urlencode()}")


@everybody
@require_safe
@reads_table
def example_page(request: Request) -> HttpResponse:
    """Draw one example of a composed mission. Raises Http404 if the mission has no such example."""
    form = OwnMissionForm(request.GET)
    if not form.is_valid():
        return _to_composer(request.GET)
    examples = told_by_words(form.own.rules.line, form.table_rules).examples
    example = next((each for each in examples if each.slug == request.GET.get("example")), None)
    if example is None:
        raise Http404
    context = house_context(form.table_rules) | {"mission": form.own, "example": example}
    return render(request, "missions/example.html", context)


@everybody
@require_safe
def mission_card(request: Request) -> HttpResponse:
    """Send the picture of a composed mission, which a chat shows beside a link to that mission."""
    form = OwnMissionForm(request.GET)
    if not form.is_valid():
        return _to_composer(request.GET)
    table: Setup = setup(form.own, form.count)
    return HttpResponse(mission_drawing(table).as_png(), content_type="image/png")
