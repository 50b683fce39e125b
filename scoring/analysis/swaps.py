"""Find the exchange of two squares that would have gained the most VP."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from scoring.city import City
from scoring.rules import Rules
from scoring.settling import best_total, better_total, supply_prices


@dataclass(frozen=True, slots=True)
class Swap:
    """An exchange of the contents of two squares: the squares' names, the VP gained, and the city afterwards."""

    squares: tuple[str, str]
    gain: int
    city: City


def best_swap(city: City, rules: Rules) -> Swap | None:
    """Find the exchange of two squares after which the best allocation has the most VP. If none gains VP, return None.

    A building moves with its floors, printed VP and Mayor tiles. One of the squares may be empty. If several exchanges
    gain the most, return the first of them in reading order. Raises RuleError for a city of another mode.
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
    """Yield the pairs of squares with different contents, in reading order."""
    for one, other in combinations(range(len(city.squares)), 2):
        if city.squares[one] != city.squares[other]:
            yield one, other


def exchanged(city: City, one: int, other: int) -> City:
    """Return the city with the buildings of two squares exchanged, and without its allocation."""
    squares = list(city.squares)
    squares[one], squares[other] = squares[other], squares[one]
    return replace(city, squares=tuple(squares), allocation=None)
