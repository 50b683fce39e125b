"""Measure the speed of the engine: best allocations, scores, best swaps, rebuilding and the import of `scoring`.

For comparison, an integer programme also finds the best allocations.
"""

import cProfile
import json
import pstats
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

from benchmarks.slow_cities import ANY, FAMILIES, PLAYABLE, full_board
from benchmarks.tables import print_table
from scoring import MISSIONS, City, best_swap, rebuilding, score, settle, total
from scoring.settling import best_total
from tests.scoring import integer_programme, second_opinion
from tests.scoring.cities import SUPPLIES, dice, random_city

CITIES_A_SUPPLY = 34
CITIES_A_FAMILY = 8
SCORE_SECONDS = 1.0
SWAPS_A_SUPPLY = 4  # the number of cities in which the best swap is searched, for each mission and entry of SUPPLIES
SHUFFLES = 200
BOARDS = json.loads((Path(__file__).parents[1] / "tests/scoring/boards.json").read_text(encoding="utf-8"))["boards"]
IMPORTS = 15
PROFILE_LINES = 8
HAS_CP_SAT = find_spec("ortools") is not None

Task = tuple[int, City]  # a mission's number, and a city for `settle`
# For each task, the milliseconds of `settle` and of the integer programme (None if its solver CP-SAT is missing).
Times = list[tuple[float, float | None]]
T = TypeVar("T")


def report() -> None:
    print("Engine. Times are processor time, in milliseconds, of one thread.")
    if HAS_CP_SAT:
        integer_programme.solve("----/----/----/---- 0i0e", 1)  # imports the solver before anything is measured
    else:
        print("Nothing to compare settle with: CP-SAT comes with requirements/dev.txt.")
    played = {number: list(_played(number)) for number in MISSIONS}
    everything = [task for tasks in played.values() for task in tasks]
    _report_played(played)
    _report_families()
    _report_worst()
    _report_scores(everything)
    _report_swaps(played)
    _report_rebuilt()
    _report_import()
    _report_profile("played cities", everything)
    _report_profile("worst found", [*_tasks(PLAYABLE), *_tasks(ANY)])


def _played(number: int) -> Iterator[Task]:
    for supply in SUPPLIES:
        for copy in range(CITIES_A_SUPPLY):
            yield number, random_city(dice("benchmark", number, supply, copy), number, supply)


def _tasks(found: Iterable[tuple[int, str]]) -> list[Task]:
    return [(number, City.parse(text)) for number, text in found]


# Best allocations ----------------------------------------------------------------------------------------------------


def _report_played(played: dict[int, list[Task]]) -> None:
    rows = []
    together: Times = []
    for number, tasks in played.items():
        times = _times(tasks)
        together += times
        rows.append((f"{number} {MISSIONS[number].title}", len(tasks), *_spread(times)))
    rows.append(("all", len(together), *_spread(together)))
    print_table(
        "Best allocation of played cities, a third each with natural, scarce and surplus supply",
        ("mission", "cities", "settle median", "p99", "CP-SAT median", "p99", "ratio median", "p99"),
        rows,
    )


def _report_families() -> None:
    rows = []
    for family, letters in FAMILIES.items():
        tasks = [(5, full_board(dice(family, copy), letters)) for copy in range(CITIES_A_FAMILY)]
        times = _times(tasks)
        ours, theirs = _columns(times)
        worst = (max(ours), max(theirs) if theirs else None)
        rows.append((family, _median(ours), worst[0], _median(theirs), worst[1], _ratio(worst[1], worst[0])))
    print_table(
        f"Boards of 20 buildings with half of the supply they need ({CITIES_A_FAMILY} cities a family, mission 5)",
        ("buildings", "settle median", "worst", "CP-SAT median", "worst", "ratio worst"),
        rows,
    )


def _report_worst() -> None:
    for title, found in (("that can stand on a table", PLAYABLE), ("that are only written down", ANY)):
        tasks = _tasks(found)
        rows = [
            (f"{number} {city}", ours, theirs, _ratio(theirs, ours))
            for (number, city), (ours, theirs) in zip(tasks, _times(tasks), strict=True)
        ]
        print_table(f"The worst a search has found among cities {title}", ("city", "settle", "CP-SAT", "ratio"), rows)


def _times(tasks: Iterable[Task]) -> Times:
    """Time `settle` for all cities, and then CP-SAT. Raises AssertionError if their results for a city differ.

    The two do not alternate, because each would evict the other's data from the processor's caches.
    """
    tasks = list(tasks)
    settled = [_timed(settle, city, MISSIONS[number].rules) for number, city in tasks]
    if not HAS_CP_SAT:
        return [(ours, None) for _, ours in settled]
    times: Times = []
    for (number, city), (allocation, ours) in zip(tasks, settled, strict=True):
        solution, theirs = _timed(integer_programme.solve, city, number)
        assert second_opinion.points(city, allocation, number) == solution[:3], (number, str(city))
        times.append((ours, theirs))
    return times


def _timed(call: Callable[..., T], *arguments: object) -> tuple[T, float]:
    start = time.process_time()
    result = call(*arguments)
    return result, (time.process_time() - start) * 1000


def _spread(times: Times) -> tuple[float | str | None, ...]:
    ours, theirs = _columns(times)
    medians = _median(ours), _median(theirs)
    tails = _p99(ours), _p99(theirs)
    return medians[0], tails[0], medians[1], tails[1], _ratio(medians[1], medians[0]), _ratio(tails[1], tails[0])


def _columns(times: Times) -> tuple[list[float], list[float]]:
    return [ours for ours, _ in times], [theirs for _, theirs in times if theirs is not None]


def _median(values: list[float]) -> float | None:
    return statistics.median(values) if values else None


def _p99(values: list[float]) -> float | None:
    return statistics.quantiles(values, n=100, method="inclusive")[98] if values else None


def _ratio(theirs: float | None, ours: float | None) -> str | None:
    return f"x {theirs / ours:.2f}" if theirs is not None and ours else None


# Scores --------------------------------------------------------------------------------------------------------------


def _report_scores(tasks: list[Task]) -> None:
    settled = [(city, settle(city, MISSIONS[number].rules), MISSIONS[number].rules) for number, city in tasks]
    rows = [
        ("total()", _a_second(settled, total)),
        ("score(), all lines", _a_second(settled, score)),
        ("score(), every line's reason in words", _a_second(settled, _reasons)),
    ]
    print_table("Scores of settled played cities", ("what", "cities a second"), rows)


def _reasons(*case: object) -> list[str]:
    return [line.reason for line in score(*case).lines]


def _a_second(settled: list[tuple], call: Callable) -> int:
    count = 0
    start = time.process_time()
    while time.process_time() - start < SCORE_SECONDS:
        for case in settled:
            call(*case)
        count += len(settled)
    return round(count / (time.process_time() - start))


# Swaps and rebuilding ------------------------------------------------------------------------------------------------


def _report_swaps(played: dict[int, list[Task]]) -> None:
    times = [
        _timed(best_swap, city, MISSIONS[number].rules)[1]
        for number, tasks in played.items()
        for supply in range(len(SUPPLIES))
        for _, city in tasks[supply * CITIES_A_SUPPLY :][:SWAPS_A_SUPPLY]
    ]
    row = (len(times), _median(times), _p99(times), max(times))
    print_table("The best swap of played cities, exact", ("cities", "median", "p99", "worst"), [row])


def _report_rebuilt() -> None:
    rows = []
    for name, rebuild in (("rebuilt", _rebuilt), ("one best swap after another", _climbed)):
        ratios, times = [], []
        for number in range(SHUFFLES):
            board = BOARDS[number % len(BOARDS)]
            found, spent = _timed(rebuild, _shuffled(City.parse(board["city"]), number))
            ratios.append(100 * found / board["total"])
            times.append(spent)
        rows.append((name, _median(ratios), min(ratios), _median(times), max(times)))
    print_table(
        f"{SHUFFLES} shuffles of the published cities: best total found, % of the published one",
        ("", "median", "worst", "ms median", "worst"),
        rows,
    )


def _shuffled(city: City, number: int) -> City:
    rng = dice("shuffled", number)
    return replace(city, squares=tuple(rng.sample(city.squares, len(city.squares))), allocation=None)


def _rebuilt(city: City) -> int:
    *_, last = rebuilding(city, MISSIONS[10].rules)
    return last.total


def _climbed(city: City) -> int:
    rules = MISSIONS[10].rules
    while swap := best_swap(city, rules):
        city = swap.city
    return best_total(city, rules)


# Import --------------------------------------------------------------------------------------------------------------


def _report_import() -> None:
    probe = "import time; start = time.process_time(); import scoring; print((time.process_time() - start) * 1000)"
    times = sorted(
        float(subprocess.check_output([sys.executable, "-c", probe], cwd=Path(__file__).parents[1]))  # noqa: S603
        for _ in range(IMPORTS)
    )
    print_table(
        f"import scoring, in {IMPORTS} new processes",
        ("", "least", "median", "most"),
        [("ms", times[0], statistics.median(times), times[-1])],
    )


# The time of each function -------------------------------------------------------------------------------------------


def _report_profile(name: str, tasks: list[Task]) -> None:
    profile = cProfile.Profile(time.process_time)
    profile.enable()
    for number, city in tasks:
        settle(city, MISSIONS[number].rules)
    profile.disable()
    stats = pstats.Stats(profile).stats  # type: ignore[attr-defined] # (file, line, function) -> calls, ..., own time
    total = sum(own for _, _, own, _, _ in stats.values())
    longest = sorted(stats.items(), key=lambda item: -item[1][2])[:PROFILE_LINES]
    print_table(
        f"Where settle spends its time: {name}",
        ("function", "calls", "own time %", "with callees %"),
        [
            (_name_of(*where), calls, 100 * own / total, 100 * min(total, cumulative) / total)
            for where, (_, calls, own, cumulative, _) in longest
        ],
    )


def _name_of(file: str, line: int, function: str) -> str:
    return function if file == "~" else f"{Path(file).stem}.py:{line} {function}"
