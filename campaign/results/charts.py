"""Charts as numbers for a template to draw: places in an SVG's own units, never a style.

Whole numbers only, so that no language writes a comma into a drawing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Protocol, TypeVar

from django.utils.translation import gettext

from campaign.models import Player
from campaign.words import CATEGORY_NAMES, names, percent, signed

WIDTH, HEIGHT = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 68, 56, 22, 44  # margins: the scale's figures, the players' chips, and the missions
CHIP = 34  # apart, at least, so that chips at the lines' ends never cover each other
STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)  # of the scale, in VP
MOST_STEPS = 5


@dataclass(frozen=True, slots=True)
class ChartedScore:
    """A player after a mission: their score as it is read, and how far behind, in units of the chart."""

    score: str
    behind: int


@dataclass(frozen=True, slots=True)
class AfterMission:
    """Where everybody stood after a mission."""

    mission: int
    scores: Mapping[Player, ChartedScore]


@dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class PlayerLine:
    player: Player
    points: tuple[Point, ...]
    chip: Point  # where the player's chip stands, beside the last point

    @property
    def path(self) -> str:
        return " ".join(f"{point.x},{point.y}" for point in self.points)

    @property
    def end(self) -> Point:
        return self.points[-1]


@dataclass(frozen=True, slots=True)
class Tick:
    at: int
    label: str


class LineChart:
    """How far everybody was behind the leader after each mission; the leader of each mission is at the top."""

    width, height = WIDTH, HEIGHT
    left, right, top, bottom = LEFT, WIDTH - RIGHT, TOP, HEIGHT - BOTTOM

    def __init__(self, players: Sequence[Player], after: Sequence[AfterMission], *, last: int) -> None:
        self.players = players
        self.after = after
        self.last = last
        furthest = max((score.behind for then in after for score in then.scores.values()), default=0)
        self.step = next((step for step in STEPS if step * MOST_STEPS >= furthest), STEPS[-1])
        self.lowest = self.step * max(1, -(-furthest // self.step))

    def _x(self, mission: int) -> int:
        return self.left + round((self.right - self.left) * mission / self.last)

    def _y(self, behind: int | Fraction) -> int:
        return self.top + round((self.bottom - self.top) * behind / self.lowest)

    @property
    def missions(self) -> list[Tick]:
        return [Tick(self._x(number), str(number)) for number in range(1, self.last + 1)]

    @property
    def scale(self) -> list[Tick]:
        return [Tick(self._y(behind), signed(-behind)) for behind in range(0, self.lowest + 1, self.step)]

    @cached_property
    def lines(self) -> list[PlayerLine]:
        """Draw everybody level before the first mission; the leader's line is drawn last, above the others."""
        points = {
            player: (
                Point(self._x(0), self._y(0)),
                *(Point(self._x(then.mission), self._y(then.scores[player].behind)) for then in self.after),
            )
            for player in self.players
        }
        chips = _apart({player: own[-1] for player, own in points.items()})
        lines = [PlayerLine(player, own, chips[player]) for player, own in points.items()]
        return sorted(lines, key=lambda line: -line.end.y)


def _apart(ends: Mapping[Player, Point]) -> dict[Player, Point]:
    """Place a chip right of each line's end; move chips down where two overlap, and all up at the lower edge."""
    places: dict[Player, Point] = {}
    lowest = TOP - CHIP
    for player, end in sorted(ends.items(), key=lambda item: item[1].y):
        lowest = max(end.y, lowest + CHIP)
        places[player] = Point(end.x + RIGHT // 2, lowest)
    too_low = max(0, lowest - (HEIGHT - CHIP // 2))
    return {player: Point(point.x, point.y - too_low) for player, point in places.items()}


class Drawn(Protocol):
    """A name with a colour: a player, or a person of the book."""

    @property
    def name(self) -> str: ...

    @property
    def colour(self) -> str: ...


D = TypeVar("D", bound=Drawn)


@dataclass(frozen=True, slots=True)
class Bar:
    player: Drawn
    vp: int
    width: int  # of 100

    @property
    def figure(self) -> str:
        return signed(self.vp)

    @property
    def is_loss(self) -> bool:
        return self.vp < 0


# The drawings of the categories that are no building; the others have one of their own name.
DRAWINGS = {"unused_inhabitants": "inhabitant", "unused_energy": "energy"}


def drawing_of(category: str) -> str:
    """Return the name in icons.svg for a category of the score sheet."""
    return DRAWINGS.get(category, category)


@dataclass(frozen=True, slots=True)
class KindRow:
    """A category of the score sheet: everybody's VP, as bars on one scale."""

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
WIDE_ENOUGH = 36  # for a drawing to stand on a part


@dataclass(frozen=True, slots=True)
class Part:
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
        """Return where a drawing of 24 units begins to stand in the middle."""
        return self.x + self.width // 2 - 12

    @property
    def has_room(self) -> bool:
        return self.width >= WIDE_ENOUGH


@dataclass(frozen=True, slots=True)
class Profile:
    """What a player's VP are made of: a bar in parts. What was lost is left out."""

    player: Player
    parts: tuple[Part, ...]

    @property
    def summary(self) -> str:
        """The player's style in a sentence: where most of it comes from."""
        largest = sorted(self.parts, key=lambda part: -part.share)[:2]
        shares = [gettext("%(category)s (%(share)s)") % {"category": p.label, "share": p.percent} for p in largest]
        return gettext("Mostly %(kinds)s") % {"kinds": names(shares)}


def profiles(players: Iterable[Player], by_category: Mapping[str, Mapping[Player, int]]) -> list[Profile]:
    return [
        Profile(player, tuple(_parts({category: by_player[player] for category, by_player in by_category.items()})))
        for player in players
        if any(by_player[player] > 0 for by_player in by_category.values())
    ]


def _parts(brought: Mapping[str, int]) -> Iterable[Part]:
    gains = {category: vp for category, vp in brought.items() if vp > 0}
    whole, before = sum(gains.values()), 0
    for category, vp in gains.items():
        start, end = (round(PROFILE_WIDTH * vp_so_far / whole) for vp_so_far in (before, before + vp))
        yield Part(category, start, max(1, end - start), vp / whole)
        before += vp
