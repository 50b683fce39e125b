"""The counts that a point of the search holds, and how one more choice changes each count.

`scoring/settling/__init__.py` explains the words: choice, term, worth, promise, claim and point. A point is one
integer, in which each count has its own bits. To change a count, the search adds a number to the point.
"""

from functools import lru_cache
from typing import NamedTuple

# The effect of one choice on one count. The first number is the position of the count's bits in the point. The tuple
# has three numbers for each value of the count: the worth that activating the square adds, the number to add to the
# point if the square is not activated, and the number to add to it if the square is activated.
Transition = tuple[int, tuple[tuple[int, int, int], ...]]

# Each count has this number of bits. They suffice for the workers of a city with three Inhabitants on each square.
COUNTER_BITS = 6
COUNTER_MASK = (1 << COUNTER_BITS) - 1


class FinalCounts(NamedTuple):
    """The two counts of a point that the worth of Customers depends on."""

    shops: int  # the activated Shops
    workers: int  # the Inhabitants at work whom a bonus counts


@lru_cache(maxsize=1 << 12)
def term_transition(gains: tuple[int, ...], undecided: int, shift: int, needs_selection: bool) -> Transition:  # noqa: FBT001 # a cached key
    """Return the effect of deciding a square of a term while `undecided` other squares of the term are undecided.

    `needs_selection` is True for a term that needs a claim. Before this claim, the term's count is 0 and the term adds
    nothing. The claim sets the count to 1. From then on, the count is 1 more than the number of activated squares.
    """
    first = 1 if needs_selection else 0

    def smallest_equivalent(count: int) -> int:
        coming = gains[count : count + undecided]
        smallest = next(fewer for fewer in range(count + 1) if gains[fewer : fewer + undecided] == coming)
        return smallest + first if undecided else 0

    rows = [
        (
            gains[count],
            smallest_equivalent(count) - count - first << shift,
            smallest_equivalent(count + 1) - count - first << shift,
        )
        for count in range(len(gains) - undecided)
    ]
    return shift, (*[(0, 0, 0)] * first, *rows)


def selection_transition(gain: int, start: int, shift: int, *, is_last: bool) -> Transition:
    """Return the effect of claiming a term. If another term of its list was claimed before, there is no effect.

    `gain` is the worth that the claim adds at once. Adding `start` to the point sets the term's count to 1. The bit
    `shift` of the point remembers that a term of the list was claimed. The last claim of the list clears this bit,
    because later choices do not need it.
    """
    axis_flag = 1 << shift
    rows = ((gain, 0, start), (0, -axis_flag, -axis_flag)) if is_last else ((gain, 0, start + axis_flag), (0, 0, 0))
    return shift, rows


@lru_cache
def counter_transition(added: int, limit: int, shift: int) -> Transition:
    """Return the effect of adding `added` to the count of Shops or workers. The count stops at `limit`."""
    return shift, tuple([(0, 0, min(count + added, limit) - count << shift) for count in range(limit + 1)])
