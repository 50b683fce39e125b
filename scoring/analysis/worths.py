"""Compute the worth of a building or a resource: the best total with it, minus the best total without it."""

from dataclasses import dataclass, replace

from scoring.city import City
from scoring.rules import Rules
from scoring.settling import best_total


@dataclass(frozen=True, slots=True)
class SupplyWorths:
    """How the best total would change, in VP, if the supply had one unit more, or one unit fewer.

    A unit is an Inhabitant or an Energy Unit. If the city has no unit to lose, the change with one unit fewer is None.
    """

    one_inhabitant_more: int
    one_inhabitant_fewer: int | None
    one_energy_unit_more: int
    one_energy_unit_fewer: int | None


def tile_worths(city: City, rules: Rules) -> dict[str, int]:
    """Return the worth of each building, by its square's name.

    The worth is the best total minus the best total without the building, with the same supply. A stack counts as one
    building.
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
    """Return how the best total would change, in VP, with one unit more or fewer of each resource."""
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
