"""Ask for the analysis of a city, and work it out: the worth of its tiles, then their best arrangement."""

from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

from django.http import HttpRequest

from campaign.jobs import JobSteps, TooManyJobsError, ask
from campaign.models import Game, Job
from campaign.scores.boards import scores_together
from campaign.scores.stamps import RulesStamp
from scoring import City, Kind, Rules, ScoreLine, Swap, best_swap, line_changes, rebuilding, supply_worths, tile_worths


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known of a city: the job of its tiles' worths, and the job of their best arrangement."""

    city: City
    stamp: RulesStamp
    worths: Job | None
    arrangement: Job | None

    @property
    def is_done(self) -> bool:
        return bool(self.arrangement and self.arrangement.is_done)

    @property
    def is_under_way(self) -> bool:
        return bool(self.arrangement and self.arrangement.is_under_way)

    @property
    def percent(self) -> int:
        return self.arrangement.percent if self.arrangement else 0


def task_of(city: City, stamp: RulesStamp) -> str:
    return f"{city.unsettled}\n{stamp}"


def parse_task(task: str) -> tuple[City, Rules]:
    city, stamp = task.split("\n")
    return City.parse(city), RulesStamp.parse(stamp).rules


def find(city: City, stamp: RulesStamp) -> Analysis:
    """Find what is known of a city. Makes one query."""
    jobs = {job.kind: job for job in Job.objects.filter(task=task_of(city, stamp))}
    return Analysis(city.unsettled, stamp, jobs.get(Job.Kind.WORTHS), jobs.get(Job.Kind.ARRANGEMENT))


def begin(request: HttpRequest, city: City, stamp: RulesStamp) -> bool:
    """Ask for the analysis of a city. Return False if it is under way or done. Raises TooManyJobsError."""
    task = task_of(city, stamp)
    return ask(request, [(Job.Kind.WORTHS, task), (Job.Kind.ARRANGEMENT, task)])


def coach(request: HttpRequest, game: Game) -> None:
    """Ask for the best swap of each city of a finished game, unless too many jobs wait."""
    built = [city for evaluation in game.present if (city := evaluation.as_city) and any(city.squares)]
    with suppress(TooManyJobsError):
        ask(request, [(Job.Kind.WORTHS, task_of(city, game.stamp)) for city in built])


def coached(game: Game) -> dict[int, dict[str, Any] | None]:
    """Map each player's key to the best swap of their city; None if no swap gains VP. Leave out swaps not yet found."""
    built = {one.player_id: one.as_city for one in game.present}
    tasks = {player: task_of(city, game.stamp) for player, city in built.items() if city}
    done = Job.objects.filter(kind=Job.Kind.WORTHS, task__in=tasks.values(), is_done=True)
    worths: dict[str, Any] = dict(done.values_list("task", "result"))
    return {player: worths[task]["swap"] for player, task in tasks.items() if task in worths}


def weigh(task: str) -> JobSteps:
    """Work out how many VP each tile of a city brings, and which swap would bring most."""
    city, rules = parse_task(task)
    swap = best_swap(city, rules)
    worths = {
        "swap": swap and _told(city, swap, rules),
        "tiles": tile_worths(city, rules),
        "supply": asdict(supply_worths(city, rules)),
    }
    yield worths, 100


def _told(city: City, swap: Swap, rules: Rules) -> dict[str, Any]:
    """Return a swap for the database. `net` lists what it changes: category, square, VP."""
    net = [(one.category, _only_square(one.lines), one.vp) for one in line_changes(city, swap.city, rules).net]
    return {"squares": swap.squares, "gain": swap.gain, "city": str(swap.city), "net": net}


def _only_square(lines: tuple[ScoreLine, ...]) -> str:
    """Return the square of the only building that these lines score; "" if there are several."""
    [line, *others] = lines
    is_alone = line.category in list(Kind) and not others and not (scores_together(line) and line.squares[1:])
    return line.squares[0] if is_alone else ""


def arrange(task: str) -> JobSteps:
    """Search for the best arrangement of a city's tiles."""
    for progress in rebuilding(*parse_task(task)):
        yield str(progress.city), 100 * progress.done // progress.work
