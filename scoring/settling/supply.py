"""The supply in the search: a price for each resource, and the buildings that use what the choices leave."""

from itertools import accumulate
from typing import NamedTuple


class Prices(NamedTuple):
    """A price for one Inhabitant and for one Energy Unit, 0 or above, in the unit of the search.

    Any prices give an upper bound. It is closest if the prices are near the worth of one more unit of the supply.
    """

    inhabitant: int
    energy: int


class Independent:
    """Buildings that use one resource and need no decision: the best of them get the units that the choices leave.

    `gains[count]` is the worth of the best `count` buildings, and `masks[count]` holds the squares of these buildings.
    """

    def __init__(self, values: list[tuple[int, int]]) -> None:
        values.sort(reverse=True)
        self.values = [value for value, _ in values]
        self.gains = [*accumulate(self.values, initial=0)]
        self.masks = [*accumulate([bit for _, bit in values], initial=0)]

    def above(self, price: int) -> int:
        """Add up the worth, less the price, of the buildings that are worth more than the price."""
        return sum([value - price for value in self.values if value > price])
