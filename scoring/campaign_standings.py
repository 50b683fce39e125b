"""The campaign so far: totals and ranks, awards, and who can still become mayor."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Generic, TypeVar

from scoring.election import ElectionRule, Score
from scoring.house_rules import HouseRules
from scoring.limits import highest_total
from scoring.missions import MISSIONS
from scoring.ranking import DecidedBy, Place, Result, rank, ranked
from scoring.sheets import CATEGORIES

if TYPE_CHECKING:
    from fractions import Fraction

Player = TypeVar("Player", bound=Hashable)

UNUSED = ("unused_inhabitants", "unused_energy")


@dataclass(frozen=True)
class FinishedGame(Generic[Player]):
    """One mission that counts: the results of those who played it. Who is missing was absent.

    A game is ranked once, however many standings it counts in.
    """

    mission: int
    results: Mapping[Player, Result]

    @cached_property
    def places(self) -> list[Place[Player]]:
        return rank(self.results)

    @cached_property
    def winners(self) -> frozenset[Player]:
        """Who came first. Alone at the table nobody is beaten: a win takes two."""
        return frozenset(place.player for place in self.places if place.rank == 1 and len(self.places) > 1)

    @cached_property
    def best_score(self) -> int:
        return max(result.total for result in self.results.values())


@dataclass(frozen=True, slots=True)
class StandingsRow(Generic[Player]):
    """A player's campaign.

    `score` is what ranks compare, by the election rule; `counted` are the missions in it. `categories` adds up the
    eleven of the sheet. `share` is the VP reached of the best scores of the missions played, `spread` the standard
    deviation of that share over the missions (small is consistent). `of_best_possible` compares with the best
    allocations of the player's own cities. All three are fractions of 1. `unused` is what unused resources cost in
    VP a game, 0 or below. These four are None where too little is known.
    """

    rank: int
    player: Player
    decided_by: DecidedBy
    level: tuple[Player, ...]  # as in Place
    score: "int | Fraction"
    counted: tuple[int, ...]
    total: int  # VP of all missions
    played: int
    missions_won: int
    categories: Mapping[str, int]
    inhabitants_on_buildings: int | None
    best_mission: int | None
    share: float | None
    spread: float | None
    of_best_possible: float | None
    unused: float | None
    behind: "int | Fraction"  # the leader's score less this one
    needed: "int | Fraction | None"  # in each remaining mission to draw level: see ElectionRule.needed
    can_still_win: bool


@dataclass(frozen=True, slots=True)
class Standings(Generic[Player]):
    """All players, best first; awards as category -> players, several when they are level."""

    rows: tuple[StandingsRow[Player], ...]
    specialists: Mapping[str, tuple[Player, ...]]
    most_consistent: tuple[Player, ...]
    resource_managers: tuple[Player, ...]
    remaining: tuple[int, ...]

    @property
    def mayors(self) -> tuple[Player, ...]:
        """The winners, once every mission is played."""
        return () if self.remaining else tuple(row.player for row in self.rows if row.rank == 1)


def standings(
    players: Sequence[Player],
    games: Iterable[FinishedGame[Player]],
    house_rules: HouseRules | None = None,
    election: ElectionRule | None = None,
) -> Standings[Player]:
    """Rank these players over the games that count, one a mission, in any order.

    A missed mission counts neither as played nor for shares. Somebody who is not among the players, such as a guest,
    has no row, but keeps their rank in each game. The election rule decides (D20), by default the sum of all VP.
    Ties: rank in the tie-break mission, missions won, Inhabitants on buildings, shared (D16).
    """
    house_rules, election = house_rules or HouseRules(), election or ElectionRule()
    games = sorted(games, key=lambda game: game.mission)
    tallies = {player: _Tally(player, games) for player in players}
    played = {game.mission for game in games}
    remaining = tuple(number for number in MISSIONS if number not in played)
    tiebreak_ranks = {
        place.player: place.rank
        for game in games
        if game.mission == house_rules.tiebreak_mission
        for place in game.places
    }
    score_of = {player: election.value(tally.score) for player, tally in tallies.items()}
    last = max(tiebreak_ranks.values(), default=0) + 1
    places = ranked(
        players,
        (
            (DecidedBy.POINTS, lambda player: score_of[player]),
            (DecidedBy.TIEBREAK_MISSION, lambda player: -tiebreak_ranks.get(player, last)),
            (DecidedBy.MISSIONS_WON, lambda player: tallies[player].missions_won),
            (DecidedBy.INHABITANTS, lambda player: tallies[player].inhabitants_on_buildings),
        ),
    )
    leader = max(score_of.values(), default=0)
    most = {number: _most(number, house_rules) for number in remaining}
    out_of_reach = max((election.lowest(tally.score, most) for tally in tallies.values()), default=0)
    rows = []
    for place in places:
        tally = tallies[place.player]
        rows.append(
            StandingsRow(
                rank=place.rank,
                player=place.player,
                decided_by=place.decided_by,
                level=place.level,
                score=score_of[place.player],
                counted=election.counted(tally.score),
                total=tally.total,
                played=len(tally.results),
                missions_won=tally.missions_won,
                categories=tally.categories,
                inhabitants_on_buildings=tally.inhabitants_on_buildings,
                best_mission=tally.best_mission,
                share=tally.share,
                spread=tally.spread,
                of_best_possible=tally.of_best_possible,
                unused=tally.unused,
                behind=leader - score_of[place.player],
                needed=election.needed(tally.score, leader, most),
                can_still_win=election.highest(tally.score, most) >= out_of_reach if remaining else place.rank == 1,
            )
        )
    return Standings(
        rows=tuple(rows),
        specialists={
            category: _best({player: tally.categories[category] for player, tally in tallies.items()}, above=0)
            for category in CATEGORIES
            if category not in UNUSED
        },
        most_consistent=_best({row.player: -row.spread for row in rows if row.spread is not None}),
        resource_managers=_best(
            {player: tally.unused for player, tally in tallies.items() if tally.unused is not None}
        ),
        remaining=remaining,
    )


def scores(
    players: Sequence[Player], games: Sequence[FinishedGame[Player]], election: ElectionRule
) -> "dict[Player, tuple[int | Fraction, int | Fraction]]":
    """Return each player's score over these games, and how far it is behind the leader's, as `standings` does."""
    reached = {player: election.value(_score(player, games)) for player in players}
    leader = max(reached.values(), default=0)
    return {player: (score, leader - score) for player, score in reached.items()}


def _score(player: Player, games: Sequence[FinishedGame[Player]]) -> Score:
    mine = [game for game in games if player in game.results]
    own = {game.mission: game.results[player].total for game in mine}
    return Score(own, {game.mission: game.best_score for game in mine})


class _Tally(Generic[Player]):
    """What one player's results add up to."""

    def __init__(self, player: Player, games: Sequence[FinishedGame[Player]]) -> None:
        mine = [(game, game.results[player]) for game in games if player in game.results]
        self.results = [result for _, result in mine]
        self.total = sum(result.total for result in self.results)
        inhabitants = [result.inhabitants_on_buildings for result in self.results]
        known = [count for count in inhabitants if count is not None]
        self.inhabitants_on_buildings = sum(known) if len(known) == len(inhabitants) else None
        self.categories = {
            category: sum(result.categories.get(category, 0) for result in self.results) for category in CATEGORIES
        }
        self.missions_won = sum(player in game.winners for game, _ in mine)
        self.score = _score(player, games)
        totals, best_scores = self.score.own, self.score.best
        self.shares = {
            game.mission: result.total / best_scores[game.mission]
            for game, result in mine
            if best_scores[game.mission] > 0
        }
        reached = sum(result.total for game, result in mine if game.mission in self.shares)
        best = sum(best_scores[mission] for mission in self.shares)
        self.share = reached / best if best else None
        self.best_mission = max(self.shares, key=lambda mission: (self.shares[mission], totals[mission]), default=None)

    @property
    def spread(self) -> float | None:
        from statistics import pstdev  # noqa: PLC0415  # a fifth of the time it takes to import the whole engine

        return pstdev(self.shares.values()) if len(self.shares) > 1 else None

    @property
    def of_best_possible(self) -> float | None:
        known = [(result.total, result.best_possible) for result in self.results if result.best_possible is not None]
        possible = sum(best for _, best in known)
        return sum(total for total, _ in known) / possible if possible > 0 else None

    @property
    def unused(self) -> float | None:
        with_categories = sum(1 for result in self.results if result.categories)
        return sum(self.categories[category] for category in UNUSED) / with_categories if with_categories else None


@cache
def _most(mission: int, house_rules: HouseRules) -> int:
    """Return the VP that no city exceeds in a mission."""
    return highest_total(MISSIONS[mission].rules.with_house_rules(house_rules))


def _best(figures: Mapping[Player, float], above: float | None = None) -> tuple[Player, ...]:
    """Return everybody with the highest figure; nobody if it is not above the given one."""
    highest = max(figures.values(), default=None)
    if highest is None or (above is not None and highest <= above):
        return ()
    return tuple(player for player, figure in figures.items() if figure == highest)
