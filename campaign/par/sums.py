"""Add up the VP of campaigns that share their results. Pages show the averages of these sums.

No average may reveal the results of a single group. So a sum has at least FEWEST_CITIES cities, and at most one game of
each owner. If one of its games is deleted or withdrawn, the whole sum no longer counts.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain, islice

from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, Q, Sum

from campaign.models import Evaluation, Game, SharedGame, SharedSum
from campaign.par.asked import AskedPar
from campaign.par.players import publish
from campaign.scores.house_rules import STANDARD
from campaign.scores.stamps import RulesStamp
from campaign.web.locks import Lock, locked
from scoring import Severity, audit
from scoring.tiles import table_for

FEWEST_CITIES = 20
MOST_NEW_SUMS = 50  # the most sums that one call of `renew_sums` makes, because each takes time


@dataclass(frozen=True, slots=True)
class WaitingGame:
    """A finished game of a campaign that shares its results. The game is not in any `SharedSum` yet."""

    pk: int
    owner: int
    cities: int
    finished_at: datetime


def renew_sums() -> None:
    """Remove totals that include a withdrawn game, add up new games, and publish the averages."""
    with locked(Lock.ADDING_UP):
        SharedSum.objects.dissolve_broken()
        new = chain.from_iterable(
            ((kind, games) for games in _batches(waiting)) for kind, waiting in _waiting().items()
        )
        for kind, games in islice(new, MOST_NEW_SUMS):
            _store(kind, games)
        publish()


def _waiting() -> dict[AskedPar, list[WaitingGame]]:
    """Return the finished games that no `SharedSum` contains, the oldest first."""
    without_city = Evaluation.objects.filter(game=OuterRef("pk"), absent=False, city="")
    games = (
        Game.objects.in_figures()
        .filter(~Exists(without_city), campaign__shares_results=True, campaign__deleted_at=None, shared=None)
        .annotate(owner=F("campaign__owner"), cities=Count("evaluations", filter=Q(evaluations__absent=False)))
        .order_by("finished_at", "pk")
    )
    found = defaultdict(list)
    for stamp, *values in games.values_list("rules_stamp", "pk", "owner", "cities", "finished_at"):
        game, rules = WaitingGame(*values), RulesStamp.parse(stamp)
        # The tie-break mission has no influence on a game. So games with different tie-break missions are in one group.
        house_rules = replace(rules.house_rules, tiebreak_mission=STANDARD.tiebreak_mission)
        found[AskedPar(rules.as_mission.rules.line, game.cities, house_rules)].append(game)
    return found


def _batches(waiting: list[WaitingGame]) -> Iterator[list[WaitingGame]]:
    """Yield lists of games, one for each new sum. Leave out games with doubtful results: see `is_sound`."""
    while games := _one_of_each_owner(waiting):
        doubted = [game for game in games if not is_sound(game)]
        if not doubted:
            yield games
        gone = set(doubted or games)
        waiting = [game for game in waiting if game not in gone]


def _one_of_each_owner(waiting: list[WaitingGame]) -> list[WaitingGame]:
    """Return each owner's earliest game, until FEWEST_CITIES cities are reached. Return [] if there are too few."""
    chosen: dict[int, WaitingGame] = {}
    cities = 0
    for game in waiting:
        if game.owner not in chosen:
            chosen[game.owner] = game
            cities += game.cities
        if cities >= FEWEST_CITIES:
            return list(chosen.values())
    return []


def is_sound(waiting: WaitingGame) -> bool:
    """Tell whether the cities of a game need no more tiles than exist, and whether the stored totals are right.

    An imported game may have wrong totals, so compute them again.
    """
    game = Game.objects.for_evening().filter(pk=waiting.pk).first()
    if game is None:
        return False
    mission, house_rules, players = game.as_mission, game.stamp.house_rules, table_for(len(game.present))
    cities = [(evaluation, city) for evaluation in game.present if (city := evaluation.as_city)]
    findings = [finding for _one, city in cities for finding in audit(city, mission, players, house_rules)]
    if any(finding.severity is not Severity.UNUSUAL for finding in (*findings, *game.findings)):
        return False
    return all(evaluation.compute().total == evaluation.total for evaluation, _city in cities)


def _store(kind: AskedPar, games: list[WaitingGame]) -> None:
    """Store the total VP of these games, unless a game was deleted or reopened meanwhile."""
    found = {game.pk: game.finished_at for game in games}
    with transaction.atomic():
        locked = Game.objects.in_figures().filter(pk__in=found).select_for_update()
        if dict(locked.values_list("pk", "finished_at")) != found:
            return
        entries = Evaluation.objects.filter(game__in=found, absent=False)
        stored = SharedSum.objects.create(
            line=kind.line,
            house_rules=" ".join(kind.switches),
            players=kind.players,
            games=len(games),
            cities=sum(game.cities for game in games),
            total=entries.aggregate(vp=Sum("total"))["vp"],
        )
        SharedGame.objects.bulk_create(
            SharedGame(game_id=game.pk, shared_sum=stored, finished_at=game.finished_at) for game in games
        )
