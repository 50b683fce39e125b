"""The ten missions: the chapters of the campaign, and the texts of each mission by its slug."""

from dataclasses import dataclass, replace
from functools import lru_cache

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.line_words.services import services
from campaign.library.mission_rules import mission_with
from campaign.library.missions import (
    a_new_beginning,
    banding_together,
    bringing_in_experts,
    mayors_favor,
    price_of_silence,
    public_opinion,
    re_election,
    senior_architect,
    the_corruption_trail,
    unemployment,
)
from campaign.library.missions.own import told_by_rules
from campaign.library.records import MissionText, Question, Words, played
from scoring import MISSIONS, HouseRules, Mission, Rules
from scoring.bonuses import DistrictCompletion, MayorTiles, PlaygroundSets

OTHER_BONUSES = Question(
    _("Do the bonuses of other missions count here?"),
    format_lazy(
        _(
            "No. Sets of Playgrounds bring a bonus only in mission {sets}, Mayor tiles in mission {mayors}, full"
            " districts in mission {districts}."
        ),
        sets=mission_with(PlaygroundSets),
        mayors=mission_with(MayorTiles),
        districts=mission_with(DistrictCompletion),
    ),
    ways="missions#bonuses",
)

_TEXTS = {
    "a-new-beginning": a_new_beginning.TEXT,
    "public-opinion": public_opinion.TEXT,
    "senior-architect": senior_architect.TEXT,
    "banding-together": banding_together.TEXT,
    "bringing-in-experts": bringing_in_experts.TEXT,
    "mayors-favor": mayors_favor.TEXT,
    "price-of-silence": price_of_silence.TEXT,
    "the-corruption-trail": the_corruption_trail.TEXT,
    "unemployment": unemployment.TEXT,
    "re-election": re_election.TEXT,
}
TEXTS: dict[str, MissionText] = {
    slug: replace(text, questions=(*text.questions, OTHER_BONUSES)) for slug, text in _TEXTS.items()
}


@lru_cache(maxsize=64)
def told(slug: str, house_rules: HouseRules) -> MissionText:
    """Return the texts for the page of one of the ten missions, under these house rules."""
    return played(TEXTS[slug], house_rules)


def told_of(mission: Mission, house_rules: HouseRules, story: str = "") -> MissionText:
    """Return the texts for a mission's page, under these house rules. Only a composed mission uses `story`."""
    if mission.is_own:
        return told_by_rules(mission, house_rules, story)
    text = told(mission.slug, house_rules)
    return _with_services(text, mission.rules) if mission.rules.services else text


def _with_services(text: MissionText, rules: Rules) -> MissionText:
    """Add the texts about the Public Services expansion to the texts of a mission."""
    more = services(rules)
    return replace(
        text,
        # The page of a game shows only the first sentences of `new`, so put these sentences near the beginning.
        new=(*text.new[:2], *more.new, *text.new[2:]),
        turn=(*text.turn, *more.turn),
        scoring=(*text.scoring, *more.scoring),
        questions=(*text.questions, *more.questions),
        see=(*text.see, *(slug for slug in more.see if slug not in text.see)),
    )


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of the campaign. It ends with the mission whose slug is `until`."""

    title: Words
    said: Words
    until: str


ARC = (
    Chapter(
        _("The flood"),
        _(
            "Half of the city went down the river, and the other half asks who signed the plans for the dam. The"
            " Mayor's office hires interns. They are cheap, and they were not there."
        ),
        "public-opinion",
    ),
    Chapter(
        _("The interns"),
        _(
            "A gray-haired architect, a shared desk, experts from abroad: the interns learn how cities are drawn, and"
            " by whom."
        ),
        "bringing-in-experts",
    ),
    Chapter(
        _("The corruption"),
        _(
            "Favors are asked for, and envelopes left lying about. Whoever draws the streets begins to see where the"
            " money went."
        ),
        "unemployment",
    ),
    Chapter(
        _("The re-election"),
        _("The Mayor wants another term, and so do some of the interns. The evaluation log decides."),
        "re-election",
    ),
)


def opening(mission: Mission) -> Words:
    """Return the words of the chapter that begins with this mission, otherwise ""."""
    return next((chapter.said for chapter, missions in chapters() if missions[0].slug == mission.slug), "")


def chapters() -> list[tuple[Chapter, list[Mission]]]:
    """List the chapters of the campaign, each with its missions."""
    found, missions = [], list(MISSIONS.values())
    for chapter in ARC:
        until = next(index for index, mission in enumerate(missions) if mission.slug == chapter.until) + 1
        found.append((chapter, missions[:until]))
        missions = missions[until:]
    return found
