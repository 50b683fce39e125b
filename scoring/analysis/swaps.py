"""The one exchange of two squares that would have brought most."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from scoring.city import City
from scoring.rules import Rules
from scoring.search import best_total, better_total, supply_prices


@dataclass(frozen=True, slots=True)
class Swap:
    """Two squares exchanged, by name in reading order; the VP that gains, and the city it makes."""

    squares: tuple[str, str]
    gain: int
    city: City


def best_swap(city: City, rules: Rules) -> Swap | None:
    """Find the exchange of two squares with the highest best total; None if none gains.

    Buildings move whole: floors, printed VP and Mayor tiles travel along. One of the squares may be empty. Of equal
    exchanges the first in reading order counts. Raises RuleError for a city of the other mode.
    """
    before = best_total(city, rules)
    best, most = None, before
    prices = supply_prices(city, rules)
    for one, other in exchanges(city):
        swapped = exchanged(city, one, other)
        total = better_total(swapped, rules, most, prices)
        if total is not None:
            names = city.board.names
            best, most = Swap((names[one], names[other]), total - before, swapped), total
    return best


def exchanges(city: City) -> Iterator[tuple[int, int]]:
    """Yield the pairs of squares that hold different things, in reading order."""
    for one, other in combinations(range(len(city.squares)), 2):
        if city.squares[one] != city.squares[other]:
            yield one, other


def exchanged(city: City, one: int, other: int) -> City:
    """Exchange what stands on two squares; the allocation is dropped."""
    squares = list(city.squares)
    squares[one], squares[other] = squares[other], squares[one]
    return replace(city, squares=tuple(squares), allocation=None)
