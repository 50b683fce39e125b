"""Help players during a round of Architects. The page's address holds the Architects played so far."""

from typing import Any

from campaign.library.decisions import DECISIONS
from campaign.library.facts import facts, has_architects_of_its_own, switches_of
from campaign.library.forms import RoundForm, plays_text
from campaign.library.mission_pages import offered_tables
from campaign.scores.addresses import mission_query, query_text
from campaign.scores.house_rules import SWITCHES, as_rules
from campaign.scores.words import words
from scoring import MISSIONS, HouseRules, Mission, RuleError
from scoring.turns import Play, RoundOfArchitects, play_round


def missions_with_aid() -> list[Mission]:
    return [mission for mission in MISSIONS.values() if has_architects_of_its_own(mission.rules)]


def aid_context(mission: Mission, form: RoundForm) -> dict[str, Any]:
    """Return the template context: the state of the round, and links to the same page with other options."""
    choice = [mission, *missions_with_aid()] if mission.is_own else missions_with_aid()
    return _round(mission, form) | {
        "kept": mission_query(mission) | {"players": form.count},
        "missions": [
            {"mission": each, "here": each == mission, "address": _address(each, form.count, form.table_rules)}
            for each in choice
        ],
        "tables": [
            {"players": count, "here": count == form.count, "address": _address(mission, count, form.table_rules)}
            for count in offered_tables(mission, form.count)
        ],
        "switches": [
            {"name": name, "label": SWITCHES[name], "on": getattr(form.house_rules, name)}
            for name in switches_of(mission)
            if mission.rules.with_house_rules(HouseRules(**{name: True})).architects != mission.rules.architects
        ],
    }


def _round(mission: Mission, form: RoundForm) -> dict[str, Any]:
    rules = mission.rules.with_house_rules(form.house_rules)
    trouble = "" if "plays" not in form.errors else form.errors["plays"][0]
    plays: tuple[Play, ...] = form.cleaned_data.get("plays", ())
    try:
        state = play_round(rules.architects, form.count, plays)
    except RuleError as error:
        trouble = words(error.message)
        plays, state = (), play_round(rules.architects, form.count)
    here = (mission, form.count, form.table_rules)
    return {
        "mission": mission,
        "players": form.count,
        "rules": rules,
        "facts": [fact for fact in facts(rules, None) if fact.drawing == "architect"],
        "state": state,
        "trouble": trouble,
        "choices": [{"play": play, "address": _address(*here, (*plays, play))} for play in state.choice.plays],
        "hands": _hands(state, form.count, shared=rules.architects.shared),
        "undo": _address(*here, plays[:-1]) if plays else "",
        "restart": _address(*here),
        "decisions": [
            DECISIONS[number].under(form.table_rules)
            for number in ("D7", "D8", "D11", "D13")
            if DECISIONS[number].touches(mission.rules)
        ],
    }


def _hands(state: RoundOfArchitects, players: int, *, shared: bool) -> list[dict[str, Any]]:
    """List the seats, with their hands of Architects (empty if all share one pool) and the Architects played."""
    return [
        {
            "seat": seat + 1,
            "now": state.player == seat,
            "hand": () if shared else state.hands[seat],
            "played": state.plays[seat::players],
        }
        for seat in range(players)
    ]


def _address(mission: Mission, players: int, house_rules: HouseRules, plays: tuple[Play, ...] = ()) -> str:
    query = mission_query(mission) | {"players": str(players)} | as_rules(house_rules)
    if plays:
        query["plays"] = plays_text(plays)
    return f"?{query_text(query)}"
