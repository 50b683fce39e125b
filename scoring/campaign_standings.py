"""Compute the standings of a campaign: totals, ranks, awards, and the players who can still become mayor."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Generic, TypeVar

from scoring.election import CountBy, ElectionRule, Score
from scoring.house_rules import HouseRules
from scoring.limits import highest_total
from scoring.missions import THE_TEN, Programme
from scoring.ranking import DecidedBy, Ranked, Result, rank, ranked
from scoring.rules import Rules
from scoring.sheets import CATEGORIES

if TYPE_CHECKING:
    from fractions import Fraction

Player = TypeVar("Player", bound=Hashable)

UNUSED = ("unused_inhabitants", "unused_energy")


@dataclass(frozen=True)
class FinishedGame(Generic[Player]):
    """A finished game that counts in the standings, with the results of the players who took part."""

    mission: int  # the mission's position in the campaign's programme, counted from 1
    results: Mapping[Player, Result]
    par: int = 0  # the mission's par, in VP per city; only CountBy.PAR needs it

    @cached_property
    def ranking(self) -> list[Ranked[Player]]:
        return rank(self.results)

    @cached_property
    def winners(self) -> frozenset[Player]:
        """Return the players in first place. If only one player took part, nobody wins."""
        return frozenset(ranked.player for ranked in self.ranking if ranked.rank == 1 and len(self.ranking) > 1)

    @cached_property
    def best_score(self) -> int:
        return max(result.total for result in self.results.values())


@dataclass(frozen=True, slots=True)
class StandingsRow(Generic[Player]):
    """One player's row in the standings. A figure is None if the results lack the data for it."""

    rank: int
    player: Player
    decided_by: DecidedBy
    level: tuple[Player, ...]  # the players who were tied with this player (see `Ranked`)
    score: "int | Fraction"  # the figure by which the election rule ranks players
    counted: tuple[int, ...]  # the missions that count in `score`
    total: int  # the VP of all missions, without the head start
    head_start: int  # the head start in VP; 0 if the election rule does not count it
    played: int  # the number of missions that the player played
    missions_won: int
    categories: Mapping[str, int]  # the sums of the eleven categories of the score sheet
    inhabitants_on_buildings: int | None
    best_mission: int | None  # the mission in which the player has the highest share of the best score
    share: float | None  # the player's VP divided by the sum of the best scores in the missions played
    spread: float | None  # the standard deviation of the player's shares; it is small for a consistent player
    of_best_possible: float | None  # the player's VP divided by the VP of the best allocations of the same cities
    unused: float | None  # the VP per game for unused resources, 0 or below
    behind: "int | Fraction"  # the leader's score minus this player's
    # The result that the player needs in each remaining mission to draw level with the leader (ElectionRule.needed).
    needed: "int | Fraction | None"
    can_still_win: bool


@dataclass(frozen=True, slots=True)
class Standings(Generic[Player]):
    """The rows of all players, best first, and the winners of each award. Equal players share an award."""

    rows: tuple[StandingsRow[Player], ...]
    specialists: Mapping[str, tuple[Player, ...]]  # the players with the most VP in each category of the score sheet
    most_consistent: tuple[Player, ...]
    resource_managers: tuple[Player, ...]
    remaining: tuple[int, ...]  # the positions of the missions that are not yet played

    @property
    def mayors(self) -> tuple[Player, ...]:
        """Return the winners of the campaign; () while a mission remains to be played."""
        return () if self.remaining else tuple(row.player for row in self.rows if row.rank == 1)


def standings(
    players: Sequence[Player],
    games: Iterable[FinishedGame[Player]],
    house_rules: HouseRules | None = None,
    election: ElectionRule | None = None,
    programme: Programme = THE_TEN,
    head_starts: Mapping[Player, int] | None = None,
) -> Standings[Player]:
    """Rank these players by the games that count. The default election rule adds up all VP.

    `games` can be in any order, but must have at most one game for each mission of the programme. Guests, who are not
    in `players`, have no row, but take a rank in each game. Source: decisions D16 and D20 in docs/rules.md.
    """
    house_rules, election = house_rules or HouseRules(), election or ElectionRule()
    games = sorted(games, key=lambda game: game.mission)
    started = _counted(head_starts or {}, election)
    tallies = {player: _Tally(player, games, election, started.get(player, 0)) for player in players}
    played = {game.mission for game in games}
    most = {
        position: _most(mission.rules.line, house_rules)
        for position, mission in programme.items()
        if position not in played
    }
    if election.by is CountBy.PAR:
        pars = {position: _par(programme[position].rules, len(tallies)) for position in most}
        for tally in tallies.values():
            tally.score = replace(tally.score, par={**tally.score.par, **pars})
    leader = max((tally.value for tally in tallies.values()), default=0)
    least_to_win = max((election.lowest(tally.score, most) for tally in tallies.values()), default=0)
    rows = [
        _row(ranked, tallies[ranked.player], election, most, leader, least_to_win)
        for ranked in _ranking(players, tallies, games, house_rules.tiebreak_mission)
    ]
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
        remaining=tuple(most),
    )


def _ranking(
    players: Sequence[Player],
    tallies: Mapping[Player, "_Tally[Player]"],
    games: Sequence[FinishedGame[Player]],
    tiebreak_mission: int,
) -> list[Ranked[Player]]:
    """Rank the players by their scores. Compare players with equal scores by decision D16 in docs/rules.md."""
    ranks = {
        ranked.player: ranked.rank for game in games if game.mission == tiebreak_mission for ranked in game.ranking
    }
    last = max(ranks.values(), default=0) + 1
    return ranked(
        players,
        (
            (DecidedBy.POINTS, lambda player: tallies[player].value),
            (DecidedBy.TIEBREAK_MISSION, lambda player: -ranks.get(player, last)),
            (DecidedBy.MISSIONS_WON, lambda player: tallies[player].missions_won),
            (DecidedBy.INHABITANTS, lambda player: tallies[player].inhabitants_on_buildings),
        ),
    )


def _row(
    ranked: Ranked[Player],
    tally: "_Tally[Player]",
    election: ElectionRule,
    most: Mapping[int, int],
    leader: "int | Fraction",
    least_to_win: "int | Fraction",
) -> StandingsRow[Player]:
    """Make a player's row. `most` maps each remaining mission to the most VP that it can bring."""
    return StandingsRow(
        rank=ranked.rank,
        player=ranked.player,
        decided_by=ranked.decided_by,
        level=ranked.level,
        score=tally.value,
        counted=election.counted(tally.score),
        total=tally.total,
        head_start=tally.score.head_start,
        played=len(tally.results),
        missions_won=tally.missions_won,
        categories=tally.categories,
        inhabitants_on_buildings=tally.inhabitants_on_buildings,
        best_mission=tally.best_mission,
        share=tally.share,
        spread=tally.spread,
        of_best_possible=tally.of_best_possible,
        unused=tally.unused,
        behind=leader - tally.value,
        needed=election.needed(tally.score, leader, most),
        can_still_win=election.highest(tally.score, most) >= least_to_win if most else ranked.rank == 1,
    )


def _par(rules: Rules, players: int) -> int:
    from scoring.drafts.measured import mean_vp  # noqa: PLC0415  # few campaigns use par

    return mean_vp(rules, players)


def scores(
    players: Sequence[Player],
    games: Sequence[FinishedGame[Player]],
    election: ElectionRule,
    head_starts: Mapping[Player, int] | None = None,
) -> "dict[Player, tuple[int | Fraction, int | Fraction]]":
    """Return each player's score in these games, and the difference from the leader's score (0 for the leader).

    The rows of `standings` have the same figures, but this function is faster.
    """
    started = _counted(head_starts or {}, election)
    reached = {player: election.value(_score(player, games, started.get(player, 0))) for player in players}
    leader = max(reached.values(), default=0)
    return {player: (score, leader - score) for player, score in reached.items()}


def _counted(head_starts: Mapping[Player, int], election: ElectionRule) -> Mapping[Player, int]:
    return head_starts if election.counts_head_starts else {}


def _score(player: Player, games: Sequence[FinishedGame[Player]], head_start: int) -> Score:
    mine = [game for game in games if player in game.results]
    own = {game.mission: game.results[player].total for game in mine}
    pars = {game.mission: game.par for game in games}
    return Score(own, {game.mission: game.best_score for game in mine}, pars, head_start)


class _Tally(Generic[Player]):
    def __init__(
        self, player: Player, games: Sequence[FinishedGame[Player]], election: ElectionRule, head_start: int
    ) -> None:
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
        self.score = _score(player, games, head_start)
        self.value = election.value(self.score)
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
        from statistics import pstdev  # noqa: PLC0415  # this import would take a fifth of the engine's import time

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


@lru_cache(maxsize=1 << 8)
def _most(line: str, house_rules: HouseRules) -> int:
    """Return an upper bound of a city's VP under the rules of a mission's line, such as "classic wild=1"."""
    return highest_total(Rules.parse(line).with_house_rules(house_rules))


def _best(figures: Mapping[Player, float], above: float | None = None) -> tuple[Player, ...]:
    """Return the players with the highest figure; () if no figure is higher than the limit `above`."""
    highest = max(figures.values(), default=None)
    if highest is None or (above is not None and highest <= above):
        return ()
    return tuple(player for player, figure in figures.items() if figure == highest)
