"""Awards of a campaign: the most consistent player, the best manager of resources, and a specialist for each kind."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from campaign.models import Player
from campaign.words import CATEGORY_NAMES, names, percent
from scoring import Standings
from scoring.campaign_standings import UNUSED

ByCategory = Mapping[str, Mapping[Player, int]]


@dataclass(frozen=True, slots=True)
class Award:
    """An award, and the players who get it."""

    drawing: str  # in icons.svg
    title: str
    players: tuple[Player, ...]
    reason: str

    @property
    def names(self) -> str:
        return names(self.players)


def list_awards(standings: Standings[Player], by_category: ByCategory) -> list[Award]:
    """List the awards; `by_category` is VP over the games that count."""
    return [*_overall(standings, by_category), *_specialists(standings, by_category)]


def _overall(standings: Standings[Player], by_category: ByCategory) -> Iterable[Award]:
    by_player = {row.player: row for row in standings.rows}
    if consistent := standings.most_consistent:
        spread = by_player[consistent[0]].spread
        yield Award(
            "chart",
            gettext("Consistency"),
            consistent,
            gettext("The share of each mission's best score varies least: %(spread)s around its average.")
            % {"spread": percent(spread)},
        )
    if managers := standings.resource_managers:
        lost = -sum(by_category.get(category, {}).get(managers[0], 0) for category in UNUSED)
        text = ngettext(
            "Loses least to unused Inhabitants and Energy Units: %(count)s VP.",
            "Loses least to unused Inhabitants and Energy Units: %(count)s VP.",
            lost,
        )
        yield Award("energy", gettext("Resource manager"), managers, text % {"count": lost})


def _specialists(standings: Standings[Player], by_category: ByCategory) -> Iterable[Award]:
    for category, players in standings.specialists.items():
        if players:
            vp = by_category[category][players[0]]
            yield Award(
                category,
                gettext("Specialist: %(category)s") % {"category": CATEGORY_NAMES[category]},
                players,
                ngettext("Scored %(count)s VP with it.", "Scored %(count)s VP with it.", vp) % {"count": vp},
            )
