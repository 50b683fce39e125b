"""Charts as numbers that a template draws: coordinates in an SVG's own units, without styles.

All numbers are whole, so that no language puts a decimal comma into an SVG.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Protocol, TypeVar

from django.utils.translation import gettext

from campaign.models import Player
from campaign.scores.words import CATEGORY_NAMES, names, percent, signed

WIDTH, HEIGHT = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 68, 56, 22, 44  # margins of the drawing
CHIP = 34  # the smallest distance between two chips, which mark the players at the ends of their lines
STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)  # the possible distances between two marks of the scale, in VP
MOST_STEPS = 5
MOST_NUMBERS = 10  # the most missions whose numbers fit below the chart on a phone


@dataclass(frozen=True, slots=True)
class ChartedScore:
    """A player's state after a mission: the score as text, and the distance to the leader in units of the chart."""

    score: str
    behind: int


@dataclass(frozen=True, slots=True)
class AfterMission:
    """All players' scores after a mission."""

    mission: int
    scores: Mapping[Player, ChartedScore]
    # absent players who lose nothing by their absence; their lines in the chart have no point for this mission
    missed: frozenset[Player] = frozenset()

    @property
    def present(self) -> Mapping[Player, ChartedScore]:
        """Return the scores of all players who are not in `missed`."""
        return {player: score for player, score in self.scores.items() if player not in self.missed}

    @property
    def cells(self) -> list[ChartedScore | None]:
        """List the scores in the order of the players, with None for a player in `missed`."""
        return [self.present.get(player) for player in self.scores]


@dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class PlayerLine:
    player: Player
    points: tuple[Point, ...]
    chip: Point  # the position of the player's chip, beside the last point

    @property
    def path(self) -> str:
        return " ".join(f"{point.x},{point.y}" for point in self.points)

    @property
    def end(self) -> Point:
        return self.points[-1]


@dataclass(frozen=True, slots=True)
class AxisMark:
    at: int
    label: str


class LineChart:
    """A line per player: the distance to the leader after each mission. The leader is at the top."""

    width, height = WIDTH, HEIGHT
    left, right, top, bottom = LEFT, WIDTH - RIGHT, TOP, HEIGHT - BOTTOM

    def __init__(
        self, players: Sequence[Player], after: Sequence[AfterMission], start: Mapping[Player, int], *, last: int
    ) -> None:
        self.players = players
        self.after = after
        self.start = start  # each player's distance to the leader before the first mission
        self.last = last
        later = [score.behind for then in after for score in then.present.values()]
        furthest = max([*later, *start.values()], default=0)
        self.step = next((step for step in STEPS if step * MOST_STEPS >= furthest), STEPS[-1])
        self.lowest = self.step * max(1, -(-furthest // self.step))

    def _x(self, mission: int) -> int:
        return self.left + round((self.right - self.left) * mission / self.last)

    def _y(self, behind: int | Fraction) -> int:
        return self.top + round((self.bottom - self.top) * behind / self.lowest)

    @property
    def missions(self) -> list[AxisMark]:
        step = -(-self.last // MOST_NUMBERS)
        return [AxisMark(self._x(number), str(number)) for number in range(step, self.last + 1, step)]

    @property
    def scale(self) -> list[AxisMark]:
        return [AxisMark(self._y(behind), signed(-behind)) for behind in range(0, self.lowest + 1, self.step)]

    @cached_property
    def lines(self) -> list[PlayerLine]:
        """Return the players' lines, which begin before the first mission. The leader's line comes last, on top."""
        points = {
            player: (
                Point(self._x(0), self._y(self.start[player])),
                *(
                    Point(self._x(then.mission), self._y(then.scores[player].behind))
                    for then in self.after
                    if player not in then.missed
                ),
            )
            for player in self.players
        }
        chips = _spread({player: own[-1] for player, own in points.items()})
        lines = [PlayerLine(player, own, chips[player]) for player, own in points.items()]
        return sorted(lines, key=lambda line: -line.end.y)


def _spread(ends: Mapping[Player, Point]) -> dict[Player, Point]:
    """Place a chip to the right of each line's end, so that no chips overlap."""
    points: dict[Player, Point] = {}
    lowest = TOP - CHIP
    for player, end in sorted(ends.items(), key=lambda item: item[1].y):
        lowest = max(end.y, lowest + CHIP)
        points[player] = Point(end.x + RIGHT // 2, lowest)
    too_low = max(0, lowest - (HEIGHT - CHIP // 2))
    return {player: Point(point.x, point.y - too_low) for player, point in points.items()}


class Charted(Protocol):
    """A person in a chart, with a name and a colour: a `Player`, or a `Person` of the package `campaign.book`."""

    @property
    def name(self) -> str: ...

    @property
    def colour(self) -> str: ...


D = TypeVar("D", bound=Charted)


BAR = 100  # the length of a full bar


def width(figure: int | Fraction, full: int | Fraction) -> int:
    """Return the length of a figure's bar: BAR if the figure equals `full`, and 0 if the figure is below 0."""
    return max(0, round(BAR * figure / full)) if full > 0 else 0


@dataclass(frozen=True, slots=True)
class Bar:
    player: Charted
    vp: int
    width: int  # 100 for the longest bar

    @property
    def figure(self) -> str:
        return signed(self.vp)

    @property
    def is_loss(self) -> bool:
        return self.vp < 0


# Maps categories to drawings in icons.svg. All other categories have a drawing with their own name.
DRAWINGS = {"unused_inhabitants": "inhabitant", "unused_energy": "energy"}


def drawing_of(category: str) -> str:
    """Return the name of the drawing in icons.svg for a category of the score sheet."""
    return DRAWINGS.get(category, category)


@dataclass(frozen=True, slots=True)
class KindRow:
    """A category of the score sheet with all players' VP as bars on one scale."""

    category: str
    bars: tuple[Bar, ...]

    @property
    def drawing(self) -> str:
        return drawing_of(self.category)

    @property
    def label(self) -> str:
        return str(CATEGORY_NAMES[self.category])


def kind_rows(by_category: Mapping[str, Mapping[D, int]]) -> list[KindRow]:
    longest = max((abs(vp) for by_player in by_category.values() for vp in by_player.values()), default=0) or 1
    return [
        KindRow(category, tuple(Bar(player, vp, round(100 * abs(vp) / longest)) for player, vp in by_player.items()))
        for category, by_player in by_category.items()
    ]


PROFILE_WIDTH = 600
WIDE_ENOUGH = 36  # a segment of this width or more has room for the drawing of its category


@dataclass(frozen=True, slots=True)
class Segment:
    category: str
    x: int
    width: int
    share: float

    @property
    def drawing(self) -> str:
        return drawing_of(self.category)

    @property
    def label(self) -> str:
        return str(CATEGORY_NAMES[self.category])

    @property
    def percent(self) -> str:
        return percent(self.share)

    @property
    def middle(self) -> int:
        """Return the left edge of the category's icon. The icon is 24 units wide, and in the middle of the segment."""
        return self.x + self.width // 2 - 12

    @property
    def has_room(self) -> bool:
        return self.width >= WIDE_ENOUGH


@dataclass(frozen=True, slots=True)
class Profile:
    """A bar with a segment for each category that brought a player VP. Other categories are left out."""

    player: Player
    parts: tuple[Segment, ...]

    @property
    def summary(self) -> str:
        """Name the one or two categories that brought the player most VP, in a sentence."""
        largest = sorted(self.parts, key=lambda part: -part.share)[:2]
        shares = [gettext("%(category)s (%(share)s)") % {"category": p.label, "share": p.percent} for p in largest]
        return gettext("Mostly %(kinds)s") % {"kinds": names(shares)}


def profiles(players: Iterable[Player], by_category: Mapping[str, Mapping[Player, int]]) -> list[Profile]:
    return [
        Profile(player, _parts({category: by_player[player] for category, by_player in by_category.items()}))
        for player in players
        if any(by_player[player] > 0 for by_player in by_category.values())
    ]


@dataclass(frozen=True, slots=True)
class Stack:
    """A bar whose length is a city's VP: a segment for each category, and an outline for the VP that were lost."""

    parts: tuple[Segment, ...]
    total: int  # where the bar ends without the lost VP
    lost: int  # the width of the outline


def stacks(sheets: Sequence[Mapping[str, int]]) -> list[Stack]:
    """Draw the VP by category of several cities as bars on one scale."""
    gained = [_gained(sheet) for sheet in sheets]
    longest = max([*gained, 1])
    found = []
    for sheet, gain in zip(sheets, gained, strict=True):
        end, total = (round(PROFILE_WIDTH * max(0, vp) / longest) for vp in (gain, sum(sheet.values())))
        found.append(Stack(_parts(sheet, longest), total, end - total))
    return found


def _gained(brought: Mapping[str, int]) -> int:
    return sum(vp for vp in brought.values() if vp > 0)


def _parts(brought: Mapping[str, int], whole: int = 0) -> tuple[Segment, ...]:
    """Draw the categories that brought VP as parts of `whole`, by default the sum of their VP."""
    whole, before, parts = whole or _gained(brought), 0, []
    for category, vp in brought.items():
        if vp > 0:
            start, end = (round(PROFILE_WIDTH * vp_so_far / whole) for vp_so_far in (before, before + vp))
            parts.append(Segment(category, start, max(1, end - start), vp / whole))
            before += vp
    return tuple(parts)
