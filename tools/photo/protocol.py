"""Measure how well the site reads photos that misuse.py has changed, and pictures without a mat.

Every square of every photo counts, even if the grid does not fit. A silent error is a wrong square that is not marked
as doubtful. A mat that is read upside down counts as wrong.
"""

from collections import Counter
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
from PIL import Image

from tools.photo import drawings, misuse
from tools.photo.misuse import Shot
from tools.photo.photos import Photo
from tools.photo.reader import Picture, Reader
from tools.photo.report import FAR, time_of

LONGEST = 1024  # the longest side of a picture in pixels; the page shrinks pictures to this size too
CLASSIC = 4  # the number of columns of the Classic mat
DRAWINGS = 16
HEAD = f"{'row':22}{'photos':>7}{'squares':>9}{'right':>7}{'marked':>8}{'silent':>8}{'no fit':>8}{'told':>6}  messages"


@dataclass(frozen=True)
class Count:
    """Counts of photos, their squares, grids that did not fit, and messages to the user."""

    photos: int = 0
    squares: int = 0
    right: int = 0
    marked: int = 0
    silent: int = 0
    unfit: int = 0
    told: int = 0
    messages: Counter[str] = field(default_factory=Counter)

    def __add__(self, other: "Count") -> "Count":
        return Count(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))

    def row(self, name: str) -> str:
        numbers = (self.photos, self.squares, self.right, self.marked, self.silent, self.unfit, self.told)
        said = ", ".join(f"{text} {count}" for text, count in self.messages.most_common())
        return (
            f"{name:22}"
            + "".join(f"{number:>{width}}" for number, width in zip(numbers, (7, 9, 7, 8, 8, 8, 6), strict=True))
            + f"  {said}"
        )

    @property
    def shares(self) -> str:
        return (
            f"{100 * self.marked / self.squares:.1f} % marked, "
            f"{1000 * self.silent / self.squares:.2f} silent errors in 1,000 squares"
        )


def shrunk(shot: Shot) -> Shot:
    height, width = shot.picture.shape[:2]
    factor = LONGEST / max(height, width)
    if factor >= 1:
        return shot
    image = Image.fromarray(shot.picture).resize((round(width * factor), round(height * factor)), Image.Resampling.BOX)
    return shot._replace(picture=np.asarray(image), corners=(np.asarray(shot.corners) * factor).tolist())


class Protocol:
    """Reads pictures with the given parameters, and counts the results."""

    def __init__(self, reader: Reader, parameters: dict[str, Any]) -> None:
        self.reader, self.parameters = reader, parameters
        self.times: list[float] = []

    def read(self, picture: Picture, columns: int = 5, rows: int = 4) -> dict[str, Any]:
        answer = self.reader.read(picture, self.parameters, columns, rows)
        self.times.append(answer["milliseconds"])
        return answer

    def count(self, shot: Shot, kinds: str) -> Count:
        """Read one picture, and compare the result with the right kinds of building."""
        shot = shrunk(shot)
        answer = self.read(shot.picture, shot.columns, shot.rows)
        told = answer.get("trouble") or ""
        total = len(kinds)
        messages = Counter([told]) if told else Counter()
        if answer["corners"] is None:
            return Count(1, total, 0, total, 0, 1, 1, Counter(["no-mat"]))
        unfit = np.abs(np.subtract(answer["corners"], shot.corners)).max() > FAR * shot.pitch
        wrong = [square["kind"] != kind for square, kind in zip(answer["squares"], kinds, strict=True)]
        marked = [square["doubtful"] for square in answer["squares"]]
        silent = sum(is_wrong and not is_marked for is_wrong, is_marked in zip(wrong, marked, strict=True))
        return Count(1, total, total - sum(wrong), sum(marked), silent, int(unfit), int(bool(told)), messages)

    def rows(self, photos: list[Photo], names: list[str]) -> None:
        """Print a table row for each change in `names` (keys of `misuse.ROWS`), and the totals."""
        print(HEAD)
        total = Count()
        for name in names:
            row = Count()
            for number, photo in enumerate(photos):
                random = np.random.default_rng([list(misuse.ROWS).index(name), number])
                row += self.count(misuse.ROWS[name](Shot(*photo.scene), random), photo.kinds)
            print(row.row(name), flush=True)
            total += row
        print(total.row("all"))
        print(total.shares, flush=True)

    def wrong_mats(self, photos: list[Photo]) -> None:
        """Print how often the reader warns of a mat of the wrong mode, or of a picture without a mat."""
        cases: dict[str, Count] = {}

        def add(name: str, picture: Picture, columns: int) -> None:
            answer = self.read(shrunk(Shot(picture, [[0, 0]] * 4)).picture, columns)
            told = "no-mat" if not answer["corners"] else answer.get("trouble")
            squares, marked = columns * 4, sum(square["doubtful"] for square in answer["squares"])
            count = Count(1, squares, 0, marked, 0, 0, int(bool(told)), Counter([told or "none"]))
            cases[name] = cases.get(name, Count()) + count

        for number, photo in enumerate(photos):
            framed = misuse.framed(0.7)(Shot(*photo.scene), np.random.default_rng([90, number]))
            add("Expert mat, Classic", photo.picture, CLASSIC)
            add("the same at 70 %", framed.picture, CLASSIC)
        for place in range(DRAWINGS):
            drawing = drawings.draw(np.random.default_rng([91, place]), columns=CLASSIC)
            framed = misuse.framed(0.7)(Shot(*drawing.scene), np.random.default_rng([92, place]))
            add("drawn Classic, Expert", drawing.picture if place % 2 else framed.picture, 5)
        for name, draw in misuse.NO_MATS.items():
            for seed in range(3):
                picture = draw(np.random.default_rng([93, seed]))
                add(f"{name}, Expert", picture, 5)
                add(f"{name}, Classic", picture, CLASSIC)
        print(f"{'picture, mission':22}{'photos':>7}{'told':>7}{'marked':>8}  messages")
        for name, count in cases.items():
            said = ", ".join(f"{text} {times}" for text, times in count.messages.most_common())
            print(f"{name:22}{count.photos:>7}{count.told:>7}{count.marked:>4}/{count.squares:<5} {said}", flush=True)

    def drawn_classic(self) -> None:
        """Measure the photo reader on drawn Classic mats in four orientations. No photos of Classic mats exist."""
        print(HEAD)
        for degrees in (0, 90, 180, 270):
            row = Count()
            for place in range(DRAWINGS):
                drawing = drawings.draw(np.random.default_rng([91, place]), columns=CLASSIC)
                random = np.random.default_rng([94, place])
                shot = misuse.framed(0.7)(Shot(*drawing.scene), random)
                row += self.count(misuse.turned(degrees)(shot, random), drawing.kinds)
            print(row.row(f"drawn Classic, {degrees}"), flush=True)

    def time(self) -> str:
        return time_of(self.times)
