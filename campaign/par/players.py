"""The average VP of this site's players, computed once a day from the sums of shared results: see sums.py."""

from dataclasses import dataclass

from django.core.cache import caches
from django.utils.translation import gettext, ngettext

from campaign.models import SharedSum
from campaign.par.asked import AskedPar
from campaign.web.entity_tags import digest


@dataclass(frozen=True, slots=True)
class PlayersHere:
    """The number of cities that this site's players built, and the average of these cities in whole VP.

    All cities are from games with the same mission line, house rules and number of players.
    """

    cities: int
    average: int

    @property
    def sentence(self) -> str:
        text = ngettext(
            "Players here: %(count)s city, %(average)s VP on average.",
            "Players here: %(count)s cities, %(average)s VP on average.",
            self.cities,
        )
        return text % {"count": self.cities, "average": self.average}

    @property
    def source(self) -> str:
        return gettext("Finished games of groups that share their results.")


def players_here(asked: AskedPar) -> PlayersHere | None:
    """Return the average VP of this site's players; None if unknown. Reads a file cache, makes no query."""
    published = caches["averages"].get(_key(asked.line, " ".join(asked.switches), asked.players))
    return PlayersHere(*published) if published else None


def publish() -> None:
    """Compute all averages from the stored sums, and store them in the cache in place of the old averages.

    The cache has only numbers of cities and rounded averages. Makes one query.
    """
    averages, kinds = caches["averages"], SharedSum.objects.by_kind()
    averages.clear()
    for line, house_rules, players, cities, vp in kinds:
        averages.set(_key(line, house_rules, players), (cities, round(vp / cities)), None)


def _key(line: str, house_rules: str, players: int) -> str:
    return digest(line, house_rules, players)
