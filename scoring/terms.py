"""The terms that the search for the best allocation adds up."""

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple


class Term(NamedTuple):
    """Points that depend on how many of some squares are activated: `values[count]` VP for the bit mask `members`."""

    members: int
    values: tuple[float, ...]


@lru_cache
def is_rising(table: tuple[int, ...]) -> bool:
    """Tell whether no entry brings less than the one before it."""
    return all(before <= after for before, after in pairwise(table))
