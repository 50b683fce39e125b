"""The ten missions of the campaign, as records. Source: docs/rules.md section 9, decisions D6-D13."""

from dataclasses import dataclass, replace

from scoring.bonuses import DistrictCompletion, MayorTiles, PlaygroundSets, Unemployment
from scoring.messages import Message, Text, gettext
from scoring.rules import CLASSIC_RULES, EXPERT_RULES, OWN_FIVE, OWN_FOUR, Rules


@dataclass(frozen=True, slots=True)
class Mission:
    """One of the ten: its number, the slug addresses use, and the rules it is scored by."""

    number: int
    slug: str
    name: Text
    rules: Rules

    @property
    def title(self) -> Message:
        return Message(self.name)


CLASSIC_WITH_PLAYGROUNDS = replace(CLASSIC_RULES, playgrounds=True)

MISSIONS = {
    mission.number: mission
    for mission in (
        Mission(1, "a-new-beginning", gettext("A New Beginning"), CLASSIC_RULES),
        Mission(
            2,
            "public-opinion",
            gettext("Public Opinion"),
            replace(CLASSIC_WITH_PLAYGROUNDS, bonuses=(PlaygroundSets(size=3, vp=3),)),
        ),
        Mission(
            3,
            "senior-architect",
            gettext("Senior Architect"),
            replace(CLASSIC_WITH_PLAYGROUNDS, architects=replace(OWN_FOUR, wild=1)),
        ),
        Mission(
            4,
            "banding-together",
            gettext("Banding Together"),
            replace(CLASSIC_WITH_PLAYGROUNDS, architects=replace(OWN_FOUR, wild=1, shared=True)),
        ),
        Mission(5, "bringing-in-experts", gettext("Bringing in Experts"), EXPERT_RULES),
        Mission(
            6,
            "mayors-favor",
            gettext("Mayor's Favor"),
            replace(EXPERT_RULES, mayor_offer=1, bonuses=(MayorTiles(vp=3),)),
        ),
        Mission(
            7,
            "price-of-silence",
            gettext("Price of Silence"),
            replace(EXPERT_RULES, bonuses=(DistrictCompletion(vp=(4, 2)),)),
        ),
        Mission(
            8,
            "the-corruption-trail",
            gettext("The Corruption Trail"),
            replace(CLASSIC_RULES, architects=replace(OWN_FOUR, in_sequence=True)),
        ),
        Mission(
            9,
            "unemployment",
            gettext("Unemployment"),
            replace(CLASSIC_WITH_PLAYGROUNDS, unused_inhabitant=2, inhabitants_factor=2, bonuses=(Unemployment(),)),
        ),
        Mission(
            10, "re-election", gettext("Re-Election"), replace(EXPERT_RULES, playgrounds=True, architects=OWN_FIVE)
        ),
    )
}
