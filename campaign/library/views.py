"""The missions, each with the setup for one table; and the rules, with glossary, decisions, tiles and Architects."""

from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from campaign.access import everybody
from campaign.http import Request
from campaign.library import shelf
from campaign.library.buildings import BUILDINGS
from campaign.library.catalogue import Filter
from campaign.library.decisions import DECISIONS, decisions_of
from campaign.library.facts import SWITCHES, as_rules, facts, has_architects_of_its_own, house_context, switches_of
from campaign.library.forms import RoundForm, TableForm, TilesForm
from campaign.library.glossary import GLOSSARY
from campaign.library.missions import TEXTS, chapters, told
from campaign.library.readers import reached
from campaign.library.records import STANDARD, Decision, Page, played
from campaign.library.round_aid import aid_context, missions_with_aid
from campaign.library.search import LONGEST_QUERY, search
from campaign.library.steps import evening
from campaign.library.topics import TOPICS
from campaign.offline.pages import kept_offline
from campaign.pad.blank_pad import pad_rows, tiebreak_labels
from campaign.web.conditional import revalidated
from campaign.web.kept import render_kept
from campaign.web.partials import render_part
from scoring import MISSIONS, HouseRules, Mission, Rules
from scoring.setups import Setup, setup
from scoring.tiles import FEWEST_PLAYERS, MOST_PLAYERS, PLAYERS, PLAYGROUNDS


def no_mission(request: HttpRequest) -> HttpResponse:
    """Answer 404 for an unknown mission or number of players, and list those there are."""
    context = {"missions": MISSIONS.values(), "fewest": FEWEST_PLAYERS, "most": MOST_PLAYERS}
    return render(request, "library/no_mission.html", context, status=404)


@everybody
@require_safe
@kept_offline
@revalidated
def missions_page(request: Request) -> HttpResponse:
    far = reached(request.user)
    context = {
        "chapters": [
            {
                "chapter": chapter,
                "missions": [_card(mission) for mission in missions],
                "is_open": missions[0].number <= far,
            }
            for chapter, missions in chapters()
        ],
    }
    return render(request, "library/missions.html", context)


def _card(mission: Mission) -> dict[str, Any]:
    return {"mission": mission, "text": TEXTS[mission.slug], "facts": facts(mission.rules, _before(mission))}


def _before(mission: Mission) -> Rules | None:
    """Return the rules of the mission before, None before the first."""
    before = MISSIONS.get(mission.number - 1)
    return before.rules if before else None


@everybody
@require_safe
def mission_by_number(request: Request, number: int) -> HttpResponse:
    """Redirect from the short address, made for typing."""
    if number not in MISSIONS:
        return no_mission(request)
    query = request.GET.urlencode()
    return redirect(shelf.address_of_mission(MISSIONS[number]) + (f"?{query}" if query else ""))


@everybody
@require_safe
@kept_offline
def mission_page(request: Request, number: int, slug: str, template: str) -> HttpResponse:
    """Show a mission set up for a table: whole, as lists for the far end of it, or as a score pad to print."""
    mission, form = MISSIONS.get(number), TableForm(request.GET)
    if mission is None or not form.is_valid():
        return no_mission(request)
    if slug != mission.slug:
        return redirect(shelf.address_of_mission(mission), permanent=True)
    is_open = number <= reached(request.user)

    def draw_up() -> dict[str, Any]:
        return _mission_context(mission, setup(mission, form.count, form.house_rules)) | {"is_open": is_open}

    return render_kept(request, template, draw_up, form.count, form.house_rules, is_open)


def _mission_context(mission: Mission, table: Setup) -> dict[str, Any]:
    house_rules = table.rules.house_rules
    text = told(mission.slug, house_rules)
    chosen = as_rules(house_rules)
    before = _before(mission)
    return house_context(house_rules) | {
        "mission": mission,
        "text": text,
        "table": table,
        "evening": evening(table),
        "facts": facts(table.rules, before.with_house_rules(house_rules) if before else None),
        "before": MISSIONS.get(mission.number - 1),
        "after": MISSIONS.get(mission.number + 1),
        "decisions": decisions_of(table.rules),
        "see": [shelf.pages()[slug] for slug in text.see],
        "switches": [
            {"name": name, "label": SWITCHES[name], "on": name in chosen, "decision": _decision_of(name)}
            for name in switches_of(mission)
        ],
        "tables": [
            {"players": count, "address": f"?{urlencode({'players': count} | chosen)}", "here": count == table.players}
            for count in PLAYERS
        ],
        "query": urlencode({"players": table.players} | chosen),
        "has_aid": has_architects_of_its_own(mission.rules),
        "pad_rows": pad_rows(table.rules),
        "tiebreaks": tiebreak_labels(),
        "seats": range(table.players),
    }


def _decision_of(switch: str) -> Decision:
    return next(decision for decision in DECISIONS.values() if decision.switch == switch)


def _asked_house_rules(request: Request) -> HouseRules:
    """Return the house rules of the address; without them, or if they cannot be, the usual ones."""
    form = TableForm(request.GET)
    return form.house_rules if form.is_valid() else STANDARD


@lru_cache(maxsize=64)
def _page(slug: str, house_rules: HouseRules) -> Page:
    return played(shelf.pages()[slug], house_rules)


# --- Rules ------------------------------------------------------------------------------------------------------------


@everybody
@require_safe
@kept_offline
@revalidated
def rules_page(request: Request) -> HttpResponse:
    """Show all rules, or what is found for a question."""
    query = request.GET.get("q", "").strip()[:LONGEST_QUERY]
    house_rules = _asked_house_rules(request)
    context = house_context(house_rules) | {
        "query": query,
        "longest": LONGEST_QUERY,
        "results": search(query, house_rules) if query else [],
        "kept": as_rules(house_rules),
        "buildings": BUILDINGS,
        "topics": TOPICS,
        "further": [each for each in shelf.FURTHER if each.name != "rules"],
    }
    return render_part(request, "library/rules.html", context, part="results")


@everybody
@require_safe
@kept_offline
@revalidated
def rule_page(request: Request, page: str) -> HttpResponse:
    house_rules = _asked_house_rules(request)
    context = house_context(house_rules)
    if page == "glossary":
        context["terms"] = [played(term, house_rules) for term in GLOSSARY]
        return render(request, "library/glossary.html", context)
    if page == "decisions":
        context["decisions"] = [decision.under(house_rules) for decision in DECISIONS.values()]
        return render(request, "library/decisions.html", context)
    pages = shelf.pages()
    if page not in pages:
        raise Http404
    found = _page(page, house_rules)
    context |= {
        "page": found,
        "decisions": [DECISIONS[number].under(house_rules) for number in found.decisions],
        "see": [pages[other] for other in found.see],
    }
    return render(request, "library/rule.html", context)


@everybody
@require_safe
@kept_offline
@revalidated
def tiles_page(request: Request) -> HttpResponse:
    form = TilesForm(request.GET)
    form.is_valid()  # what is no choice filters nothing, and says so at its field
    chosen = Filter(**{name: form.cleaned_data.get(name) for name in ("round", "kind", "mode", "players")})
    context = {
        "form": form,
        "filter": chosen,
        "counts": list(chosen.counts()),
        "rows": chosen.rows(),
        "playgrounds": PLAYGROUNDS,
    }
    return render_part(request, "library/tiles.html", context, part="catalogue")


# --- Architects -------------------------------------------------------------------------------------------------------


@everybody
@require_safe
@kept_offline
@revalidated
def architects_page(request: Request) -> HttpResponse:
    """Show who may play which Architect now; the address holds the round so far."""
    missions = {str(mission.number): mission for mission in missions_with_aid()}
    mission = missions.get(request.GET.get("mission", next(iter(missions))))
    form = RoundForm(request.GET)
    form.is_valid()  # a wrong round is told at its place
    if mission is None or "players" in form.errors:
        return no_mission(request)
    context = aid_context(mission, form) | house_context(form.house_rules)
    return render_part(request, "library/architects.html", context, part="round")
