"""The aid for a round of Architects: whose turn it is, and what they may play; the address holds the round so far."""

from typing import Any
from urllib.parse import urlencode

from campaign.library.decisions import DECISIONS
from campaign.library.facts import SWITCHES, as_rules, facts, has_architects_of_its_own, switches_of
from campaign.library.forms import RoundForm, plays_text
from campaign.words import words
from scoring import MISSIONS, HouseRules, Mission, RuleError
from scoring.tiles import PLAYERS
from scoring.turns import Play, RoundOfArchitects, play_round


def missions_with_aid() -> list[Mission]:
    return [mission for mission in MISSIONS.values() if has_architects_of_its_own(mission.rules)]


def aid_context(mission: Mission, form: RoundForm) -> dict[str, Any]:
    """Describe the round of an address, and what else can be chosen, each with its address. A wrong round is empty."""
    return _round(mission, form) | {
        "missions": [
            {"mission": each, "here": each == mission, "address": _address(each, form.count, form.house_rules)}
            for each in missions_with_aid()
        ],
        "tables": [
            {"players": count, "here": count == form.count, "address": _address(mission, count, form.house_rules)}
            for count in PLAYERS
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
    here = (mission, form.count, form.house_rules)
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
            DECISIONS[number].under(form.house_rules)
            for number in ("D7", "D8", "D11", "D13")
            if DECISIONS[number].touches(mission.rules)
        ],
    }


def _hands(state: RoundOfArchitects, players: int, *, shared: bool) -> list[dict[str, Any]]:
    """Return each seat with what it holds and has played; the pool belongs to nobody, so it is told apart."""
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
    query = {"mission": mission.number, "players": players} | as_rules(house_rules)
    if plays:
        query["plays"] = plays_text(plays)
    return f"?{urlencode(query)}"
