"""Compare this machine with the usual one, for tests that limit processor time."""

import time

USUAL = 0.0025  # the usual machine needs this many seconds of processor time to add up 50,000 squares


def slowness():
    """Return the factor by which this machine is slower than the usual one right now; 1 if it is not slower.

    Other work can slow a machine down for a moment. So call this function right before the work whose time is limited.
    """
    start, total = time.thread_time(), 0
    for number in range(50_000):
        total += number * number
    return max(1, (time.thread_time() - start) / USUAL)
