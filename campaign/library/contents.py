"""The pages of the library and their addresses."""

from dataclasses import dataclass
from functools import cache

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from campaign.library.buildings import BUILDINGS
from campaign.library.decisions import DECISIONS
from campaign.library.records import Page, Words
from campaign.library.topics import TOPICS
from campaign.scores.addresses import address_of_mission
from campaign.scores.score_pad import MISSION, PENALTIES
from scoring import MISSIONS, Kind, Mission

MISSION_OF = {mission.slug: mission for mission in MISSIONS.values()}


@dataclass(frozen=True, slots=True)
class Further:
    """A page that the search knows only by its title, its lead paragraph and its keywords."""

    name: str
    title: Words
    lead: Words
    drawing: str
    keywords: Words = ""
    argument: str = ""
    kind: Kind | None = None  # it is about no building

    def get_absolute_url(self) -> str:
        return address_of(self.name, self.argument)


FURTHER = (
    Further("rules", _("Rules"), _("Every building, every step of a turn, and a search."), "rules"),
    Further(
        "missions",
        _("Missions"),
        _("The ten missions, with the setup for your table."),
        "mission",
        _("campaign, story"),
    ),
    Further(
        "rule", _("Glossary"), _("The words of the game."), "rules", _("words, terms, meaning"), argument="glossary"
    ),
    Further(
        "rule",
        _("Decisions"),
        _("Where sources are silent or disagree, what we decided, and which house rules you can choose."),
        "info",
        _("house rules, sources, FAQ, manual, rulebook"),
        argument="decisions",
    ),
    Further(
        "tiles",
        _("Tiles"),
        _("All tiles by round, kind, mode and players."),
        "tile",
        _("catalogue, how many shops, how many parks, how many harbors, count, box, round"),
    ),
    Further(
        "architects",
        _("Who may play which Architect?"),
        _("Tap through a round of missions with special Architects."),
        "architect",
        _("sequence, wild, pool, which number, next"),
    ),
)


@cache
def pages() -> dict[str, Page]:
    """Return the pages of the rules by slug: first the buildings, then the topics."""
    return {page.slug: page for page in (*BUILDINGS, *TOPICS)}


def page_of(kind: Kind) -> Page:
    return next(page for page in BUILDINGS if page.kind is kind)


def address_of_rule(about: str, mission: Mission) -> str:
    """Return the address that explains a rule. `about` is "harbor", "pollution" or "D5", for example."""
    if about in DECISIONS:
        return DECISIONS[about].get_absolute_url()
    if about in pages():
        return pages()[about].get_absolute_url()
    if about == MISSION:
        return f"{address_of_mission(mission)}#scoring"
    return reverse("rule", args=["pollution"]) if about in PENALTIES else page_of(Kind(about)).get_absolute_url()


def address_of(name: str, argument: str) -> str:
    """Return the address for a reference such as ("rule", "harbor"), ("mission", "unemployment") or ("rules", "")."""
    if name == "mission":
        return address_of_mission(MISSION_OF[argument])
    return reverse(name, args=[argument] if argument else [])
