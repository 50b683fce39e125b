"""Prices of the supply, and the stand-alone buildings, which get the units that remain after all decisions."""

from itertools import accumulate
from typing import NamedTuple


class Prices(NamedTuple):
    """A price for one Inhabitant and one for one Energy Unit, as values (scoring/settling/problem.py) of 0 or more.

    The prices are Lagrange multipliers: any prices give an upper bound (`Graph.bound`). The bound is lowest if each
    price is near the value that one more unit would add.
    """

    inhabitant: int
    energy: int


class StandAloneBuildings:
    """The stand-alone buildings that use one unit of the same resource.

    A stand-alone building shares no term with other buildings and has no estimate. So the search makes no decision
    about it. After all decisions, the best stand-alone buildings get the remaining units.

    `gains[n]` is the value of the best n buildings, and `masks[n]` holds their squares. For Energy Units, Parks count
    as buildings too, because each Park can take one unit. Parks are not in the masks, because they are always active.
    """

    def __init__(self, values: list[tuple[int, int]]) -> None:
        values.sort(reverse=True)
        self.values = [value for value, _ in values]
        self.gains = [*accumulate(self.values, initial=0)]
        self.masks = [*accumulate([bit for _, bit in values], initial=0)]

    def sum_above(self, price: int) -> int:
        """Add up (value - price) over the buildings with a value above the price of one unit."""
        return sum([value - price for value in self.values if value > price])
