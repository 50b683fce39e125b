"""Two types for the search for the best allocation: `Term` and `Prize`. They describe the VP of sets of squares."""

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple


class Term(NamedTuple):
    """The VP of some squares: `values[n]` VP if n squares of the bit mask `members` are activated."""

    members: int
    values: tuple[float, ...]


class Prize(NamedTuple):
    """A prize of `vp` VP, scored once if each of `groups` has an activated building."""

    vp: int
    groups: tuple[int, ...]  # groups of squares, as bit masks

    def missing(self, activated: int) -> list[int]:
        return [group for group in self.groups if not group & activated]


@lru_cache
def is_rising(table: tuple[int, ...]) -> bool:
    """Tell whether no entry is lower than the entry before it."""
    return all(before <= after for before, after in pairwise(table))
