"""Compare this machine with the usual one, for tests that bound processor time."""

import time

USUAL = 0.0025  # the seconds of processor time that the usual machine takes to add up 50,000 squares


def slowness():
    """Return how many times as long as the usual machine this one takes right now; 1 if it is as fast or faster.

    Other work can slow a machine down for a moment. So call this function right before the work whose time is bounded.
    """
    start, total = time.thread_time(), 0
    for number in range(50_000):
        total += number * number
    return max(1, (time.thread_time() - start) / USUAL)
