"""The lines in which the score sheets of two cities differ."""

from collections import Counter
from dataclasses import dataclass

from scoring.city import City
from scoring.lines import Line
from scoring.rules import Rules
from scoring.settling import settle
from scoring.sheets import score


@dataclass(frozen=True, slots=True)
class LineChanges:
    """The lines in which the score sheets of two cities differ, in the order of their sheets.

    Only the first city's sheet has the lines `gone`. Only the second city's sheet has the lines `new`. The VP of the
    new lines minus the VP of the gone lines are the difference between the totals.
    """

    gone: tuple[Line, ...]
    new: tuple[Line, ...]


def line_changes(city: City, other: City, rules: Rules) -> LineChanges:
    """Compare the sheets of two cities, each with its best allocation."""
    before, after = (Counter(score(one, settle(one, rules), rules).lines) for one in (city, other))
    return LineChanges(gone=tuple((before - after).elements()), new=tuple((after - before).elements()))
