"""The counts in a point of the search: what deciding one more square does to each of them.

A point is one number. Each count has bits of its own in it, so a choice changes all of them by one addition each.
"""

from functools import lru_cache

# What one choice does to one of the counts in a point, and where that stands in it. By the count: what activating adds,
# and what leaving the square out and activating it change in the point.
Step = tuple[int, tuple[tuple[int, int, int], ...]]

# The bits of one count, enough for all squares.
COUNT_BITS = 5
COUNT = (1 << COUNT_BITS) - 1


@lru_cache(maxsize=1 << 12)
def counting_on(rises: tuple[int, ...], left: int, shift: int, claimed: bool) -> Step:  # noqa: FBT001 # a cached key
    """Return what deciding one more square of a term does when so many others are left.

    A term that has to be claimed counts from 1: at 0 it does nothing.
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
    """Return what claiming a term does, unless another one of its list was claimed, which the last one forgets."""
    was_claimed = 1 << shift
    rows = (
        ((gain, 0, begins), (0, -was_claimed, -was_claimed))
        if is_last
        else ((gain, 0, begins + was_claimed), (0, 0, 0))
    )
    return shift, rows


@lru_cache
def counting(one: int, most: int, shift: int) -> Step:
    """Return what activating a Shop or a workplace does when no more than so many matter."""
    return shift, tuple([(0, 0, min(count + one, most) - count << shift) for count in range(most + 1)])
