"""Compare this machine with the usual one, for tests that bound processor time."""

import time
from statistics import median

USUAL = 0.05  # the seconds that the usual machine takes to add up a million squares
ATTEMPTS = 15  # the median counts: a busy machine is fast for moments


def slowness():
    """Return how many times as long as the usual machine this one takes now; 1 if it is as fast or faster."""
    times = []
    for _attempt in range(ATTEMPTS):
        start, total = time.thread_time(), 0
        for number in range(1_000_000):
            total += number * number
        times.append(time.thread_time() - start)
    return max(1, median(times) / USUAL)
