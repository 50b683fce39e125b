"""The counts that a point of the search holds, and how one more choice changes each count.

`scoring/settling/__init__.py` explains the words: choice, term, worth, promise, claim and point. A point is one
integer, in which each count has its own bits. To change a count, the search adds a number to the point.
"""

from functools import lru_cache
from typing import NamedTuple

# The effect of one choice on one count. The first number is the position of the count's bits in the point. The tuple
# has three numbers for each value of the count: the worth that activating the square adds, the number to add to the
# point if the square is not activated, and the number to add to it if the square is activated.
GraphStep = tuple[int, tuple[tuple[int, int, int], ...]]

# Each count has this number of bits. They suffice for the workers of a city with three Inhabitants on each square.
COUNT_BITS = 6
COUNT = (1 << COUNT_BITS) - 1


class PointCount(NamedTuple):
    """The two counts of a point that the worth of Customers depends on."""

    shops: int  # the activated Shops
    workers: int  # the Inhabitants at work whom a bonus counts


@lru_cache(maxsize=1 << 12)
def counting_on(gains: tuple[int, ...], left: int, shift: int, needs_selection: bool) -> GraphStep:  # noqa: FBT001 # a cached key
    """Return the effect of deciding a square of a term while `left` other squares of the term are undecided.

    `needs_selection` is True for a term that needs a claim. Before this claim, the term's count is 0 and the term adds
    nothing. The claim sets the count to 1. From then on, the count is 1 more than the number of activated squares.
    """
    first = 1 if needs_selection else 0

    def alike(count: int) -> int:
        coming = gains[count : count + left]
        fewest = next(fewer for fewer in range(count + 1) if gains[fewer : fewer + left] == coming)
        return fewest + first if left else 0

    rows = [
        (gains[count], alike(count) - count - first << shift, alike(count + 1) - count - first << shift)
        for count in range(len(gains) - left)
    ]
    return shift, (*[(0, 0, 0)] * first, *rows)


def selection_transition(gain: int, begins: int, shift: int, *, is_last: bool) -> GraphStep:
    """Return the effect of claiming a term. If another term of its list was claimed before, there is no effect.

    `gain` is the worth that the claim adds at once. Adding `begins` to the point sets the term's count to 1. The bit
    `shift` of the point remembers that a term of the list was claimed. The last claim of the list clears this bit,
    because later choices do not need it.
    """
    axis_flag = 1 << shift
    rows = ((gain, 0, begins), (0, -axis_flag, -axis_flag)) if is_last else ((gain, 0, begins + axis_flag), (0, 0, 0))
    return shift, rows


@lru_cache
def counting(one: int, most: int, shift: int) -> GraphStep:
    """Return the effect of adding `one` to the count of Shops or workers. The count stops at `most`."""
    return shift, tuple([(0, 0, min(count + one, most) - count << shift) for count in range(most + 1)])
