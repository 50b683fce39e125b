"""The average VP of this site's players, computed once a day from the sums of shared results: see sums.py."""

from dataclasses import dataclass

from django.core.cache import caches
from django.utils.translation import gettext, ngettext

from campaign.models import SharedSum
from campaign.par.asked import AskedPar
from campaign.web.partials import digest


@dataclass(frozen=True, slots=True)
class PlayersHere:
    """The cities that this site's players built with the same mission and rules: number, and average in whole VP."""

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
    """Compute all averages from the stored sums, and replace the averages in the cache. Makes one query."""
    averages, kinds = caches["averages"], SharedSum.objects.by_kind()
    averages.clear()
    for line, house_rules, players, cities, vp in kinds:
        averages.set(_key(line, house_rules, players), (cities, round(vp / cities)), None)


def _key(line: str, house_rules: str, players: int) -> str:
    return digest(line, house_rules, players)
