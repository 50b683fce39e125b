"""Learn the reader's parameters from photos and own drawings."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.photo import drawings, net
from benchmarks.photo.drawings import KINDS
from benchmarks.photo.photos import Photo
from benchmarks.photo.reader import Reader
from benchmarks.photo.stress import Scene, variant

VARIANTS_OF_A_PHOTO = 40
VARIANTS_OF_A_DRAWING = 8
DRAWINGS = 100
SURE = 0.8  # confidence below which a square is marked: 1 in 80 is, and of the wrong ones nearly all


@dataclass
class Examples:
    """What the reader sees: a row for each picture, in it one for each square; their kinds; where it is from."""

    squares: np.ndarray  # pictures x squares x numbers
    crossings: np.ndarray
    kinds: np.ndarray  # pictures x squares, as places in KINDS
    sources: np.ndarray  # a session's name, or "" for a drawing

    def chosen(self, which: np.ndarray) -> "Examples":
        return Examples(self.squares[which], self.crossings[which], self.kinds[which], self.sources[which])


def examples(photos: list[Photo], reader: Reader) -> Examples:
    """Describe variants of each photo and of own drawings; always the same ones for the same photos."""
    found: list[tuple[np.ndarray, np.ndarray, list[int], str]] = []

    def add(scene: Scene, kinds: str, source: str, seed: int, count: int) -> None:
        for number in range(count):
            random = np.random.default_rng([seed, number])
            squares, crossings = reader.describe(*(variant(scene, random) if number else scene))
            found.append((squares.astype(np.float16), crossings, [KINDS.index(kind) for kind in kinds], source))

    for place, photo in enumerate(photos):
        add((photo.picture, photo.corners), photo.kinds, photo.session, place, VARIANTS_OF_A_PHOTO)
    for place in range(DRAWINGS):
        drawing = drawings.draw(np.random.default_rng([7, place]))
        add((drawing.picture, drawing.corners), drawing.kinds, "", 1000 + place, VARIANTS_OF_A_DRAWING)
    return Examples(*(np.array(column) for column in zip(*found, strict=True)))


def learn(known: Examples, *, learnt: str, source: str) -> dict[str, Any]:
    """Return the parameters as the site loads them: numbers, the date, and what they were learnt from."""
    rows = known.squares.reshape(-1, known.squares.shape[-1])
    trained = net.train(rows, known.kinds.ravel(), len(KINDS), np.random.default_rng(4))
    # Our own drawings copy the colours of the real mat only roughly: which side is up is learnt from photos alone.
    up = net.train_orientation(known.crossings[known.sources != ""])
    return {
        "learnt": learnt,
        "from": source,
        "kinds": KINDS,
        "sure": SURE,
        "up": [float(f"{weight:.4g}") for weight in up],
        **trained.export(),
    }
