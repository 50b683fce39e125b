"""The terms that the search for the best allocation adds up."""

from typing import NamedTuple


class Term(NamedTuple):
    """Points that depend on how many of some squares are activated: `values[count]` VP for the bit mask `members`."""

    members: int
    values: tuple[float, ...]
