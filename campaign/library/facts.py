"""What a mission's rules tell by themselves: mode, green, Architects, and which house rules can change them."""

from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from campaign.library.decisions import DECISIONS
from campaign.library.records import STANDARD, Decision
from campaign.words import words
from scoring import MISSIONS, HouseRules, Mission, Mode, Rules
from scoring.rules import TURNS_A_ROUND, Architects
from scoring.tiles import rounds

# The switches of HouseRules that are on or off, in a player's words.
SWITCHES = {
    "manual_tower_points": _("Tower Blocks score as in the campaign manual"),
    "keep_discarded": _("Discarded tiles bring their resources"),
    "harbor_workers": _("Inhabitants in Harbors are workers"),
    "four_architects": _("Each player owns #1 to #4 only"),
}
TIEBREAK = "tiebreak_mission"


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of a mission's facts; `is_new` where the mission before was different."""

    name: str
    value: str
    drawing: str
    is_new: bool = False


def as_rules(house_rules: HouseRules) -> dict[str, str]:
    """Write house rules as they stand in an address: what differs from the product's reading."""
    query = {name: "1" for name in SWITCHES if getattr(house_rules, name)}
    if house_rules.tiebreak_mission != STANDARD.tiebreak_mission:
        query[TIEBREAK] = str(house_rules.tiebreak_mission)
    return query


def in_force(house_rules: HouseRules) -> list[tuple[str, Decision]]:
    """List what a table has agreed on, each rule in a player's words and with its decision."""
    names = {name: str(label) for name, label in SWITCHES.items()}
    names[TIEBREAK] = gettext("Mission {mission} breaks a tie in the campaign").format(
        mission=house_rules.tiebreak_mission
    )
    chosen = as_rules(house_rules)
    return [
        (names[decision.switch], decision.under(house_rules))
        for decision in DECISIONS.values()
        if decision.switch in chosen
    ]


def house_context(house_rules: HouseRules) -> dict[str, Any]:
    """Return the house rules in force for a page, and the query with which its links keep them."""
    return {"house_rules": in_force(house_rules), "house_query": urlencode(as_rules(house_rules))}


def switches_of(mission: Mission) -> list[str]:
    """Return the house rules that change anything about a mission's rules."""
    plain = mission.rules.with_house_rules(STANDARD)
    touching = []
    for name in SWITCHES:
        changed = mission.rules.with_house_rules(HouseRules(**{name: True}))
        if replace(changed, house_rules=STANDARD) != plain:
            touching.append(name)
    return touching


def has_architects_of_its_own(rules: Rules) -> bool:
    """Tell whether the Architects differ from the plain game's of the mode: who may play which is worth an aid then."""
    plain = next(mission.rules for mission in MISSIONS.values() if mission.rules.mode is rules.mode)
    return rules.architects != plain.architects


def mode_of(rules: Rules) -> str:
    return words(rules.mode.label)


def numbers_of(architects: Architects) -> str:
    return f"#{min(architects.numbers)}–#{max(architects.numbers)}"


def architects_of(architects: Architects) -> str:
    """Say who owns which Architects, in a sentence."""
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
    """Return mode, green and Architects, compared with the mission before."""

    def told(one: Rules) -> list[tuple[str, str, str]]:
        count = len(rounds(one.mode))
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
        ]

    earlier = told(before) if before else []
    return [Fact(*fact, is_new=bool(before) and fact not in earlier) for fact in told(rules)]


def _green(rules: Rules) -> str:
    return "playground" if rules.playgrounds else "park"


def mat_side(mode: Mode) -> str:
    return gettext("gray side") if mode is Mode.EXPERT else gettext("colored side")
