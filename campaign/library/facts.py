"""What a mission's rules tell by themselves: mode, green, Architects, and which house rules can change them."""

from dataclasses import dataclass, fields, replace

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

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
STANDARD = HouseRules()


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of a mission's facts; `is_new` where the mission before was different."""

    name: str
    value: str
    drawing: str
    is_new: bool = False


def as_rules(house_rules: HouseRules) -> dict[str, str]:
    """House rules as they stand in an address: what differs from the product's reading."""
    return {name: "1" for name in SWITCHES if getattr(house_rules, name)}


def switches_of(mission: Mission) -> list[str]:
    """The house rules that change anything about a mission's rules."""
    plain = mission.rules.with_house_rules(STANDARD)
    touching = []
    for field in fields(HouseRules):
        if field.name in SWITCHES:
            changed = mission.rules.with_house_rules(replace(STANDARD, **{field.name: True}))
            if replace(changed, house_rules=STANDARD) != plain:
                touching.append(field.name)
    return touching


def has_architects_of_its_own(rules: Rules) -> bool:
    """Whether the Architects differ from the plain game's of the mode: who may play which is worth an aid then."""
    plain = next(mission.rules for mission in MISSIONS.values() if mission.rules.mode is rules.mode)
    return rules.architects != plain.architects


def mode_of(rules: Rules) -> str:
    return words(rules.mode.label)


def numbers_of(architects: Architects) -> str:
    return f"#{min(architects.numbers)}–#{max(architects.numbers)}"


def architects_of(architects: Architects) -> str:
    """Who owns which Architects, in a sentence."""
    values = {"numbers": numbers_of(architects), "wild": architects.wild_number if architects.wild else 0}
    if architects.shared and architects.wild:
        text = gettext("one pool for all: {numbers} and a gray #{wild} for each player")
    elif architects.shared:
        text = gettext("one pool for all: {numbers} for each player")
    elif architects.wild:
        text = gettext("own {numbers} and a gray #{wild}")
    else:
        text = gettext("own {numbers}")
    if architects.in_sequence:
        text = gettext("{architects}, played in sequence").format(architects=text)
    return text.format(**values)


def facts(rules: Rules, before: Rules | None) -> list[Fact]:
    """Mode, green and Architects, compared with the mission before."""

    def told(one: Rules) -> list[tuple[str, str, str]]:
        count = len(rounds(one.mode))
        length = ngettext("{count} round of {turns} turns", "{count} rounds of {turns} turns", count)
        return [
            (gettext("Mode"), mode_of(one), "tile"),
            (gettext("Length"), length.format(count=count, turns=TURNS_A_ROUND), "clock"),
            (gettext("Greenery"), gettext("Playgrounds") if one.playgrounds else gettext("Parks"), _green(one)),
            (gettext("Architects"), architects_of(one.architects), "architect"),
        ]

    earlier = told(before) if before else []
    return [Fact(*fact, is_new=bool(before) and fact not in earlier) for fact in told(rules)]


def _green(rules: Rules) -> str:
    return "playground" if rules.playgrounds else "park"


def mat_side(mode: Mode) -> str:
    return gettext("gray side") if mode is Mode.EXPERT else gettext("colored side")
