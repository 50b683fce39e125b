"""The page for composing a mission, and the pages of a composed mission. The address holds the whole mission."""

from typing import Any
from urllib.parse import urlsplit

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
from campaign.library.saved_missions import forget, keep, saved_missions
from campaign.missions.card import mission_drawing
from campaign.missions.composition import read_composition
from campaign.missions.controls import rule_controls
from campaign.missions.forms import ComposeForm, OwnMissionForm
from campaign.par.shown import ShownPar
from campaign.scores.addresses import address_of_mission, mission_query, play_query, query_text
from campaign.scores.house_rules import as_rules
from campaign.scores.programmes import own_mission
from campaign.scores.words import words
from campaign.web.names import generated_word
from campaign.web.partials import render_part
from campaign.web.qr_codes import is_only_here, qr_code
from campaign.web.table import reads_table
from scoring import Mission, Mode, Rules
from scoring.dealing import deal
from scoring.setups import Setup, setup
from scoring.tiles import TABLES

EXAMPLES_AT_ONCE = 2  # if a mission has more examples than this, the page loads each one only when somebody unfolds it


@everybody
@require_safe
@reads_table
def compose_page(request: Request) -> HttpResponse:
    """Show the mission in the address as a card, with the controls of a form to change it.

    Without a mission in the query, or if the query has `deal`, redirect to a mission that a seed deals. The form is one
    GET form: htmx sends it after each change and gets the card, and the button `go` leads to another page.
    """
    form = ComposeForm(request.GET)
    form.is_valid()  # errors appear at their fields; the values of the other fields are still shown
    query = request.GET
    wants_deal = "deal" in query or not (query.get("mode") or query.get("rules"))
    if wants_deal and not (form.errors.keys() & {"seed", "word"}):
        return redirect(_address_of_dealt(form, query))
    composition = read_composition(query)
    mission = _named(composition.rules, form)
    address = _compose_address(form, mission)
    is_refused = bool(composition.refusal or form.errors)
    if "mode" in query and not request.htmx and not is_refused and not composition.refused:
        if store := {"keep": keep, "forget": forget}.get(query.get("go", "")):
            back = redirect(address)
            store(request, back, mission)
            return back
        return redirect(_ways(form, mission).get(query.get("go", ""), address))
    table = setup(mission, form.count, form.house_rules)
    context = house_context(form.table_rules) | {
        "form": form,
        "mission": mission,
        "table": table,
        "told": [str(sentence.text) for sentence in told_by_words(mission.rules.line, form.table_rules).new],
        "warnings": [words(message) for message in table.shortages],
        "story": form.cleaned_data.get("story", ""),
        "composition": composition,
        "groups": rule_controls(composition, query),
        "modes": tuple(Mode),
        "tables": TABLES,
        "seed": form.cleaned_data.get("seed", "") if _is_dealt(form, mission) else "",
        "par": ShownPar.known(mission.rules.line, form.count, form.house_rules),
        "before": _before(request, address),
        "is_kept": mission in saved_missions(request),
        "picture": _picture(request, mission),
    }
    response = render_part(request, "missions/compose.html", context, part="card")
    return replace_url(response, iri_to_uri(address)) if request.htmx and not is_refused else response


def _address_of_dealt(form: ComposeForm, query: QueryDict) -> str:
    """Deal a mission from the typed seed, from the one in the address, or from a new one. Return its address."""
    wanted = {"word": form.cleaned_data["word"], "another": ""}
    seed: str = wanted.get(query.get("deal", ""), form.cleaned_data["seed"]) or generated_word()
    dealt = {"rules": deal(seed).rules.line, "seed": seed, "players": str(form.count)}
    return f"{reverse('compose')}?{query_text(dealt)}"


def _is_dealt(form: ComposeForm, mission: Mission) -> bool:
    """Tell whether the seed in the query deals this mission. If not, the user has changed the mission."""
    seed: str = form.cleaned_data.get("seed") or ""
    return bool(seed) and deal(seed).rules == mission.rules


def _named(rules: Rules, form: ComposeForm) -> Mission:
    """Give the mission the typed name, or else the name of the dealt mission that the user began with."""
    name, seed = form.cleaned_data.get("name"), form.cleaned_data.get("seed")
    return own_mission(rules.line, name or (words(deal(seed).title) if seed else ""))


def _compose_address(form: ComposeForm, mission: Mission) -> str:
    """Return the address of the composed mission. A dealt mission has its seed there in place of its name."""
    typed = {name: str(form[name].value() or "") for name in ("name", "story")}
    if _is_dealt(form, mission):
        typed["seed"] = form.cleaned_data["seed"]
    elif not typed["name"]:
        typed["name"] = str(mission.name)
    query = {"rules": mission.rules.line} | {name: value for name, value in typed.items() if value}
    return f"{reverse('compose')}?{query_text(query | {'players': str(form.count)})}"


def _ways(form: ComposeForm, mission: Mission) -> dict[str, str]:
    """Map each value of the button `go` to the address of the page that it leads to."""
    story, players = form.cleaned_data.get("story", ""), {"players": str(form.count)}
    told = {"story": story} if story else {}
    read = address_of_mission(mission, told | players)
    return {
        "play": f"{reverse('play')}?{query_text(play_query(mission) | players)}",
        "read": read,
        "send": f"{read}#share",
        "into": f"{reverse('into_campaign')}?{query_text(mission_query(mission) | told)}",
        "table": address_of_mission(mission, told | players, view="mission_table"),
        "pad": address_of_mission(mission, told | players, view="mission_pad"),
        "calculator": f"{reverse('calculator')}?{query_text(mission_query(mission) | players)}",
    }


def _before(request: Request, address: str) -> str:
    """Return the address of the mission that the visitor looked at before this one; "" if there was none."""
    came_from = urlsplit(request.headers.get("Referer", ""))
    query = QueryDict(came_from.query)
    known = {name: query[name] for name in ("rules", "name", "story", "seed", "players") if query.get(name)}
    before = f"{reverse('compose')}?{query_text(known)}"
    return before if came_from.path == reverse("compose") and "rules" in known and before != address else ""


def _picture(request: Request, mission: Mission) -> str:
    return request.build_absolute_uri(f"{reverse('mission_card')}?{query_text(mission_query(mission))}")


def _context(request: Request, form: OwnMissionForm, mission: Mission) -> dict[str, Any]:
    """Return the template context of a composed mission."""
    table = setup(mission, form.count, form.house_rules)
    story = form.cleaned_data.get("story", "")
    own = {"rules": mission.rules.line, "name": str(mission.name), "story": story}
    own = {name: value for name, value in own.items() if value}
    link = request.build_absolute_uri(f"{reverse('compose')}?{query_text(own)}")
    told = told_by_words(mission.rules.line, form.table_rules)
    return mission_context(told, table, form.table_rules, own) | {
        "into_address": f"{reverse('into_campaign')}?{query_text(own)}",
        "link": link,
        "code": qr_code(link),
        "only_here": is_only_here(request),
        "picture": _picture(request, mission),
        "story": story,
        "table_fields": own | as_rules(form.table_rules),
        "loads_examples": len(told.examples) > EXAMPLES_AT_ONCE,
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
