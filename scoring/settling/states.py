"""The states of graph nodes, and how a decision of the search changes them.

Each node of the graph (scoring/settling/graph.py) has a state: one integer with several counters, each in its own bits.
Most counters count the activated squares of a term. To change a counter, the search adds a number to the state.
"""

from functools import lru_cache
from typing import NamedTuple

# The effect of a decision on a counter: (position of its lowest bit in the state, rows). Row n is for the count n:
# (value added by "yes", change of the state by "no", change of the state by "yes").
Transition = tuple[int, tuple[tuple[int, int, int], ...]]

# The number of bits of each counter. They suffice for the workers of a city with three Inhabitants on each square.
COUNTER_BITS = 6
COUNTER_MASK = (1 << COUNTER_BITS) - 1


class FinalCounts(NamedTuple):
    """The two counters of a state on which the value of Customers depends."""

    shops: int  # number of activated Shops
    workers: int  # number of Inhabitants that count as workers for a bonus


@lru_cache(maxsize=1 << 12)
def term_transition(gains: tuple[int, ...], undecided: int, shift: int, needs_selection: bool) -> Transition:  # noqa: FBT001 # a cached key
    """Return the effect of deciding about one square of a term, if `undecided` other squares are decided later.

    If several counts of activated squares lead to the same further gains, the state stores the smallest count.
    """
    first = 1 if needs_selection else 0  # if 1, a counter of 0 means that the Harbor line is not selected

    def smallest_equivalent(count: int) -> int:
        coming = gains[count : count + undecided]
        smallest = next(fewer for fewer in range(count + 1) if gains[fewer : fewer + undecided] == coming)
        return smallest + first if undecided else 0

    rows = [(0, 0, 0)] * first
    for count in range(len(gains) - undecided):
        left_out, activated = smallest_equivalent(count), smallest_equivalent(count + 1)
        rows.append((gains[count], left_out - count - first << shift, activated - count - first << shift))
    return shift, tuple(rows)


def selection_transition(gain: int, start: int, shift: int, *, is_last: bool) -> Transition:
    """Return the effect of selecting a row or column of Harbors. Adding `start` to the state selects the line.

    The selection of a row (or column) sets a flag. While it is set, no other row (or column) can be selected.
    """
    axis_flag = 1 << shift  # the decision about the last row (or column) clears this flag, as no later one reads it
    rows = ((gain, 0, start), (0, -axis_flag, -axis_flag)) if is_last else ((gain, 0, start + axis_flag), (0, 0, 0))
    return shift, rows


@lru_cache
def counter_transition(added: int, limit: int, shift: int) -> Transition:
    """Return the effect of adding `added` to a counter of Shops or workers. The counter stops at `limit`."""
    return shift, tuple([(0, 0, min(count + added, limit) - count << shift) for count in range(limit + 1)])
