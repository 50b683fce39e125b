"""Compute the bars of a step-by-step reveal."""

from fractions import Fraction

BAR = 100  # the width of the drawing of a bar


def width(figure: int | Fraction, full: int | Fraction) -> int:
    """Return the length of a figure's bar; `full` is the figure of a full bar. A figure below 0 has no bar."""
    return max(0, round(BAR * figure / full)) if full > 0 else 0
