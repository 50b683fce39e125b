"""The supply in the search: a price for each resource, and the buildings that use the resources left by the choices."""

from itertools import accumulate
from typing import NamedTuple


class Prices(NamedTuple):
    """A price for one Inhabitant and for one Energy Unit, 0 or above, in the same unit as a worth.

    Any prices give an upper bound (`Graph.bound`). The bound is lowest if each price is near the worth that one more
    unit of the resource would add.
    """

    inhabitant: int
    energy: int


class Independent:
    """Buildings that use one resource and do not change the VP of others. The best of them get the units left over.

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
