"""Who won: the ranks of one game, and what decided them."""

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
    """A player's finished mission, all in VP except the tie-break figures, which a score pad may not know (None)."""

    total: int
    inhabitants_on_buildings: int | None = None
    empty_squares: int | None = None
    categories: Mapping[str, int] = field(default_factory=dict)
    best_possible: int | None = None  # the total of the best allocation of the same city

    @property
    def left(self) -> int | None:
        """VP that the best allocation would have added, None where nobody knows."""
        return None if self.best_possible is None else self.best_possible - self.total


class DecidedBy(StrEnum):
    """What set a player apart from the others with as many points (D17 for a game, D16 for a campaign)."""

    POINTS = "points"
    INHABITANTS = "inhabitants"
    EMPTY_SQUARES = "empty_squares"
    TIEBREAK_MISSION = "tiebreak_mission"
    MISSIONS_WON = "missions_won"
    SHARED = "shared"


@dataclass(frozen=True, slots=True)
class Place(Generic[Player]):
    """A player's rank, from 1; equal ranks are shared, and the next one counts everybody before it.

    `level` are the others who were still tied with the player when this was decided, nobody where points decided.
    """

    rank: int
    player: Player
    decided_by: DecidedBy
    level: tuple[Player, ...]


# A figure to compare, the larger the better; None where it is not known.
Criterion = tuple[DecidedBy, Callable[[Player], "int | Fraction | None"]]


def rank(results: Mapping[Player, Result]) -> list[Place[Player]]:
    """Rank the players of a game, best first: VP, Inhabitants on buildings, fewest empty squares, then shared (D17)."""

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


def margin(totals: Iterable[int]) -> int | None:
    """Return the VP between the first and the next, None where there is no next."""
    best_first = sorted(totals, reverse=True)
    return best_first[0] - best_first[1] if len(best_first) > 1 else None


def ranked(players: Iterable[Player], criteria: Iterable[Criterion[Player]]) -> list[Place[Player]]:
    """Rank players by the first criterion, ties by the next and so on; one not known of all who tie is passed over."""
    places: list[Place[Player]] = []
    for group, decided_by, tied in _split(list(players), list(criteria), DecidedBy.POINTS, []):
        first = len(places) + 1
        places += (
            Place(first, player, decided_by, tuple(other for other in tied if other != player)) for player in group
        )
    return places


def _split(
    players: list[Player], criteria: list[Criterion[Player]], decided_by: DecidedBy, tied: list[Player]
) -> Iterable[tuple[list[Player], DecidedBy, list[Player]]]:
    """Split players into groups that nothing sets apart, best first; what decided their place, and among whom."""
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
