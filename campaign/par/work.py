"""Ask for the par of a mission, and measure it in games that programs play."""

from collections.abc import Iterator
from itertools import islice
from time import process_time

from django.http import HttpRequest

from campaign.jobs import JobSteps, ask
from campaign.models import Job
from campaign.par.asked import SHOWN, AskedPar
from campaign.par.shown import ShownPar
from scoring import HouseRules
from scoring.drafts import DraftedGame, Skill, paired_games, par_of
from scoring.drafts.measured import sums_without_mission
from scoring.drafts.pars import FEWEST_GAMES

GAMES = 120
SECONDS = 10  # the seconds of computing for one par on one core
SEED = "1"
Pair = tuple[DraftedGame, int]


def shown_par(line: str, players: int, house_rules: HouseRules) -> ShownPar:
    """Return a par for the template par/_par.html. Makes one query, or none if the par is in pars.json."""
    asked = AskedPar(line, players, house_rules)
    return ShownPar.of(asked, None if asked.known else Job.objects.filter(kind=Job.Kind.PAR, task=asked.task).first())


def begin(request: HttpRequest, asked: AskedPar) -> bool:
    """Ask for a par. Return False if the par is known or under way. Raises TooManyJobsError."""
    return not asked.known and ask(request, [(Job.Kind.PAR, asked.task)])


def measure(task: str) -> JobSteps:
    """Measure a par. All its figures come at once, at the end."""
    pairs: list[Pair] = []
    for pair in games_of(AskedPar.of_task(task), SHOWN, SEED, GAMES, SECONDS):
        pairs.append(pair)
        yield {}, 100 * len(pairs) // (GAMES + 1)
    yield par_of(pairs)._asdict(), 100


def games_of(asked: AskedPar, skill: Skill, seed: str, games: int, seconds: float | None) -> Iterator[Pair]:
    """Play pairs of games, for `seconds` of processor time, but at least FEWEST_GAMES pairs."""
    # The VP of the games without a mission, as stored in pars.json. If they are missing, programs play these games.
    sums = () if asked.switches else sums_without_mission(asked.rules.mode, asked.players, skill, seed)
    begun = process_time()
    for count, pair in enumerate(islice(paired_games(asked.rules, asked.players, skill, seed, sums), games), 1):
        yield pair
        if seconds is not None and count >= FEWEST_GAMES and process_time() - begun >= seconds:
            return
