"""Read the drawings of icons.svg as lines of points. The site paints its pictures itself, without a browser."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from fontTools.misc.bezierTools import cubicPointAtT
from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path import parse_path
from fontTools.svgLib.path.shapes import PathBuilder

ICONS = Path(__file__).parents[1] / "static" / "campaign" / "img" / "icons.svg"
SVG = "{http://www.w3.org/2000/svg}"
STROKE = 1.6  # the width of a line for which icons.svg names no width
STEPS = 8  # the number of straight lines that replace a curve

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
        Stroke(flatten(_path(part)), float(part.get("stroke-width", STROKE)), "--tone" in part.get("fill", ""))
        for part in _symbols()[name]
    )


@cache
def _symbols() -> dict[str, ET.Element]:
    root = ET.parse(ICONS).getroot()  # noqa: S314 - a file of our own
    return {symbol.get("id", ""): symbol for symbol in root.iter(f"{SVG}symbol")}


def _path(part: ET.Element) -> str:
    """Return the path of a part, which may be a circle."""
    builder = PathBuilder()
    builder.add_path_from_element(part)
    return " ".join(builder.paths)


def flatten(path: str) -> tuple[tuple[Coordinates, ...], ...]:
    """Flatten an SVG path into lines of points."""
    pen = _LinePen()
    parse_path(path, pen)
    return tuple(map(tuple, pen.lines))


class _LinePen(BasePen):  # type: ignore[misc] # comes without types
    """Collects the lines that a pen draws. Straight lines replace curves."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[list[Coordinates]] = []

    def _moveTo(self, pt: Coordinates) -> None:  # noqa: N802 - the methods of a pen
        self.lines.append([pt])

    def _lineTo(self, pt: Coordinates) -> None:  # noqa: N802
        self.lines[-1].append(pt)

    def _curveToOne(self, pt1: Coordinates, pt2: Coordinates, pt3: Coordinates) -> None:  # noqa: N802
        start: Any = self._getCurrentPoint()
        steps = (cubicPointAtT(start, pt1, pt2, pt3, step / STEPS) for step in range(1, STEPS + 1))
        self.lines[-1].extend(steps)

    def _closePath(self) -> None:  # noqa: N802
        self.lines[-1].append(self.lines[-1][0])
