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
    """The lines in which the score sheets of two cities differ, in the order of their sheets."""

    gone: tuple[Line, ...]  # the lines that only the first city has
    new: tuple[Line, ...]  # the lines that only the second city has


def line_changes(city: City, other: City, rules: Rules) -> LineChanges:
    """Compare the sheets of two cities, each with its best allocation."""
    before, after = (Counter(score(one, settle(one, rules), rules).lines) for one in (city, other))
    return LineChanges(gone=tuple((before - after).elements()), new=tuple((after - before).elements()))
