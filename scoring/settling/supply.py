"""Two types for the search: prices of Inhabitants and Energy Units, and buildings that need no decision."""

from itertools import accumulate
from typing import NamedTuple


class Prices(NamedTuple):
    """The price of an Inhabitant, and the price of an Energy Unit. No price is negative.

    They are Lagrange multipliers: any prices give an upper bound, and good prices give a low one (`Graph.bound`).
    """

    inhabitant: int
    energy: int


class StandAloneBuildings:
    """Buildings that each use one unit of one resource, and do not change the VP of other buildings.

    After the last decision, the best of these buildings get the remaining units. `gains[n]` is the value of the best n
    buildings. `masks[n]` has the squares of these n buildings, without Parks, because a Park needs no activation.
    """

    def __init__(self, values: list[tuple[int, int]]) -> None:
        values.sort(reverse=True)
        self.values = [value for value, _ in values]
        self.gains = [*accumulate(self.values, initial=0)]
        self.masks = [*accumulate([bit for _, bit in values], initial=0)]

    def sum_above(self, price: int) -> int:
        """Add up (value - price) over the buildings with a value above the price of one unit."""
        return sum([value - price for value in self.values if value > price])
