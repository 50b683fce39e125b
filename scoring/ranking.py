"""Rank players, and name the figure that decided each rank."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from fractions import Fraction

Player = TypeVar("Player", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Result:
    """A player's result in VP, with both tie-break figures. A tie-break figure is None if it is unknown."""

    total: int
    inhabitants_on_buildings: int | None = None
    empty_squares: int | None = None
    categories: Mapping[str, int] = field(default_factory=dict)
    best_possible: int | None = None  # the total of the best allocation of the same city

    @property
    def left(self) -> int | None:
        """Return the VP that the best allocation would have added, or None if this is unknown."""
        return None if self.best_possible is None else self.best_possible - self.total


class DecidedBy(StrEnum):
    """The figure that decided a player's rank: points, or else a tie-breaker. SHARED means that all were equal.

    Source: decision D17 for a game and decision D16 for a campaign, in docs/rules.md.
    """

    POINTS = "points"
    INHABITANTS = "inhabitants"
    EMPTY_SQUARES = "empty_squares"
    TIEBREAK_MISSION = "tiebreak_mission"
    MISSIONS_WON = "missions_won"
    SHARED = "shared"


@dataclass(frozen=True, slots=True)
class Ranked(Generic[Player]):
    """A player's rank, from 1. Tied players share a rank: after two players of rank 1, the next player has rank 3.

    If a tie-breaker decided the rank, `level` lists the other players who were tied before. If the rank is shared,
    `level` lists the other players with this rank.
    """

    rank: int
    player: Player
    decided_by: DecidedBy  # the last figure that was compared, or SHARED
    level: tuple[Player, ...]


# The name of a figure, and a function that returns a player's figure. The larger figure is better; None means unknown.
Criterion = tuple[DecidedBy, Callable[[Player], "int | Fraction | None"]]


def rank(results: Mapping[Player, Result]) -> list[Ranked[Player]]:
    """Rank the players of a game, best first: by VP, then by Inhabitants on buildings, then by fewest empty squares.

    Players who are still equal share a rank (decision D17 in docs/rules.md).
    """

    def filled(player: Player) -> int | None:
        empty = results[player].empty_squares
        return None if empty is None else -empty

    return ranked(
        results,
        (
            (DecidedBy.POINTS, lambda player: results[player].total),
            (DecidedBy.INHABITANTS, lambda player: results[player].inhabitants_on_buildings),
            (DecidedBy.EMPTY_SQUARES, filled),
        ),
    )


def lacking(results: Mapping[Player, Result]) -> list[tuple[Player, DecidedBy]]:
    """List the tied players whose next tie-break figure is unknown, each with the name of this figure."""
    found: list[tuple[Player, DecidedBy]] = []
    for level in _level(results, lambda player: results[player].total):
        unknown = [player for player in level if results[player].inhabitants_on_buildings is None]
        found += ((player, DecidedBy.INHABITANTS) for player in unknown)
        if unknown:
            continue
        for still in _level(level, lambda player: results[player].inhabitants_on_buildings or 0):
            unknown = [player for player in still if results[player].empty_squares is None]
            found += ((player, DecidedBy.EMPTY_SQUARES) for player in unknown)
    return found


def _level(players: Iterable[Player], figure: Callable[[Player], int]) -> Iterable[list[Player]]:
    """Yield the groups of two or more players with the same figure."""
    for _, group in groupby(sorted(players, key=figure), key=figure):
        level = list(group)
        if len(level) > 1:
            yield level


def margin(totals: Iterable[int]) -> int | None:
    """Return the difference between the highest and the second-highest total; None for fewer than two totals."""
    best_first = sorted(totals, reverse=True)
    return best_first[0] - best_first[1] if len(best_first) > 1 else None


def ranked(players: Iterable[Player], criteria: Iterable[Criterion[Player]]) -> list[Ranked[Player]]:
    """Rank players by the first criterion, and tied players by the next one.

    Skip a criterion if its figure is unknown for one of the tied players.
    """
    ranking: list[Ranked[Player]] = []
    for group, decided_by, tied in _split(list(players), list(criteria), DecidedBy.POINTS, []):
        first = len(ranking) + 1
        ranking += (
            Ranked(first, player, decided_by, tuple(other for other in tied if other != player)) for player in group
        )
    return ranking


def _split(
    players: list[Player], criteria: list[Criterion[Player]], decided_by: DecidedBy, tied: list[Player]
) -> Iterable[tuple[list[Player], DecidedBy, list[Player]]]:
    """Split tied players into groups by the remaining `criteria`. Players in the same group share a rank.

    Yield tuples, best group first: (group, name of the figure that decided, players who were tied before).
    """
    if len(players) == 1:
        yield players, decided_by, tied
        return
    if not criteria:
        if players:
            yield players, DecidedBy.SHARED, players
        return
    (decision, key), *others = criteria
    known = {player: value for player in players if (value := key(player)) is not None}
    if len(known) < len(players):
        yield from _split(players, others, decided_by, tied)
        return
    best_first = sorted(players, key=known.__getitem__, reverse=True)
    for _, group in groupby(best_first, key=known.__getitem__):
        yield from _split(list(group), others, decision, [] if decision is DecidedBy.POINTS else players)
