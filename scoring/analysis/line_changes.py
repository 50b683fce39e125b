"""The lines in which the score sheets of two cities differ, and what remains of them for each category."""

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from scoring.city import City
from scoring.rules import Rules
from scoring.score_lines import ScoreLine
from scoring.settling import settle
from scoring.sheets import score


@dataclass(frozen=True, slots=True)
class LineChanges:
    """The lines in which the score sheets of two cities differ, in the order of their sheets."""

    gone: tuple[ScoreLine, ...]  # the lines that only the first city has
    new: tuple[ScoreLine, ...]  # the lines that only the second city has

    @property
    def net(self) -> tuple["NetChange", ...]:
        """List by how many VP each category changes, the largest gain first. Leave out those that keep their VP."""
        changes = []
        for category in dict.fromkeys(line.category for line in (*self.new, *self.gone)):
            gone, new = ([line for line in lines if line.category == category] for lines in (self.gone, self.new))
            vp = sum(line.vp for line in new) - sum(line.vp for line in gone)
            changes.append(NetChange(category, vp, tuple(new or gone)))
        return tuple(sorted((change for change in changes if change.vp), key=lambda change: -change.vp))


class NetChange(NamedTuple):
    """By how many VP a category of the score sheet changes. `lines` are its new lines, or else those that are gone."""

    category: str
    vp: int
    lines: tuple[ScoreLine, ...]


def line_changes(city: City, other: City, rules: Rules) -> LineChanges:
    """Compare the sheets of two cities, each with its best allocation."""
    before, after = (Counter(score(one, settle(one, rules), rules).lines) for one in (city, other))
    return LineChanges(gone=tuple((before - after).elements()), new=tuple((after - before).elements()))
