"""Measure the games per second of drafting programs, and the time it takes to measure a mission's par.

To compare other programs, name their Python files in the environment variable OTHER_DRAFTERS, separated by colons.
Each file defines `drafter(rules)`, which returns a function from a Draft to the Turn of the next player.
"""

import os
from functools import partial
from itertools import islice
from math import sqrt
from pathlib import Path
from random import Random
from runpy import run_path
from statistics import mean, stdev
from time import process_time

from benchmarks.tables import print_table
from scoring import MISSIONS
from scoring.drafts import Draft, Drafter, Skill, paired_games
from scoring.drafts.draft import drafted
from scoring.drafts.games import Drafters, counted
from scoring.drafts.pars import without_mission
from scoring.rules import MODE_RULES
from scoring.tiles import TABLES

GAMES = 6
COMPARED_GAMES = 20  # the number of games of each program, for each mode and number of players
WANTED_ERROR = 0.5  # the standard error that a par should have, in VP


def report() -> None:
    print("Drafts. Times are processor time of one thread; programs are practised.")
    rows = [(f"{mode}, {players}", *_speed(rules, players)) for mode, rules in MODE_RULES.items() for players in TABLES]
    print_table("Whole games by mode and players", ("table", "games a second", "VP a city"), rows)
    rows = [(str(mission.number), *_effort(mission.rules)) for mission in MISSIONS.values()]
    print_table(
        f"Four players: games with and without the mission on the same sites, for an error of ±{WANTED_ERROR} VP",
        ("mission", "deviation of a pair", "pairs", "seconds"),
        rows,
    )
    if others := _others():
        _compare({"shipped": _shipped} | others)


def _others():
    paths = map(Path, filter(None, os.environ.get("OTHER_DRAFTERS", "").split(":")))
    return {path.stem: run_path(str(path))["drafter"] for path in paths}


def _shipped(rules):
    return partial(Drafter(rules).turn, rng=Random("shipped"))


def _compare(programs):
    """Print each program's speed and mean VP per city. In each game one program plays all seats."""
    rows = []
    for mode, rules in MODE_RULES.items():
        for players in TABLES:
            drafters = {name: program(rules) for name, program in programs.items()}
            seconds, means = dict.fromkeys(programs, 0.0), {name: [] for name in programs}
            for game in range(COMPARED_GAMES):
                for name, drafter in drafters.items():
                    draft, started = Draft(rules, players, f"compared {game}"), process_time()
                    for _taken in drafted(draft, [drafter] * players):
                        pass
                    seconds[name] += process_time() - started
                    means[name].append(mean(counted(draft).totals))
            for name in programs:
                error = stdev(means[name]) / sqrt(COMPARED_GAMES)
                rows.append((f"{mode}, {players}, {name}", COMPARED_GAMES / seconds[name], mean(means[name]), error))
    head = ("table and program", "games a second", "VP a city", "error")
    print_table(f"Programs without misjudgement, {COMPARED_GAMES} games on the same sites, in turn", head, rows)


def _speed(rules, players):
    table, started, totals = Drafters(rules, players, Skill.PRACTISED), process_time(), []
    for game in range(GAMES):
        totals += table.play(f"bench {game}").totals
    return GAMES / (process_time() - started), sum(totals) / len(totals)


def _effort(rules):
    started = process_time()
    pairs = list(islice(paired_games(rules, 4, Skill.PRACTISED, "bench"), GAMES))
    seconds = (process_time() - started) / GAMES
    if rules.text == without_mission(rules).text:
        deviation = stdev(sum(game.totals) / 4 for game, _sum in pairs)
    else:
        deviation = stdev((sum(game.totals) - without) / 4 for game, without in pairs)
    wanted = max(2, round((deviation / WANTED_ERROR) ** 2))
    return deviation, wanted, wanted * seconds
