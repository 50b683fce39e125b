"""What single tiles and single resources were worth: the best total with them, and without."""

from dataclasses import dataclass, replace

from scoring.city import City
from scoring.rules import Rules
from scoring.search import best_total


@dataclass(frozen=True, slots=True)
class SupplyWorths:
    """VP the best total would change by with one Inhabitant or Energy Unit more, or fewer (None: there is none)."""

    one_inhabitant_more: int
    one_inhabitant_fewer: int | None
    one_energy_unit_more: int
    one_energy_unit_fewer: int | None


def tile_worths(city: City, rules: Rules) -> dict[str, int]:
    """Return for each building, by its square's name, the best total less the best total without it.

    A stack goes as a whole. The supply stays, so a building that only cost points has a negative worth.
    """
    best = best_total(city, rules)
    return {
        city.board.names[square]: best - best_total(_without(city, square), rules)
        for square, building in enumerate(city.squares)
        if building
    }


def _without(city: City, square: int) -> City:
    squares = (*city.squares[:square], None, *city.squares[square + 1 :])
    return replace(city, squares=squares, allocation=None)


def supply_worths(city: City, rules: Rules) -> SupplyWorths:
    """Return what one more, or one fewer, of each resource would change."""
    best = best_total(city, rules)

    def change(inhabitants: int, energy: int) -> int:
        other = replace(city, inhabitants=city.inhabitants + inhabitants, energy=city.energy + energy, allocation=None)
        return best_total(other, rules) - best

    return SupplyWorths(
        one_inhabitant_more=change(1, 0),
        one_inhabitant_fewer=change(-1, 0) if city.inhabitants else None,
        one_energy_unit_more=change(0, 1),
        one_energy_unit_fewer=change(0, -1) if city.energy else None,
    )
