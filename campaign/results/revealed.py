"""Compute the bars of a step-by-step reveal."""

from fractions import Fraction

BAR = 100  # the length of a full bar


def width(figure: int | Fraction, full: int | Fraction) -> int:
    """Return the length of the bar for a figure. The figure `full` has a full bar, and a figure below 0 has none."""
    return max(0, round(BAR * figure / full)) if full > 0 else 0
