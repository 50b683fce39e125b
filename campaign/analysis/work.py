"""Analyze each city once, in the background, and store the figures."""

from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from time import monotonic
from typing import Any

from django.db import transaction
from django.utils import timezone

from campaign.models import Analysis, Game
from campaign.models.analysis import STALLED_AFTER
from campaign.scores.stamps import RulesStamp
from campaign.web.background import in_background
from scoring import City, Rules, best_swap, rebuilding, supply_worths, tile_worths

AT_ONCE = 20  # how many analyses may wait or run at the same time, on the whole site
WRITE_EVERY = 1.0  # seconds between two writes of the progress


class TooManyAnalysesError(Exception):
    """AT_ONCE analyses are waiting or running already."""


def find(city: City, stamp: RulesStamp) -> Analysis | None:
    """Return the stored analysis of a city, or None if nobody has asked for one yet. Makes one query."""
    return Analysis.objects.filter(city=str(city.unsettled), stamp=str(stamp)).first()


def begin(city: City, stamp: RulesStamp) -> None:
    """Start the analysis of a city, unless it is running or done. Raises TooManyAnalysesError."""
    known = find(city, stamp)
    if known and (known.is_done or known.is_under_way):
        return
    if Analysis.objects.under_way().count() >= AT_ONCE:
        raise TooManyAnalysesError
    fresh = {"touched": timezone.now(), "percent": 0}
    analysis, _made = Analysis.objects.update_or_create(city=str(city.unsettled), stamp=str(stamp), defaults=fresh)
    transaction.on_commit(partial(in_background, partial(work_out, analysis.pk)))


def coach(game: Game) -> None:
    """Start a thread that finds the best swap for each city of a finished game. Do not search for a new arrangement."""
    stamp = game.stamp
    built = [city for evaluation in game.present if (city := evaluation.as_city) and any(city.squares)]
    transaction.on_commit(partial(in_background, partial(_coach, built, stamp)))


def _coach(cities: Sequence[City], stamp: RulesStamp) -> None:
    for city in cities:
        # Store an old time, so that this row does not count as a running analysis.
        long_ago = timezone.now() - STALLED_AFTER
        analysis, _made = Analysis.objects.get_or_create(
            city=str(city.unsettled), stamp=str(stamp), defaults={"touched": long_ago}
        )
        if analysis.figures is None:
            analysis.figures = _figures(city, stamp.rules)
            analysis.save(update_fields=["figures"])


def coached(game: Game) -> dict[int, dict[str, Any] | None]:
    """Map each player's key to the best swap of their city; None if no swap gains VP. Leave out swaps not yet found."""
    stamp, built = str(game.stamp), {one.player_id: one.as_city for one in game.present}
    of_player = {player: str(city.unsettled) for player, city in built.items() if city}
    stored = Analysis.objects.filter(city__in=of_player.values(), stamp=stamp, figures__isnull=False)
    figures: dict[str, Any] = dict(stored.values_list("city", "figures"))
    return {player: figures[city]["swap"] for player, city in of_player.items() if city in figures}


def _figures(city: City, rules: Rules) -> dict[str, Any]:
    swap = best_swap(city, rules)
    return {
        "swap": swap and {"squares": swap.squares, "gain": swap.gain, "city": str(swap.city)},
        "tiles": tile_worths(city, rules),
        "supply": asdict(supply_worths(city, rules)),
    }


def work_out(pk: int) -> None:
    """Analyze a city: store its figures, then the progress and the result of the search for the best arrangement."""
    analysis = Analysis.objects.get(pk=pk)
    city, rules = City.parse(analysis.city), RulesStamp.parse(analysis.stamp).rules
    analysis.figures = analysis.figures or _figures(city, rules)
    analysis.touched, written = timezone.now(), monotonic()
    analysis.save(update_fields=["figures", "touched"])
    for progress in rebuilding(city, rules):
        analysis.found, analysis.percent = str(progress.city), 100 * progress.done // progress.work
        if monotonic() - written >= WRITE_EVERY:
            analysis.touched, written = timezone.now(), monotonic()
            analysis.save(update_fields=["percent", "touched"])
    analysis.percent, analysis.is_done, analysis.touched = 100, True, timezone.now()
    analysis.save(update_fields=["found", "percent", "is_done", "touched"])
