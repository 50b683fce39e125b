"""Estimate a mission's par: the mean VP of programs. Compare par with their mean VP without a mission."""

from collections.abc import Iterator, Sequence
from itertools import count
from math import sqrt
from statistics import mean, quantiles, stdev
from typing import NamedTuple

from scoring.drafts.drafters import Skill
from scoring.drafts.games import DraftedGame, Drafters
from scoring.rules import MODE_RULES, Rules

# Increase this number whenever a change of rules, drafters or weights changes a drafted game, because older pars are
# then wrong.
EDITION = 3
FEWEST_GAMES = 2  # with fewer games there is no standard deviation


class Par(NamedTuple):
    """Figures of all games that equally skilled programs played in a mission.

    VP are per city and rounded to tenths; `lower` and `upper` are whole VP. Errors, `runs_out` and `idle_turns` are
    rounded to hundredths.
    """

    games: int
    mean: float
    mean_error: float
    winner: float  # the mean VP of the best city of a game
    lead: float  # the mean lead of the winner over the second player; 0 for one player
    spread: float  # the standard deviation of the cities' VP
    lower: int  # a quarter of the cities have at most this number of VP
    upper: int  # a quarter of the cities have at least this number of VP
    mission_vp: float  # the mean VP that the mission's own bonuses and penalties bring
    runs_out: float  # the share of games in which the box lacks Inhabitants or Energy Units
    idle_turns: float  # the mean number of turns per player and game in which no tile was built
    # the mean VP minus the mean VP of games without a mission, in the same mode and on the same construction sites
    difference: float
    error: float  # the standard error of `difference`


def without_mission(rules: Rules) -> Rules:
    """Return the rules of the same mode without a mission, under the same house rules."""
    return MODE_RULES[rules.mode].with_house_rules(rules.house_rules)


def game_seed(seed: str, game: int) -> str:
    return f"{seed}, game {game}"


def paired_games(
    rules: Rules, players: int, skill: Skill, seed: str, sums: Sequence[int] = ()
) -> Iterator[tuple[DraftedGame, int]]:
    """Play endless pairs of games on the same construction sites: one game with the mission, and one without it.

    Yield the game with the mission, and the sum of all totals in the other game. `sums` has the sums of an earlier
    call, which saves time. If the rules have no mission, each game is paired with itself.
    """
    table = Drafters(rules, players, skill)
    mode_rules = without_mission(rules)
    has_mission = rules.text != mode_rules.text
    table_without_mission = Drafters(mode_rules, players, skill) if has_mission else None
    for number in count():
        game = table.play(game_seed(seed, number))
        if table_without_mission is None:
            yield game, sum(game.totals)
        elif number < len(sums):
            yield game, sums[number]
        else:
            yield game, sum(table_without_mission.play(game_seed(seed, number)).totals)


def par_of(pairs: Sequence[tuple[DraftedGame, int]]) -> Par:
    """Summarize games that all have the same number of players. Raises ValueError for fewer than FEWEST_GAMES games."""
    if len(pairs) < FEWEST_GAMES:
        raise ValueError(f"expected at least {FEWEST_GAMES} games, got {len(pairs)}")
    games = [game for game, _sum in pairs]
    players = len(games[0].totals)
    cities = sorted(total for game in games for total in game.totals)
    ordered = [sorted(game.totals, reverse=True) for game in games]
    sums = [sum(game.totals) for game in games]
    differences = [sum(game.totals) - sum_without for game, sum_without in pairs]
    lower, _median, upper = quantiles(cities, n=4, method="inclusive")
    root = sqrt(len(games))
    return Par(
        games=len(games),
        mean=round(mean(sums) / players, 1),
        mean_error=round(stdev(sums) / players / root, 2),
        winner=round(mean(totals[0] for totals in ordered), 1),
        lead=round(mean(totals[0] - totals[1] for totals in ordered), 1) if players > 1 else 0.0,
        spread=round(stdev(cities), 1),
        lower=round(lower),
        upper=round(upper),
        mission_vp=round(mean(game.mission_vp for game in games) / players, 1),
        runs_out=round(mean(game.runs_out for game in games), 2),
        idle_turns=round(mean(game.idle_turns for game in games) / players, 2),
        difference=round(mean(differences) / players, 1),
        error=round(stdev(differences) / players / root, 2),
    )
