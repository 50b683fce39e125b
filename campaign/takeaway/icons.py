"""Read the drawings of icons.svg as lines of points. The site paints its pictures itself, without a browser."""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

ICONS = Path(__file__).parents[1] / "static" / "campaign" / "img" / "icons.svg"
SVG = "{http://www.w3.org/2000/svg}"
STROKE = 1.6  # the width of a line for which icons.svg names no width
STEPS = 10  # the number of straight lines that replace a curve
TOKEN = re.compile(r"[A-Za-z]|-?(?:\d+\.\d*|\.\d+|\d+)")
# how many numbers follow each command of an SVG path
TAKES = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "a": 7, "z": 0}

Coordinates = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Stroke:
    """A part of a drawing of 24 by 24 units. If `is_filled` is set, the colour of the kind of building fills it."""

    lines: tuple[tuple[Coordinates, ...], ...]
    width: float
    is_filled: bool


@cache
def strokes_of(name: str) -> tuple[Stroke, ...]:
    """Read a symbol of icons.svg. Raises KeyError if no symbol has this name."""
    return tuple(
        Stroke(
            tuple(_circle(part) if part.tag == f"{SVG}circle" else flatten(part.get("d", ""))),
            float(part.get("stroke-width", STROKE)),
            "--tone" in part.get("fill", ""),
        )
        for part in _symbols()[name]
    )


@cache
def _symbols() -> dict[str, ET.Element]:
    root = ET.parse(ICONS).getroot()  # noqa: S314 - a file of our own
    return {symbol.get("id", ""): symbol for symbol in root.iter(f"{SVG}symbol")}


def _circle(part: ET.Element) -> Iterator[tuple[Coordinates, ...]]:
    x, y, radius = (float(part.get(name, 0)) for name in ("cx", "cy", "r"))
    turns = [math.tau * step / (4 * STEPS) for step in range(4 * STEPS + 1)]
    yield tuple((x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns)


def flatten(path: str) -> Iterator[tuple[Coordinates, ...]]:
    """Flatten an SVG path into lines of points."""
    line: list[Coordinates] = []
    at, bend = (0.0, 0.0), (0.0, 0.0)
    for command, numbers in _commands(path):
        kind = command.lower()
        x, y = at if command.islower() else (0.0, 0.0)
        if kind == "m":
            if line:
                yield tuple(line)
            line = []
        start, control = at, at
        match kind:
            case "z":
                at = line[0]
            case "h":
                at = (x + numbers[0], at[1])
            case "v":
                at = (at[0], y + numbers[0])
            case _:
                at = (x + numbers[-2], y + numbers[-1])
        if kind in "cs":
            ends = [(x + a, y + b) for a, b in zip(numbers[::2], numbers[1::2], strict=True)]
            first = ends[0] if kind == "c" else (2 * start[0] - bend[0], 2 * start[1] - bend[1])
            control = ends[-2]
            line.extend(_curve(start, first, control, at))
        elif kind == "a":
            line.extend(_arc(start, at, numbers[0], is_large=bool(numbers[3]), is_clockwise=bool(numbers[4])))
        else:
            line.append(at)
        bend = control if kind in "cs" else at
    if line:
        yield tuple(line)


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    tokens = _TokenList(path)
    command = ""
    while tokens.has_more:
        if tokens.is_letter:
            command = tokens.take()
        takes = TAKES[command.lower()]
        yield command, [tokens.number(is_flag=command.lower() == "a" and index in (3, 4)) for index in range(takes)]
        command = {"m": "l", "M": "L"}.get(command, command)  # after its first point, "m" draws a line to each point


class _TokenList:
    """The letters and numbers of a path. The flags of an arc may stand side by side without a blank."""

    def __init__(self, path: str) -> None:
        self._rest = path.replace(",", " ").strip()

    @property
    def has_more(self) -> bool:
        return bool(self._rest)

    @property
    def is_letter(self) -> bool:
        return self._rest[0].isalpha()

    def take(self) -> str:
        found = TOKEN.match(self._rest)
        if found is None:
            raise ValueError(f"expected a path, got {self._rest!r}")
        self._rest = self._rest[found.end() :].lstrip()
        return found.group()

    def number(self, *, is_flag: bool) -> float:
        if is_flag:
            flag, self._rest = self._rest[0], self._rest[1:].lstrip()
            return float(flag)
        return float(self.take())


def _curve(start: Coordinates, first: Coordinates, second: Coordinates, end: Coordinates) -> Iterator[Coordinates]:
    for step in range(1, STEPS + 1):
        t = step / STEPS
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        points = (start, first, second, end)
        yield (
            sum(weight * point[0] for weight, point in zip(weights, points, strict=True)),
            sum(weight * point[1] for weight, point in zip(weights, points, strict=True)),
        )


def _arc(
    start: Coordinates, end: Coordinates, radius: float, *, is_large: bool, is_clockwise: bool
) -> Iterator[Coordinates]:
    """Yield the points of a circular arc from `start` to `end`, without `start` itself."""
    distance = math.dist(start, end)
    radius = max(radius, distance / 2)
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    height = math.sqrt(max(0.0, radius * radius - distance * distance / 4))
    away = height if is_large != is_clockwise else -height
    across = ((end[1] - start[1]) / (distance or 1), (start[0] - end[0]) / (distance or 1))
    centre = (middle[0] - away * across[0], middle[1] - away * across[1])
    begin = math.atan2(start[1] - centre[1], start[0] - centre[0])
    turn = (math.atan2(end[1] - centre[1], end[0] - centre[0]) - begin) % math.tau
    if not is_clockwise:
        turn -= math.tau
    for step in range(1, STEPS + 1):
        angle = begin + turn * step / STEPS
        yield (centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle))
