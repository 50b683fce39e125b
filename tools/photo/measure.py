"""Measure how well the site reads photos whose city is known."""

from typing import Any, NamedTuple

import numpy as np

from tools.photo.photos import Photo
from tools.photo.reader import Reader
from tools.photo.scenes import Scene

FAR = 0.35  # a grid does not fit if it is misplaced by more than this share of a square's width


class Count(NamedTuple):
    """Counts of squares, and of grids that do not fit. A silent square is wrong and not marked as doubtful."""

    squares: int = 0
    right: int = 0
    marked: int = 0
    silent: int = 0
    unfit: int = 0


def count(scene: Scene, kinds: str, parameters: dict[str, Any], reader: Reader) -> Count:
    """Read one picture, and compare the result with the right kinds. All squares count, even if the grid does not fit.

    Squares are compared by name, such as A1. So most squares of a mat that is read upside down are wrong.
    """
    answer = reader.read(scene.picture, parameters, scene.columns, scene.rows)
    if answer["corners"] is None:
        return Count(len(kinds), marked=len(kinds), unfit=1)
    pitch = np.hypot(*np.subtract(scene.corners[1], scene.corners[0])) / scene.columns
    unfit = np.abs(np.subtract(answer["corners"], scene.corners)).max() > FAR * pitch
    read = [(square["kind"] == kind, square["doubtful"]) for square, kind in zip(answer["squares"], kinds, strict=True)]
    right, marked = sum(is_right for is_right, _ in read), sum(is_marked for _, is_marked in read)
    return Count(len(kinds), right, marked, sum(not any(square) for square in read), int(unfit))


def measure(photos: list[Photo], parameters: dict[str, Any], reader: Reader) -> Count:
    """Read each photo unchanged, and add up the counts."""
    counts = [count(photo.scene, photo.kinds, parameters, reader) for photo in photos]
    return Count(*map(sum, zip(*counts, strict=True)))
