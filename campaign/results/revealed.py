"""Compute the bars of a step-by-step reveal."""

from fractions import Fraction

BAR = 100  # the length of a full bar


def width(figure: int | Fraction, full: int | Fraction) -> int:
    """Return the length of a figure's bar: BAR if the figure equals `full`, and 0 if the figure is below 0."""
    return max(0, round(BAR * figure / full)) if full > 0 else 0
