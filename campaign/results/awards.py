"""The awards of a campaign: for consistency, for the use of resources, and for the most VP in a category."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from campaign.models import Player
from campaign.results.election import decimal
from campaign.scores.words import CATEGORY_NAMES, names, percent
from scoring import Standings, StandingsRow


@dataclass(frozen=True, slots=True)
class Award:
    """An award, its reason and its winners."""

    drawing: str  # the name of a drawing in icons.svg
    title: str
    players: tuple[Player, ...]
    reason: str

    @property
    def names(self) -> str:
        return names(self.players)


def list_awards(standings: Standings[Player]) -> list[Award]:
    rows = {row.player: row for row in standings.rows}
    return [*_overall(standings, rows), *_specialists(standings, rows)]


def _overall(standings: Standings[Player], rows: dict[Player, StandingsRow[Player]]) -> Iterable[Award]:
    if consistent := standings.most_consistent:
        yield Award(
            "chart",
            gettext("Consistency"),
            consistent,
            gettext("The share of each mission's best score varies least: %(spread)s around its average.")
            % {"spread": percent(rows[consistent[0]].spread)},
        )
    if managers := standings.resource_managers:
        yield Award(
            "energy",
            gettext("Resource manager"),
            managers,
            gettext("Loses least to unused Inhabitants and Energy Units: %(figure)s VP a game.")
            % {"figure": decimal(abs(rows[managers[0]].unused or 0))},
        )


def _specialists(standings: Standings[Player], rows: dict[Player, StandingsRow[Player]]) -> Iterable[Award]:
    for category, players in standings.specialists.items():
        if players:
            vp = rows[players[0]].categories[category]
            yield Award(
                category,
                gettext("Specialist: %(category)s") % {"category": CATEGORY_NAMES[category]},
                players,
                ngettext("Scored %(count)s VP with it.", "Scored %(count)s VP with it.", vp) % {"count": vp},
            )
