"""The election rule: the figure that decides a campaign. It is the sum of all VP, or another figure that a group chose.

Source: decision D20 in docs/rules.md.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

# By default, a player's best eight of ten missions count. So a player can miss two missions without a disadvantage.
DEFAULT_BEST_OF = 8
MOST_HEAD_START = 10  # the most VP of a head start


class CountBy(StrEnum):
    """The figure by which players are compared."""

    TOTAL = "total"  # the VP of all missions (campaign manual, "Campaign")
    AVERAGE = "average"  # the VP per mission played
    SHARE = "share"  # the player's share of the best score, averaged over the missions played
    PAR = "par"  # the VP above par, averaged over the missions played
    BEST = "best"  # the VP of the player's best missions


class HeadStart(StrEnum):
    """The size of head starts. A head start is a number of VP with which a player begins a campaign.

    It is a fraction of the VP by which the player was behind the leader of the group's previous campaign.
    """

    NONE = "none"
    QUARTER = "quarter"
    HALF = "half"

    def of(self, behind: int) -> int:
        """Return the head start, at most MOST_HEAD_START, for a distance of `behind` VP to the leader."""
        divisor = {HeadStart.QUARTER: 4, HeadStart.HALF: 2}.get(self)
        return min(MOST_HEAD_START, behind // divisor) if divisor else 0


@dataclass(frozen=True, slots=True)
class Score:
    """A player's results so far."""

    own: Mapping[int, int]  # the player's VP in each mission played
    best: Mapping[int, int]  # the highest VP of any player in each mission
    par: Mapping[int, int] = field(default_factory=dict)  # the par of each mission, whether it was played or not
    head_start: int = 0  # the VP with which the player began; CountBy.TOTAL and CountBy.BEST add them


@dataclass(frozen=True, slots=True)
class ElectionRule:
    """The rule that decides a campaign. `best_of` is the number of missions that count under CountBy.BEST.

    Raises ValueError if `best_of` is below 1.
    """

    by: CountBy = CountBy.TOTAL
    best_of: int = DEFAULT_BEST_OF

    def __post_init__(self) -> None:
        if self.best_of < 1:
            raise ValueError(f"best_of is {self.best_of}; at least one mission must count")

    @property
    def counts_head_starts(self) -> bool:
        return self.by in (CountBy.TOTAL, CountBy.BEST)

    def value(self, score: Score) -> "int | Fraction":
        """Return the figure that ranks players, such as VP, VP per mission, or the mean share of the best score."""
        match self.by:
            case CountBy.TOTAL:
                return score.head_start + sum(score.own.values())
            case CountBy.AVERAGE:
                return _mean(list(score.own.values()))
            case CountBy.SHARE:
                return _mean(_shares(score))
            case CountBy.PAR:
                return _mean([own - score.par[mission] for mission, own in score.own.items()])
            case CountBy.BEST:
                return score.head_start + sum(sorted(score.own.values(), reverse=True)[: self.best_of])

    def counted(self, score: Score) -> tuple[int, ...]:
        """Return the missions that count for a player, in the order of the programme.

        Under CountBy.BEST, prefer the earlier mission if two missions brought equal VP.
        """
        if self.by is not CountBy.BEST:
            return tuple(sorted(score.own))
        best_first = sorted(score.own, key=lambda mission: (-score.own[mission], mission))
        return tuple(sorted(best_first[: self.best_of]))

    def highest(self, score: Score, remaining: Mapping[int, int]) -> "int | Fraction":
        """Return the highest possible score. `remaining` has the most VP that each remaining mission can bring."""
        # Under some rules, another mission can lower the score. Players can skip missions, so try each number.
        most_first = sorted(remaining, key=lambda mission: remaining[mission] - self._par(score, mission), reverse=True)
        return max(
            self.value(_with(score, {mission: remaining[mission] for mission in most_first[:played]}, remaining))
            for played in range(len(remaining) + 1)
        )

    def lowest(self, score: Score, remaining: Mapping[int, int]) -> "int | Fraction":
        """Return the lowest score that a player can end with, by missing missions or by scoring 0 VP in them."""
        dearest_first = sorted(remaining, key=lambda mission: self._par(score, mission), reverse=True)
        return min(
            self.value(_with(score, dict.fromkeys(dearest_first[:played], 0), remaining))
            for played in range(len(remaining) + 1)
        )

    def _par(self, score: Score, mission: int) -> int:
        """Return the VP to subtract from a result in this mission: the par under CountBy.PAR, otherwise 0."""
        return score.par[mission] if self.by is CountBy.PAR else 0

    def needed(self, score: Score, leader: "int | Fraction", remaining: Mapping[int, int]) -> "int | Fraction | None":
        """Return the result that the player needs in each remaining mission to draw level with the leader.

        Return None if no mission remains. VP are rounded up.

        - TOTAL: the VP by which the player has to beat the leader.
        - AVERAGE, BEST: the player's VP.
        - PAR: the player's VP above par.
        - SHARE: the player's share of the mission's best score. It can be above 1.

        Except for TOTAL, assume that the leader's score does not change.
        """
        left = len(remaining)
        if not left:
            return None
        match self.by:
            case CountBy.TOTAL:
                return -((self.value(score) - leader) // left)
            case CountBy.AVERAGE:
                return -((sum(score.own.values()) - leader * (len(score.own) + left)) // left)
            case CountBy.PAR:
                above = sum(score.own.values()) - sum(map(score.par.__getitem__, score.own))
                return -((above - leader * (len(score.own) + left)) // left)
            case CountBy.SHARE:
                shares = _shares(score)
                return _mean([leader * (len(shares) + left) - sum(shares), *[0] * (left - 1)])
            case CountBy.BEST:
                enough = int(leader) - sum(vp for vp in score.own.values() if vp < 0)

                def after(vp: int) -> "int | Fraction":
                    return self.value(_with(score, dict.fromkeys(remaining, vp), remaining))

                return bisect_left(range(enough + 1), leader, key=after)


def _mean(figures: "Sequence[int | Fraction]") -> "int | Fraction":
    from fractions import Fraction  # noqa: PLC0415  # this import takes a tenth of the engine's import time

    return Fraction(sum(figures), len(figures)) if figures else 0


def _shares(score: Score) -> "list[int | Fraction]":
    """Return the player's share of the best score in each mission. Leave out missions whose best score is 0 or less."""
    from fractions import Fraction  # noqa: PLC0415

    return [Fraction(own, score.best[mission]) for mission, own in score.own.items() if score.best[mission] > 0]


def _with(score: Score, more: Mapping[int, int], best: Mapping[int, int]) -> Score:
    return Score({**score.own, **more}, {**score.best, **best}, score.par, score.head_start)
