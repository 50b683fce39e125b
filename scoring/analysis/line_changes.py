"""The lines of the score sheet that tell two cities apart."""

from collections import Counter
from dataclasses import dataclass

from scoring.city import City
from scoring.lines import Line
from scoring.rules import Rules
from scoring.search import settle
from scoring.sheets import score


@dataclass(frozen=True, slots=True)
class LineChanges:
    """Lines of one city's sheet only (`gone`) and of the other's only (`new`), each in the order of its sheet.

    The VP of the new lines less those of the lines gone are the difference of the totals.
    """

    gone: tuple[Line, ...]
    new: tuple[Line, ...]


def line_changes(city: City, other: City, rules: Rules) -> LineChanges:
    """Compare the sheets of two cities, each with its best allocation."""
    before, after = (score(one, settle(one, rules), rules).lines for one in (city, other))
    return LineChanges(gone=_only(before, after), new=_only(after, before))


def _only(lines: tuple[Line, ...], others: tuple[Line, ...]) -> tuple[Line, ...]:
    left = Counter(others)
    only = []
    for line in lines:
        if left[line]:
            left[line] -= 1
        else:
            only.append(line)
    return tuple(only)
