"""Search for the best arrangement of a city's tiles, within a fixed amount of work.

The search is simulated annealing. In each round it exchanges the contents of random squares. It keeps exchanges that
lose no VP, and some that lose a few VP. Within a round each building keeps its resources when it moves, because
scoring is then fast. After the last round, the search makes the best single exchange, up to LAST_EXCHANGES times.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import exp
from random import Random

from scoring.analysis.swaps import best_swap
from scoring.city import City
from scoring.kinds import KINDS
from scoring.rules import Rules
from scoring.settled import SettledCity, carry_out
from scoring.settling import best_total, settle

ROUNDS = 60
EXCHANGES_A_ROUND = 400
LAST_EXCHANGES = 4  # the highest number of exchanges after the last round
# WARM and COLD are losses in VP. In the first round, the search keeps about one third of the exchanges that lose WARM
# VP. In the last round, it keeps about one third of the exchanges that lose COLD VP.
WARM, COLD = 3.0, 0.3


@dataclass(frozen=True, slots=True)
class Progress:
    """The best city found so far, and its total. The search has done `done` steps of at most `work` steps."""

    city: City
    total: int
    done: int
    work: int


def rebuilt(city: City, rules: Rules) -> City:
    """Rearrange the tiles of a city for the most VP that the search finds. Return the new city without an allocation.

    The best total of the new city is never lower than the best total of `city`. The same city and rules always give
    the same new city. Raises RuleError if the city has another mode than the rules.
    """
    *_, last = rebuilding(city, rules)
    return last.city


def rebuilding(city: City, rules: Rules) -> Iterator[Progress]:
    """Rearrange a city for more VP. Yield the progress after each step; the last one has the best city."""
    work = ROUNDS + LAST_EXCHANGES
    arrangement = city.unsettled
    best, most = arrangement, best_total(arrangement, rules)
    swap = best_swap(arrangement, rules)
    if swap:
        best, most = swap.city, most + swap.gain
    rng = Random(str(arrangement))  # noqa: S311  # the same city always gets the same exchanges
    for done in range(ROUNDS):
        warmth = WARM * (COLD / WARM) ** (done / (ROUNDS - 1))
        found, arrangement = _round(arrangement, rules, warmth, rng)
        value = best_total(found, rules)
        if value > most:
            best, most = found, value
        yield Progress(best, most, done + 1, work)
    for done in range(ROUNDS, work):
        swap = best_swap(best, rules)
        if swap:
            best, most = swap.city, most + swap.gain
        yield Progress(best, most, done + 1, work)
        if not swap:
            break


def _round(city: City, rules: Rules, warmth: float, rng: Random) -> tuple[City, City]:
    """Exchange buildings at random for one round. Return the best and the last arrangement of the round."""
    town = _Town(carry_out(city, settle(city, rules), rules))
    random, count = rng.random, len(city.squares)
    now = most = town.vp()
    best = town.buildings.copy()
    for _ in range(EXCHANGES_A_ROUND):
        one, other = int(random() * count), int(random() * count)
        if town.buildings[one] == town.buildings[other]:
            continue
        town.exchange(one, other)
        value = town.vp()
        if value >= now or random() < exp((value - now) / warmth):
            now = value
            if value > most:
                most, best = value, town.buildings.copy()
        else:
            town.exchange(one, other)
    return replace(city, squares=tuple(best)), replace(city, squares=tuple(town.buildings))


class _Town:
    """A settled city whose buildings can move to other squares. Each building keeps its resources."""

    def __init__(self, settled: SettledCity) -> None:
        self.settled = settled
        settled.buildings = self.buildings = list(settled.buildings)
        self.masks = settled.masks
        self.scored = [(kind, facts) for kind, facts in KINDS.items() if facts.depends_on_place and self.masks[kind]]

    def exchange(self, one: int, other: int) -> None:
        buildings, settled = self.buildings, self.settled
        moved = 1 << one | 1 << other
        active = settled.active & moved
        if active not in (0, moved):
            settled.active ^= moved
        for square in (one, other):
            building = buildings[square]
            if building and active >> square & 1:
                self.masks[building.kind] ^= moved
        buildings[one], buildings[other] = buildings[other], buildings[one]

    def vp(self) -> int:
        """Count only the VP that depend on where buildings stand, because an exchange cannot change other VP."""
        settled, masks = self.settled, self.masks
        vp = sum([facts.vp(settled, masks[kind]) for kind, facts in self.scored])
        for bonus in settled.rules.bonuses:
            vp += bonus.points(settled)
        return vp
