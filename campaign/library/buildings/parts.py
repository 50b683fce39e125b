"""What the pages of several buildings say in the same way."""

from collections.abc import Callable

from django.utils.translation import gettext_lazy as _

from campaign.library.records import Section, Sentence
from scoring import MISSIONS, Kind, Mode, Rules
from scoring.rules import CLASSIC_RULES, EXPERT_RULES
from scoring.tiles import TILES

CLASSIC, EXPERT = CLASSIC_RULES.points, EXPERT_RULES.points
WITH_PLAYGROUNDS = next(
    mission.rules for mission in MISSIONS.values() if mission.rules.playgrounds and mission.rules.mode is Mode.CLASSIC
)
EXPERT_WITH_PLAYGROUNDS = next(
    mission.rules for mission in MISSIONS.values() if mission.rules.playgrounds and mission.rules.mode is Mode.EXPERT
)


def printed(kind: Kind) -> str:
    """Return the VP printed on the tiles of a kind, each once: "0, 1, 2"."""
    return ", ".join(str(vp) for vp in sorted({tile.vp for tile in TILES if tile.kind is kind}))


def missions_with(holds: Callable[[Rules], bool]) -> str:
    """Return the numbers of the missions whose rules are so: "5, 6, 7, 10"."""
    return ", ".join(str(mission.number) for mission in MISSIONS.values() if holds(mission.rules))


def brought(kind: Kind, resource: str) -> str:
    return ", ".join(str(count) for count in sorted({getattr(tile, resource) for tile in TILES if tile.kind is kind}))


def stacking(*said: Sentence) -> Section:
    return Section("stacking", _("Stacking"), said)


def points(*said: Sentence) -> Section:
    return Section("points", _("How it scores"), said)


def brings(*said: Sentence) -> Section:
    return Section("brings", _("What it brings"), said)


def never_stacked() -> Section:
    return stacking(Sentence(_("Never stacked: one tile, one square.")))
