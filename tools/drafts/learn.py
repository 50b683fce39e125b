"""Learn the drafters' weights from games that they play, and write scoring/drafts/weights.json: `make weights`.

Drafters play three generations of games. After each generation, a ridge regression over all games learns to predict a
city's final total from its features after a move. The next generation plays with these weights.

Drafters of the first generation also make bad moves. Without such games, the weights would overrate bad moves. In a
last generation, one seat of each game plans (tools/drafts/planning.py): it compares moves of the same position by
simulated endings. The regression then learns these differences too.
Needs requirements/dev.txt.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from random import Random
from time import process_time
from typing import Any

import numpy as np

from scoring.boards import Mode
from scoring.drafts.draft import Draft, Turn, drafted
from scoring.drafts.drafters import Appraisal, Candidate, Drafter
from scoring.drafts.features import FEATURES, SET_PARTS
from scoring.drafts.mats import PlayerMat
from scoring.drafts.weights import MILLI, WEIGHTS, Weights
from scoring.kinds import Kind
from scoring.limits import tiles_a_city
from scoring.missions import MISSIONS
from scoring.rules import MODE_RULES, Rules
from scoring.settling import best_total
from tools.drafts.planning import PlanningSeat

PLAYERS = 4
MOMENTS = 4  # the number of evenly spaced moments of a game that have weights of their own
# The number of games in each generation: half of them without a mission, the others divided among the missions.
GAMES = {Mode.CLASSIC: (200, 300, 400), Mode.EXPERT: (80, 100, 120)}
PLANNED_GAMES = {Mode.CLASSIC: 0, Mode.EXPERT: 4}  # games with a planning seat, without a mission
RIDGE = {Mode.CLASSIC: 100.0, Mode.EXPERT: 1000.0}
# The regression divides each feature by its standard deviation, but at least by this number: otherwise it would learn
# huge weights for features that few games have.
LEAST_DEVIATION = {Mode.CLASSIC: 0.0, Mode.EXPERT: 0.3}
# A difference between two moves weighs as much as this many totals: two moves of one position differ only by the move,
# but the totals of two games differ by much else.
COMPARED_WEIGHT = 30
SEED = {Mode.CLASSIC: "a", Mode.EXPERT: "cornerstone"}
# How far drafters misjudge moves, in thousandths of a VP. Each drafter gets a random value: from CLUMSY in the first
# generation, from CAREFUL later.
CLUMSY, CAREFUL = (500, 1500, 3000), (0, 400, 800)
# The standard deviation, in VP, of a drafter's random preference for a kind of building. Preferences lead to
# more varied cities.
TASTE = {Mode.CLASSIC: 0.35, Mode.EXPERT: 1.0}
# In games to learn from, a planning seat also tries some worse moves, and plays this share of its moves at random.
FURTHER, MISSED = 2, 0.2
# Extra missions to learn from, as mission lines without the mode.
OWN = ("districts=4,2", "offer=1 mayors=3", "playgrounds sets=2:5")
# The weights of some features in the first generation, in thousandths of a VP
START = {
    "inhabitants_lacking": -1500,
    "energy_lacking": -1500,
    "inhabitants_unused": -700,
    "energy_unused": -700,
    "dearer_unused_vp": -1000,
    "mission_penalty_vp": -1000,
    "part_of_a_playground_set_vp": 500 // SET_PARTS,
}


def lines(mode: Mode) -> list[Rules]:
    """Return the rules of all missions of this mode, except missions that change no rule of the mode."""
    mode_rules = MODE_RULES[mode]
    own = [Rules.parse(f"{mode} {words}") for words in OWN]
    ten = [mission.rules for mission in MISSIONS.values() if mission.rules.mode is mode]
    return [rules for rules in (*ten, *own) if rules.text != mode_rules.text]


def prior() -> list[float]:
    """Return the weight of each feature before the first game, in VP."""
    standing = {name for name in FEATURES if name.endswith("_vp") and "next" not in name and "with" not in name}
    return [START.get(name, MILLI if name in standing else 0) / MILLI for name in FEATURES]


class Explorer(Drafter):
    """A drafter that prefers some kinds of building, and records the features of its city after every move."""

    def __init__(self, rules: Rules, misjudgement: int, weights: Weights, taste: dict[Kind, int]) -> None:
        super().__init__(rules, misjudgement, weights)
        self.taste = taste
        self.noted: list[tuple[int, tuple[int, ...]]] = []  # (turns left, features) after each move

    def candidates(self, draft: Draft, rng: Random) -> list[Candidate]:
        return [
            one._replace(value=one.value + self.taste[one.option.tile.kind]) if one.way and one.option.tile else one
            for one in super().candidates(draft, rng)
        ]

    def turn(self, draft: Draft, rng: Random) -> Turn:
        left, seat = draft.turns_left, draft.seat
        turn = super().turn(draft, rng)
        self.pending = left, seat
        return turn

    def note(self, draft: Draft) -> None:
        left, seat = self.pending
        self.noted.append((left, features_of(self, draft.mats[seat], left)))


def features_of(drafter: Drafter, mat: PlayerMat, left: int) -> tuple[int, ...]:
    appraisal = Appraisal(drafter, mat, left)
    standing = appraisal.buildings.standing
    supply = drafter.reader.supply(standing.needs, mat.inhabitants, mat.energy, appraisal.printed)
    return (*standing.features, *supply)


def play(rules: Rules, weights: Weights, misjudgements: tuple[int, ...], seed: str) -> Iterator[tuple[Any, ...]]:
    """Play a game. Yield (turns left, features, total at the end) for each move."""
    rng = Random(seed)
    drafters = []
    for _ in range(PLAYERS):
        has_taste = rng.random() < 0.5
        taste = {kind: round(rng.gauss(0, TASTE[rules.mode] * MILLI)) if has_taste else 0 for kind in Kind}
        drafters.append(Explorer(rules, rng.choice(misjudgements), weights, taste))
    draft = Draft(rules, PLAYERS, seed)
    while not draft.is_over:
        drafter = drafters[draft.seat]
        draft.take(drafter.turn(draft, rng))
        drafter.note(draft)
    for drafter, city in zip(drafters, draft.cities, strict=True):
        total = best_total(city, rules)
        for left, features in drafter.noted:
            yield left, features, total


def generation(mode: Mode, number: int, weights: Weights, seed: str, games: int) -> list[Any]:
    """Play the games of one generation. Return (turns left, features, total) for each move.

    The totals of a mission are shifted to the mean of games without a mission, because missions bring different totals.
    """
    mode_rules, others = MODE_RULES[mode], lines(mode)
    jobs = [(mode_rules, games // 2)] + [(rules, games // 2 // len(others)) for rules in others]
    misjudgements = CAREFUL if number else CLUMSY
    rows: list[Any] = []
    base = 0.0
    for line, (rules, count) in enumerate(jobs):
        played = [
            row
            for game in range(count)
            for row in play(rules, weights, misjudgements, f"{seed}, generation {number}, line {line}, game {game}")
        ]
        mean = sum(total for _left, _features, total in played) / len(played)
        base = base or mean
        rows += [(left, features, total - mean + base) for left, features, total in played]
        say(f"  {mode} generation {number}, line {line}: {count} games, mean {mean:.1f}")
    return rows


def planned(mode: Mode, weights: Weights, seed: str, games: int) -> list[Any]:
    """Play games with one planning seat. Return (turns left, differences of the features, difference of the VP).

    There is one such tuple for each move that the seat tried; the differences are from the mean of all its moves.
    """
    rules, rows = MODE_RULES[mode], []
    program = Drafter(rules, weights=weights)
    for game in range(games):
        rng = Random(f"{seed}, planned game {game}")
        seat = PlanningSeat(rules, weights, further=FURTHER, missed=MISSED, quick=True)
        seats = [program] * PLAYERS
        seats[rng.randrange(PLAYERS)] = seat
        draft = Draft(rules, PLAYERS, f"{seed}, planned game {game}")
        for _taken in drafted(draft, [partial(one.turn, rng=rng) for one in seats]):
            pass
        for left, tried in seat.tried:
            features = np.array([features_of(program, one.mat, left) for one in tried], dtype=float)
            vp = np.array([one.vp for one in tried])
            rows += [(left, *pair) for pair in zip(features - features.mean(0), vp - vp.mean(), strict=True)]
        say(f"  {mode} planned game {game}: {len(rows)} moves")
    return rows


def fit(rows: list[Any], compared: list[Any], mode: Mode) -> Weights:
    """Learn weights by a ridge regression.

    `rows` has (turns left, features, total) for each move, and `compared` has what `planned` returns.
    """
    ridge, features = RIDGE[mode], np.array([row[1] for row in rows], dtype=float)
    known = np.array(prior())
    scale = np.maximum(features.std(0), LEAST_DEVIATION[mode])
    scale[scale == 0] = 1
    scale[0] = 1
    count = features.shape[1]
    matrix, right = np.zeros((count * MOMENTS,) * 2), np.zeros(count * MOMENTS)
    parts = [(rows[start : start + 20_000], 1) for start in range(0, len(rows), 20_000)]
    for part, weight in [*parts, (compared, COMPARED_WEIGHT)] if compared else parts:
        left = np.array([row[0] for row in part], dtype=float) / (tiles_a_city(MODE_RULES[mode]) - 1) * (MOMENTS - 1)
        features = np.array([row[1] for row in part], dtype=float)
        missing = np.array([row[2] for row in part]) - features @ known
        lower = np.minimum(left.astype(int), MOMENTS - 2)
        shares = np.zeros((len(part), MOMENTS))
        shares[np.arange(len(part)), lower] = 1 - (left - lower)
        shares[np.arange(len(part)), lower + 1] = left - lower
        wide = (shares[:, :, None] * (features / scale)[:, None, :]).reshape(-1, count * MOMENTS)
        matrix += weight * wide.T @ wide
        right += weight * wide.T @ missing
    matrix += ridge * np.eye(len(matrix))
    for moment in range(MOMENTS):
        matrix[moment * count, moment * count] -= ridge - 1e-3  # hardly penalize the intercept
    for moment in range(MOMENTS - 1):
        for feature in range(1, count):
            a, b = moment * count + feature, (moment + 1) * count + feature
            matrix[a, a] += ridge
            matrix[b, b] += ridge
            matrix[a, b] -= ridge
            matrix[b, a] -= ridge
    found = np.linalg.solve(matrix, right).reshape(MOMENTS, count) / scale + known
    return Weights([[round(float(weight) * MILLI) for weight in moment] for moment in found])


def learn(mode: Mode, seed: str, share: float) -> tuple[Weights, int]:
    """Return the weights of the last generation, and the number of games that were played."""
    games, planned_games = [round(count * share) for count in GAMES[mode]], round(PLANNED_GAMES[mode] * share)
    weights = Weights([[round(weight * MILLI) for weight in prior()]] * MOMENTS)
    rows: list[Any] = []
    for number, count in enumerate(games):
        started = process_time()
        rows += generation(mode, number, weights, seed, count)
        weights = fit(rows, [], mode)
        say(f"{mode} generation {number}: {len(rows)} moves, {process_time() - started:.0f} s of one core")
    if planned_games:
        weights = fit(rows, planned(mode, weights, seed, planned_games), mode)
    return weights, sum(games) + planned_games


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--seed", help="the random seed; by default the seed of the shipped weights")
    parser.add_argument("--share", type=float, default=1.0, help="play this share of the usual games, for a quick try")
    parser.add_argument("--mode", type=Mode, choices=list(Mode), help="learn this mode again, and keep the other")
    parser.add_argument("--output", default=str(WEIGHTS))
    options = parser.parse_args()
    started = process_time()
    try:
        with open(options.output, encoding="utf-8") as file:  # noqa: PTH123
            written = json.load(file)
    except FileNotFoundError:
        written = {"learnt": {}, "modes": {}}
    for mode in [options.mode] if options.mode else Mode:
        seed = options.seed or SEED[mode]
        weights, games = learn(mode, seed, options.share)
        written["modes"][mode] = dict(zip(FEATURES, map(list, zip(*weights.moments, strict=True)), strict=True))
        written["learnt"][mode] = {
            "command": f"python -m tools.drafts.learn --seed {seed} --mode {mode}",
            "games": games,
            "players": PLAYERS,
            "date": datetime.now(UTC).date().isoformat(),
            "unit": "thousandths of a VP, at moments of the game evenly apart, the first with no turn left",
        }
    with open(options.output, "w", encoding="utf-8") as file:  # noqa: PTH123
        json.dump(written, file, indent=1)
        file.write("\n")
    say(f"{process_time() - started:.0f} s of one core")


if __name__ == "__main__":
    main()
