"""The best arrangement found of a city's tiles, within a fixed amount of work.

A search by simulated annealing: two squares are exchanged again and again, and the exchange is kept when it gains, or
sometimes when it loses a little, less and less often. Between the rounds the supply is settled anew; within a round
each building keeps its resources wherever it goes, so that an arrangement is scored in a few microseconds. At the end
single exchanges are tried exactly, until none gains.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import exp
from random import Random

from scoring.analysis.swaps import best_swap
from scoring.city import City
from scoring.kinds import KINDS
from scoring.rules import Rules
from scoring.search import settle
from scoring.settled import SettledCity, carry_out
from scoring.sheets import total

ROUNDS = 60
EXCHANGES_A_ROUND = 400
LAST_EXCHANGES = 4  # tried exactly at the end
# VP that an exchange may lose and still be kept about every third time, in the first round and in the last.
WARM, COLD = 3.0, 0.3


@dataclass(frozen=True, slots=True)
class Progress:
    """The best city found so far, its best total, and how much of the work is done."""

    city: City
    total: int
    done: int
    work: int


def rebuilt(city: City, rules: Rules) -> City:
    """Return the best arrangement found of the same tiles with the same supply; unsettled.

    Never worth less than the city or its best swap, and always the same for the same city and rules.
    Raises RuleError for a city of the other mode.
    """
    for progress in rebuilding(city, rules):
        best = progress.city
    return best


def rebuilding(city: City, rules: Rules) -> Iterator[Progress]:
    """Yield the progress of `rebuilt`, after each round and each last exchange; the last one is its result."""
    work = ROUNDS + LAST_EXCHANGES
    arrangement = city.unsettled
    best, most = arrangement, _best_total(arrangement, rules)
    swap = best_swap(arrangement, rules)
    if swap:
        best, most = swap.city, most + swap.gain
    rng = Random(str(arrangement))  # noqa: S311  # the same exchanges for the same city
    for done in range(ROUNDS):
        warmth = WARM * (COLD / WARM) ** (done / (ROUNDS - 1))
        found, arrangement = _round(arrangement, rules, warmth, rng)
        value = _best_total(found, rules)
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


def _best_total(city: City, rules: Rules) -> int:
    return total(city, settle(city, rules), rules)


def _round(city: City, rules: Rules, warmth: float, rng: Random) -> tuple[City, City]:
    """Exchange squares for a while. Returns the best arrangement met, and the last one."""
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
    """A settled city whose squares can be exchanged; buildings keep their resources."""

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
        """Return the VP as far as they depend on where buildings stand."""
        settled, masks = self.settled, self.masks
        vp = sum([facts.vp(settled, masks[kind]) for kind, facts in self.scored])
        for bonus in settled.rules.bonuses:
            vp += bonus.points(settled)
        return vp
