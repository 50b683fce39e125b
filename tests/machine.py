"""Measure how slow this machine is, for tests that limit processor time."""

import time

USUAL = 0.0025  # seconds of processor time that the loop below takes on a machine of normal speed


def slowness():
    """Return how many times slower than normal this machine is now, at least 1. Call it just before measuring."""
    start, total = time.thread_time(), 0
    for number in range(50_000):
        total += number * number
    return max(1, (time.thread_time() - start) / USUAL)
