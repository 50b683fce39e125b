"""The supply in the search: a price for each resource, and the independent buildings, which use the resources left."""

from itertools import accumulate
from typing import NamedTuple


class Prices(NamedTuple):
    """The prices of one Inhabitant and of one Energy Unit: 0 or more, in the same unit as a worth.

    Any prices give an upper bound (`Graph.bound`). The bound is lowest if each price is near the worth that one more
    unit of the resource would add.
    """

    inhabitant: int
    energy: int


class StandAloneBuildings:
    """The independent buildings that use one unit of the same resource. The best of them get the units left over.

    For Energy Units, they include the Parks, because each Park can absorb one unit. `gains[count]` is the worth of the
    best `count` buildings. `masks[count]` holds their squares, but no Parks, because Parks need no activation.
    """

    def __init__(self, values: list[tuple[int, int]]) -> None:
        values.sort(reverse=True)
        self.values = [value for value, _ in values]
        self.gains = [*accumulate(self.values, initial=0)]
        self.masks = [*accumulate([bit for _, bit in values], initial=0)]

    def sum_above(self, price: int) -> int:
        """Add up (worth - price) over the buildings that are worth more than the price of their unit."""
        return sum([value - price for value in self.values if value > price])
