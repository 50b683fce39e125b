"""What decides the campaign: the points of all missions added up, or another measure the group agreed on (D20)."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

# The best eight of ten: a player may miss two evenings without losing ground.
DEFAULT_BEST_OF = 8


class CountBy(StrEnum):
    """What of a player's missions is compared."""

    TOTAL = "total"  # VP of all missions (campaign manual, "Campaign")
    AVERAGE = "average"  # VP a mission played
    SHARE = "share"  # average share of the best score of each mission played
    BEST = "best"  # VP of the player's best missions


@dataclass(frozen=True, slots=True)
class Score:
    """A player's missions so far: own VP by mission, and the best VP at the table in each of them."""

    own: Mapping[int, int]
    best: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class ElectionRule:
    """How a campaign is decided; `best_of` is the number of missions that count under CountBy.BEST.

    Raises ValueError for a number of missions below 1.
    """

    by: CountBy = CountBy.TOTAL
    best_of: int = DEFAULT_BEST_OF

    def __post_init__(self) -> None:
        if self.best_of < 1:
            raise ValueError(f"best_of is {self.best_of}; at least one mission must count")

    def value(self, score: Score) -> "int | Fraction":
        """Return what ranks compare: VP, VP a mission, or a fraction of 1. Nothing played is 0."""
        match self.by:
            case CountBy.TOTAL:
                return sum(score.own.values())
            case CountBy.AVERAGE:
                return _mean(list(score.own.values()))
            case CountBy.SHARE:
                return _mean(_shares(score))
            case CountBy.BEST:
                return sum(sorted(score.own.values(), reverse=True)[: self.best_of])

    def counted(self, score: Score) -> tuple[int, ...]:
        """Return the missions of a player that count, in order; of equal ones the earlier."""
        if self.by is not CountBy.BEST:
            return tuple(sorted(score.own))
        best_first = sorted(score.own, key=lambda mission: (-score.own[mission], mission))
        return tuple(sorted(best_first[: self.best_of]))

    def highest(self, score: Score, remaining: Mapping[int, int]) -> "int | Fraction":
        """Return the most a player can still reach; `remaining` maps each mission left to the most VP it can bring."""
        # An average falls by a mission that brings less than it: a player may stay at home.
        most_first = sorted(remaining, key=remaining.__getitem__, reverse=True)
        return max(
            self.value(_with(score, {mission: remaining[mission] for mission in most_first[:played]}, remaining))
            for played in range(len(remaining) + 1)
        )

    def lowest(self, score: Score, remaining: Mapping[int, int]) -> "int | Fraction":
        """Return the least a player can fall to, by 0 VP in every mission left or by missing them."""
        return min(self.value(score), self.value(_with(score, dict.fromkeys(remaining, 0), remaining)))

    def needed(self, score: Score, leader: "int | Fraction", remaining: Mapping[int, int]) -> "int | Fraction | None":
        """Return what draws level with the leader in each mission left; None where no mission is left.

        TOTAL: VP more than the leader. AVERAGE and BEST: VP, while the leader's figure stays. SHARE: a fraction of the
        mission's best score, likewise; above 1 the leader has to fall back. VP are rounded up; 0 or less is level.
        """
        left = len(remaining)
        if not left:
            return None
        match self.by:
            case CountBy.TOTAL:
                return -((sum(score.own.values()) - leader) // left)
            case CountBy.AVERAGE:
                return -((sum(score.own.values()) - leader * (len(score.own) + left)) // left)
            case CountBy.SHARE:
                shares = _shares(score)
                return _mean([leader * (len(shares) + left) - sum(shares), *[0] * (left - 1)])
            case CountBy.BEST:
                enough = int(leader) - sum(vp for vp in score.own.values() if vp < 0)

                def after(vp: int) -> "int | Fraction":
                    return self.value(_with(score, dict.fromkeys(remaining, vp), remaining))

                return bisect_left(range(enough + 1), leader, key=after)


def _mean(figures: "Sequence[int | Fraction]") -> "int | Fraction":
    from fractions import Fraction  # noqa: PLC0415  # importing it takes as long as a tenth of the engine

    return Fraction(sum(figures), len(figures)) if figures else 0


def _shares(score: Score) -> "list[int | Fraction]":
    """Return the shares of the best score; a mission in which nobody scored has none."""
    from fractions import Fraction  # noqa: PLC0415

    return [Fraction(own, score.best[mission]) for mission, own in score.own.items() if score.best[mission] > 0]


def _with(score: Score, more: Mapping[int, int], best: Mapping[int, int]) -> Score:
    return Score({**score.own, **more}, {**score.best, **best})
