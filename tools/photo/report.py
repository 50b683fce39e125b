"""Measure the reader on photos that it has not learnt from, changed as in stress.py (tilted, dark and so on)."""

import statistics
from dataclasses import astuple, dataclass
from typing import Any

import numpy as np

from tools.photo.photos import Photo
from tools.photo.reader import Reader
from tools.photo.stress import CONDITIONS

FAR = 0.35  # a grid does not fit if it is misplaced by more than this share of a square's width
WIDTHS = {
    "squares right": 14,
    "whole": 8,
    "or marked": 11,
    "marked": 8,
    "silent": 8,
    "no grid": 9,
    "turned": 8,
}
HEAD = "condition".ljust(14) + "".join(name.rjust(width) for name, width in WIDTHS.items())


@dataclass(frozen=True)
class Tally:
    """Counts of photos that were changed in the same way, such as "tilt 15", and then read."""

    photos: int = 0
    no_grid: int = 0  # photos in which no mat was found, or the grid does not fit; their squares are not counted
    turned: int = 0  # photos whose mat was read in a wrong orientation
    squares: int = 0
    wrong: int = 0
    marked: int = 0
    silent: int = 0  # wrong squares that are not marked as doubtful
    whole: int = 0  # photos without a wrong square
    safe: int = 0  # photos in which all wrong squares are marked

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(*map(sum, zip(astuple(self), astuple(other), strict=True)))

    def row(self, name: str) -> str:
        read = self.photos - self.no_grid
        columns = (
            _share(self.squares - self.wrong, self.squares, 2),
            _share(self.whole, read),
            _share(self.safe, read),
            _share(self.marked, self.squares),
            self.silent,
            self.no_grid,
            self.turned,
        )
        return name.ljust(14) + "".join(str(c).rjust(w) for c, w in zip(columns, WIDTHS.values(), strict=True))


def _share(part: int, whole: int, digits: int = 1) -> str:
    return f"{100 * part / whole:.{digits}f} %" if whole else "-"


def time_of(times: list[float]) -> str:
    """Return a text with the median and the longest of these times in milliseconds."""
    return f"{statistics.median(times):.0f} ms a photo (median), {max(times):.0f} at most"


def measure(
    photo: Photo, name: str, parameters: dict[str, Any], reader: Reader, seed: list[int]
) -> tuple[Tally, float]:
    """Change a photo as CONDITIONS[name] does, and read it. Return the counts, and the milliseconds of reading."""
    scene = CONDITIONS[name](photo.scene, np.random.default_rng(seed))
    answer = reader.read(scene.picture, parameters, columns=scene.columns, rows=scene.rows)
    took = answer["milliseconds"]
    if answer["corners"] is None:
        return Tally(photos=1, no_grid=1), took
    pitch = np.hypot(*np.subtract(scene.corners[1], scene.corners[0])) / scene.columns
    turns = range(4) if scene.columns == scene.rows else (0, 2)
    off = {by: np.abs(np.roll(answer["corners"], by, 0) - scene.corners).max() / pitch for by in turns}
    turned = min(off, key=off.__getitem__)  # the number of quarter turns by which the mat was read wrongly
    if off[turned] > FAR:
        return Tally(photos=1, no_grid=1), took
    # Compare squares by name, such as A1. So most squares of a mat that was read upside down count as wrong.
    squares = [
        (square["kind"] != kind, square["doubtful"])
        for square, kind in zip(answer["squares"], photo.kinds, strict=True)
    ]
    wrong = sum(is_wrong for is_wrong, _ in squares)
    silent = sum(is_wrong and not is_marked for is_wrong, is_marked in squares)
    tally = Tally(
        photos=1,
        turned=int(turned > 0),
        squares=len(squares),
        wrong=wrong,
        marked=sum(is_marked for _, is_marked in squares),
        silent=silent,
        whole=int(not wrong),
        safe=int(not silent),
    )
    return tally, took


def show(photos: list[Photo], parameters: dict[str, dict[str, Any]], reader: Reader, every: int = 1) -> None:
    """Print a table: a row for each way in which stress.py changes photos, and the totals.

    `every=3` reads only every third photo. `parameters` has the reader's parameters for each session of photos.
    """
    print(HEAD)
    total = Tally()
    times = []
    for place, name in enumerate(CONDITIONS):
        row = Tally()
        for number, photo in enumerate(photos[::every]):
            tally, took = measure(photo, name, parameters[photo.session], reader, [place, number])
            row += tally
            times.append(took)
        print(row.row(name), flush=True)
        total += row
    print(total.row("all"))
    print(f"{1000 * total.silent / total.squares:.2f} silent errors in 1,000 squares")
    print(time_of(times))
