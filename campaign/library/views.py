"""The views of the library: missions, rules, glossary, decisions, tiles and Architects."""

from functools import lru_cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from campaign.access import everybody
from campaign.http import Request
from campaign.library import contents
from campaign.library.catalogue import Filter
from campaign.library.decisions import DECISIONS
from campaign.library.facts import has_architects_of_its_own, house_context
from campaign.library.forms import RoundForm, TableForm, TilesForm
from campaign.library.glossary import GLOSSARY
from campaign.library.mission_pages import mission_context
from campaign.library.missions import TEXTS, chapters, told_of
from campaign.library.readers import campaign_of, reached
from campaign.library.records import Page, played
from campaign.library.round_aid import aid_context, missions_with_aid
from campaign.library.saved_missions import saved_missions
from campaign.library.sources import LEGEND
from campaign.par.shown import ShownPar
from campaign.scores.addresses import address_of_mission, mission_query, play_query, query_text, with_query
from campaign.scores.house_rules import TableRules
from campaign.web.offline import kept_offline
from campaign.web.partials import render_cached, render_part
from campaign.web.table import reads_table, table_of
from scoring import MISSIONS
from scoring.setups import setup
from scoring.tiles import FEWEST_PLAYERS, MOST_PLAYERS, PLAYGROUNDS


def no_mission(request: HttpRequest, form: TableForm | None = None) -> HttpResponse:
    """Answer 404 with a list of the missions. Also show the errors of the form's fields `rules` and `name`."""
    wrong = [sentence for field in ("rules", "name") for sentence in form.errors.get(field, ())] if form else []
    context = {"missions": MISSIONS.values(), "fewest": FEWEST_PLAYERS, "most": MOST_PLAYERS, "wrong": wrong}
    return render(request, "library/no_mission.html", context, status=404)


@everybody
@require_safe
@kept_offline
@reads_table
def missions_page(request: Request) -> HttpResponse:
    """List the ten missions, each with its game in the visitor's latest campaign, if any."""
    campaign = campaign_of(request.user)
    played = campaign.games_in_standings if campaign else {}
    on_the_table = {game.mission: game for game in campaign.open_games} if campaign else {}
    context = house_context(table_of(request)) | {
        "campaign": campaign,
        "finished": len(played),
        "next": campaign.next_mission if campaign else None,
        "chapters": [
            (
                chapter,
                [
                    (mission, TEXTS[mission.slug].twist, played.get(mission.number), on_the_table.get(mission.number))
                    for mission in missions
                ],
            )
            for chapter, missions in chapters()
        ],
        "kept": [
            (
                mission,
                f"{reverse('compose')}?{query_text(mission_query(mission))}",
                f"{reverse('play')}?{query_text(play_query(mission))}",
            )
            for mission in saved_missions(request)
        ],
    }
    return render(request, "library/missions.html", context)


@everybody
@require_safe
@reads_table
def mission_by_number(request: Request, number: int) -> HttpResponse:
    """Redirect from the short address, which is easy to type, to the mission's page."""
    if number not in MISSIONS:
        return no_mission(request)
    query = request.GET.urlencode()
    return redirect(with_query(address_of_mission(MISSIONS[number]), query))


@everybody
@require_safe
@kept_offline
@reads_table
def mission_page(request: Request, number: int, slug: str, template: str) -> HttpResponse:
    """Show a mission under house rules: the whole page, large lists for the game table, or a blank score pad."""
    mission, form = MISSIONS.get(number), TableForm(request.GET)
    if mission is None or not form.is_valid():
        return no_mission(request)
    if slug != mission.slug:
        return redirect(address_of_mission(mission), permanent=True)
    is_open, mission = number <= reached(request.user), form.played(mission)

    def draw_up() -> dict[str, Any]:
        table = setup(mission, form.count, form.house_rules)
        return mission_context(told_of(mission, form.table_rules), table, form.table_rules) | {"is_open": is_open}

    players = ShownPar.known(mission.rules.line, form.count, form.house_rules).players
    shown = (form.count, form.table_rules, is_open, mission.rules.services, players)
    return render_cached(request, template, draw_up, *shown)


@lru_cache(maxsize=64)
def _page(slug: str, table: TableRules) -> Page:
    return played(contents.pages()[slug], table)


@everybody
@require_safe
@kept_offline
@reads_table
def rule_page(request: Request, page: str) -> HttpResponse:
    table = table_of(request)
    context = house_context(table)
    if page == "glossary":
        context["terms"] = [played(term, table) for term in GLOSSARY]
        return render(request, "library/glossary.html", context)
    if page == "decisions":
        context["legend"] = LEGEND.values()
        context["decisions"] = [decision.under(table) for decision in DECISIONS.values()]
        return render(request, "library/decisions.html", context)
    pages = contents.pages()
    if page not in pages:
        raise Http404
    found = _page(page, table)
    context |= {
        "page": found,
        "decisions": [DECISIONS[number].under(table) for number in found.decisions],
        "see": [pages[other] for other in found.see],
    }
    return render(request, "library/rule.html", context)


@everybody
@require_safe
@kept_offline
@reads_table
def tiles_page(request: Request) -> HttpResponse:
    form = TilesForm(request.GET)
    form.is_valid()  # fills cleaned_data; a field shows the error of an invalid choice
    chosen = Filter(**{name: form.cleaned_data.get(name) for name in ("round", "kind", "mode", "players")})
    context = house_context(table_of(request)) | {
        "form": form,
        "filter": chosen,
        "counts": list(chosen.counts()),
        "rows": chosen.rows(),
        "playgrounds": PLAYGROUNDS,
    }
    return render_part(request, "library/tiles.html", context, part="catalogue")


@everybody
@require_safe
@kept_offline
@reads_table
def architects_page(request: Request) -> HttpResponse:
    """Show whose turn it is, and which Architects this player may play. The URL has the Architects played so far."""
    form = RoundForm(request.GET)
    form.is_valid()  # fills cleaned_data; `aid_context` shows an error in the list of Architects
    if form.errors.keys() & {"mission", "rules", "name", "players"}:
        return no_mission(request, form)
    mission = form.asked or missions_with_aid()[0]
    if not has_architects_of_its_own(mission.rules):
        return no_mission(request)
    context = aid_context(mission, form) | house_context(form.table_rules)
    return render_part(request, "library/architects.html", context, part="round")
