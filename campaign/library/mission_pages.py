"""Build the template context of a mission's pages, for one of the ten missions or a composed mission."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from campaign.library import contents
from campaign.library.blank_pad import pad_rows, tiebreak_labels
from campaign.library.decisions import DECISIONS, decisions_of
from campaign.library.facts import facts, has_architects_of_its_own, house_context, switches_of
from campaign.library.missions import opening
from campaign.library.records import Decision, MissionText
from campaign.library.steps import evening
from campaign.par.shown import ShownPar
from campaign.scores.addresses import address_of_mission, mission_query, play_query, query_text, services_query
from campaign.scores.house_rules import SWITCHES, TableRules, as_rules
from scoring import MISSIONS, Mission, Rules
from scoring.rules import MODE_RULES
from scoring.setups import Setup
from scoring.tiles import PLAYERS, TABLES


def rules_before(mission: Mission) -> Rules | None:
    """Return the rules of the previous mission, if any. For a composed mission, return the rules of its mode."""
    if mission.is_own:
        return MODE_RULES[mission.rules.mode]
    before = MISSIONS.get(mission.number - 1)
    return before.rules if before else None


def offered_tables(mission: Mission, players: int) -> Sequence[int]:
    """Return 1 to 4 players for a composed mission or a solo game, and 2 to 4 players otherwise."""
    return TABLES if mission.is_own or players not in PLAYERS else PLAYERS


def mission_context(
    text: MissionText, table: Setup, table_rules: TableRules, own: dict[str, str] | None = None
) -> dict[str, Any]:
    """Return the template context of a mission's page. `own` are the query parameters of a composed mission."""
    mission, house_rules = table.mission, table.rules.house_rules
    own = services_query(mission) if own is None else own
    chosen = as_rules(table_rules)
    before = rules_before(mission)
    at_the_table = {"players": str(table.players)} | chosen
    asked = f"?{query_text(mission_query(mission) | at_the_table)}"
    return house_context(table_rules) | {
        "mission": mission,
        "text": text,
        "opening": opening(mission),
        "table": table,
        "evening": evening(table),
        "facts": facts(table.rules, before.with_house_rules(house_rules) if before else None),
        "before": None if mission.is_own else MISSIONS.get(mission.number - 1),
        "after": None if mission.is_own else MISSIONS.get(mission.number + 1),
        "decisions": decisions_of(table.rules, table_rules),
        "see": [contents.pages()[slug] for slug in text.see],
        "switches": [
            {"name": name, "label": SWITCHES[name], "on": name in chosen, "decision": _decision_of(name)}
            for name in switches_of(mission)
        ],
        "tables": [
            {
                "players": count,
                "address": f"?{query_text(own | {'players': str(count)} | chosen)}",
                "here": count == table.players,
            }
            for count in offered_tables(mission, table.players)
        ],
        "par": ShownPar.known(mission.rules.line, table.players, house_rules),
        "query": urlencode(at_the_table),
        "kept": own | {"players": table.players},
        "ticks": f"{mission.number or mission.rules.line}-{table.players}",
        "table_address": address_of_mission(mission, at_the_table, view="mission_table"),
        "pad_address": address_of_mission(mission, at_the_table, view="mission_pad"),
        "aid_address": reverse("architects") + asked if has_architects_of_its_own(mission.rules) else "",
        "play_address": f"{reverse('play')}?{query_text(play_query(mission))}",
        "calculator_address": reverse("calculator") + asked,
        "pad_rows": pad_rows(table.rules),
        "tiebreaks": tiebreak_labels(),
        "seats": range(table.players),
    }


def _decision_of(switch: str) -> Decision:
    return next(decision for decision in DECISIONS.values() if decision.switch == switch)
