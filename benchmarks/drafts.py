"""Measure how many games programs draft per second, and how long a par takes."""

from itertools import islice
from statistics import stdev
from time import process_time

from benchmarks.tables import print_table
from scoring import MISSIONS
from scoring.drafts import Skill, paired_games
from scoring.drafts.games import Drafters
from scoring.drafts.pars import without_mission
from scoring.rules import MODE_RULES
from scoring.tiles import PLAYERS, SOLO

GAMES = 6
WANTED_ERROR = 0.5  # the standard error that a par should have, in VP


def report() -> None:
    print("Drafts. Times are processor time of one thread; programs are practised.")
    rows = [
        (f"{mode}, {players}", *_speed(rules, players))
        for mode, rules in MODE_RULES.items()
        for players in (SOLO, *PLAYERS)
    ]
    print_table("Whole games by mode and players", ("table", "games a second", "VP a city"), rows)
    rows = [(str(mission.number), *_effort(mission.rules)) for mission in MISSIONS.values()]
    print_table(
        f"Four players: games with and without the mission on the same sites, for an error of ±{WANTED_ERROR} VP",
        ("mission", "deviation of a pair", "pairs", "seconds"),
        rows,
    )


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
