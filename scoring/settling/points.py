"""The counts in a point of the search, and the effect of one more choice on each count.

A point is one number in which each count has its own bits, so a choice changes each count by one addition.
"""

from functools import lru_cache
from typing import NamedTuple

from scoring.settling.worth import Rises

# The effect of one choice on one count in a point. First the position of the count's bits. Then three numbers for each
# value of the count: the worth that activating the square adds, the change of the point if the square is left out, and
# the change of the point if the square is activated.
Step = tuple[int, tuple[tuple[int, int, int], ...]]

# The number of bits of a count: enough for all squares.
COUNT_BITS = 5
COUNT = (1 << COUNT_BITS) - 1


class Claim(NamedTuple):
    """A promised term that can be claimed. At most one term of a list can be claimed."""

    number: int  # the number of the term's list
    term: Rises
    left: Rises  # the term without the certain buildings
    gain: int  # the worth of the term for the certain buildings


class PointCount(NamedTuple):
    """The counts of activated buildings on which later choices depend."""

    shops: int
    workers: int  # the Inhabitants at work whom a bonus counts


@lru_cache(maxsize=1 << 12)
def counting_on(rises: tuple[int, ...], left: int, shift: int, claimed: bool) -> Step:  # noqa: FBT001 # a cached key
    """Return the effect of deciding a square of a term while `left` other squares of the term are undecided.

    A claim sets the count of its term to 1. While that count is 0, the term is not claimed and adds nothing.
    """
    first = 1 if claimed else 0

    def alike(count: int) -> int:
        coming = rises[count : count + left]
        fewest = next(fewer for fewer in range(count + 1) if rises[fewer : fewer + left] == coming)
        return fewest + first if left else 0

    rows = [
        (rises[count], alike(count) - count - first << shift, alike(count + 1) - count - first << shift)
        for count in range(len(rises) - left)
    ]
    return shift, (*[(0, 0, 0)] * first, *rows)


def claiming(gain: int, begins: int, shift: int, *, is_last: bool) -> Step:
    """Return the effect of claiming a term. It has no effect if another term of its list was claimed before.

    A bit of the point marks that a term of the list was claimed. The last claim of the list clears this bit.
    """
    was_claimed = 1 << shift
    rows = (
        ((gain, 0, begins), (0, -was_claimed, -was_claimed))
        if is_last
        else ((gain, 0, begins + was_claimed), (0, 0, 0))
    )
    return shift, rows


@lru_cache
def counting(one: int, most: int, shift: int) -> Step:
    """Return the effect of activating a Shop or a workplace. The count never exceeds `most`."""
    return shift, tuple([(0, 0, min(count + one, most) - count << shift) for count in range(most + 1)])
