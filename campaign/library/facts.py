"""Facts from a mission's rules: mode, length, Parks or Playgrounds, Architects, and the house rules that apply."""

from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext, ngettext

from campaign.library.decisions import DECISIONS
from campaign.library.election_words import decided_by
from campaign.library.records import Decision
from campaign.scores.house_rules import ELECTION, STANDARD, SWITCHES, TIEBREAK, TableRules, as_rules
from campaign.scores.words import words
from scoring import HouseRules, Mission, Mode, Rules
from scoring.rules import MODE_RULES, TURNS_A_ROUND, Architects


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of a mission's facts. `is_new` tells whether the value is different in the previous mission."""

    name: str
    value: str
    drawing: str
    is_new: bool = False


def in_force(house_rules: HouseRules) -> list[tuple[str, Decision]]:
    """List the chosen house rules, each as a pair: its name for players, and the decision that it changes."""
    names = {name: str(label) for name, label in SWITCHES.items()}
    names[TIEBREAK] = gettext("Mission {mission} breaks a tie in the campaign").format(
        mission=house_rules.tiebreak_mission
    )
    if isinstance(house_rules, TableRules):
        names[ELECTION] = str(decided_by(house_rules))
    chosen = as_rules(house_rules)
    return [
        (names[decision.switch], decision.under(house_rules))
        for decision in DECISIONS.values()
        if decision.switch in chosen
    ]


def house_context(house_rules: HouseRules) -> dict[str, Any]:
    """Return a template context: the chosen house rules, and a query string that passes them on in links."""
    return {"house_rules": in_force(house_rules), "house_query": urlencode(as_rules(house_rules))}


def game_context(house_rules: HouseRules) -> dict[str, Any]:
    """Return a template context: the house rules that change a game, and a query string with all house rules."""
    listed = [(name, decision) for name, decision in in_force(house_rules) if decision.switch in SWITCHES]
    return house_context(house_rules) | {"house_rules": listed}


def switches_of(mission: Mission) -> list[str]:
    """Return the names of the house rules that change the rules of a mission."""
    standard = mission.rules.with_house_rules(STANDARD)
    touching = []
    for name in SWITCHES:
        changed = mission.rules.with_house_rules(HouseRules(**{name: True}))
        if replace(changed, house_rules=STANDARD) != standard:
            touching.append(name)
    return touching


def has_architects_of_its_own(rules: Rules) -> bool:
    """Tell whether a mission has rules of its own for Architects. Such a mission has a page about them."""
    return rules.architects != MODE_RULES[rules.mode].architects


def mode_of(rules: Rules) -> str:
    return words(rules.mode.label)


def numbers_of(architects: Architects) -> str:
    return f"#{min(architects.numbers)}–#{max(architects.numbers)}"


def architects_of(architects: Architects) -> str:
    """Describe the rules for Architects in a phrase, such as "own #1–#4, played in sequence"."""
    values = {"numbers": numbers_of(architects), "wild": architects.wild_number if architects.wild else 0}
    if architects.shared and architects.wild:
        text = gettext("one pool: {numbers} and a gray #{wild} per player")
    elif architects.shared:
        text = gettext("one pool: {numbers} per player")
    elif architects.wild:
        text = gettext("own {numbers} and a gray #{wild}")
    else:
        text = gettext("own {numbers}")
    if architects.in_sequence:
        text = gettext("{architects}, played in sequence").format(architects=text)
    return text.format(**values)


def facts(rules: Rules, before: Rules | None) -> list[Fact]:
    """Return facts about `rules`. A fact is marked as new if it has another value under the rules `before`."""

    def told(one: Rules) -> list[tuple[str, str, str]]:
        count = len(one.rounds)
        length = ngettext("{count} round of {turns} turns", "{count} rounds of {turns} turns", count)
        return [
            (gettext("Mode"), mode_of(one), "tile"),
            (gettext("Length"), length.format(count=count, turns=TURNS_A_ROUND), "clock"),
            (
                gettext("Parks or Playgrounds"),
                gettext("Playgrounds") if one.playgrounds else gettext("Parks"),
                _green(one),
            ),
            (gettext("Architects"), architects_of(one.architects), "architect"),
            *([(gettext("Public Services"), gettext("with the expansion"), "public_service")] if one.services else []),
        ]

    earlier = told(before) if before else []
    return [Fact(*fact, is_new=bool(before) and fact not in earlier) for fact in told(rules)]


def _green(rules: Rules) -> str:
    return "playground" if rules.playgrounds else "park"


def mat_side(mode: Mode) -> str:
    return gettext("gray side") if mode is Mode.EXPERT else gettext("colored side")
