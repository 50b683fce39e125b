"""Work out what would have brought more in a city: off the request's path, once, and kept."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from functools import partial
from time import monotonic

from django.db import connection, transaction
from django.utils import timezone

from campaign.models import Analysis
from campaign.stamps import RulesStamp
from scoring import City, best_swap, rebuilding, supply_worths, tile_worths

AT_ONCE = 20  # analyses that may wait or run on the whole site
WRITE_EVERY = 1.0  # seconds

_one_at_a_time = ThreadPoolExecutor(max_workers=1, thread_name_prefix="analysis")


class TooManyAnalysesError(Exception):
    """AT_ONCE analyses wait or run already."""


def find(city: City, stamp: RulesStamp) -> Analysis | None:
    """Find the analysis of a city, None where nobody has asked for one. One query."""
    return Analysis.objects.filter(city=str(city.unsettled), stamp=str(stamp)).first()


def begin(city: City, stamp: RulesStamp) -> None:
    """Start the work on a city, unless it is under way or done. Raises TooManyAnalysesError."""
    known = find(city, stamp)
    if known and (known.is_done or known.is_under_way):
        return
    if Analysis.objects.under_way().count() >= AT_ONCE:
        raise TooManyAnalysesError
    fresh = {"touched": timezone.now(), "percent": 0}
    analysis, _made = Analysis.objects.update_or_create(city=str(city.unsettled), stamp=str(stamp), defaults=fresh)
    transaction.on_commit(partial(in_background, partial(work_out, analysis.pk)))


def in_background(work: Callable[[], None]) -> None:
    """Do some work in a thread that gives its database connection back."""

    def worker() -> None:
        try:
            work()
        finally:
            connection.close()

    _one_at_a_time.submit(worker)


def work_out(pk: int) -> None:
    """Write the figures first, then the progress of the search for a better arrangement, and its end."""
    analysis = Analysis.objects.get(pk=pk)
    city, rules = City.parse(analysis.city), RulesStamp.parse(analysis.stamp).rules
    swap = best_swap(city, rules)
    analysis.figures = {
        "swap": swap and {"squares": swap.squares, "gain": swap.gain, "city": str(swap.city)},
        "tiles": tile_worths(city, rules),
        "supply": asdict(supply_worths(city, rules)),
    }
    analysis.touched, written = timezone.now(), monotonic()
    analysis.save(update_fields=["figures", "touched"])
    for progress in rebuilding(city, rules):
        analysis.found, analysis.percent = str(progress.city), 100 * progress.done // progress.work
        if monotonic() - written >= WRITE_EVERY:
            analysis.touched, written = timezone.now(), monotonic()
            analysis.save(update_fields=["percent", "touched"])
    analysis.percent, analysis.is_done, analysis.touched = 100, True, timezone.now()
    analysis.save(update_fields=["found", "percent", "is_done", "touched"])
