"""Learn the photo reader's parameters from photos and drawings of mats."""

from typing import Any, NamedTuple

import numpy as np

from tools.photo import drawings, net
from tools.photo.drawings import KINDS, Drawing
from tools.photo.photos import Photo
from tools.photo.reader import Reader
from tools.photo.scenes import variant

VARIANTS_OF_A_PHOTO = 40
VARIANTS_OF_A_DRAWING = 8
DRAWINGS = 100
LARGER_MAT = 20  # the number of squares of the Expert mat
SURE = 0.8  # a square is doubtful if the probability of the recognized kind of building is lower than this


class Example(NamedTuple):
    """A training example: the features of one picture, and the kinds of building on its squares."""

    squares: np.ndarray  # a row of features for each square
    crossings: np.ndarray
    kinds: list[int]  # for each square, an index in KINDS
    session: str  # the session of the photo (see photos.py); "" for a drawing


def examples(photos: list[Photo], reader: Reader) -> list[Example]:
    """Make training examples from variants of photos and drawings. The same photos always give the same examples."""
    found: list[Example] = []

    def add(pictured: Photo | Drawing, session: str, seed: int, count: int) -> None:
        kinds = [KINDS.index(kind) for kind in pictured.kinds]
        for number in range(count):
            random = np.random.default_rng([seed, number])
            scene = variant(pictured.scene, random) if number else pictured.scene
            squares, crossings, _burnt = reader.describe(*scene)
            found.append(Example(squares.astype(np.float16), crossings, kinds, session))

    for number, photo in enumerate(photos):
        add(photo, photo.session, number, VARIANTS_OF_A_PHOTO)
    for number in range(DRAWINGS):
        add(drawings.draw(np.random.default_rng([7, number])), "", 1000 + number, VARIANTS_OF_A_DRAWING)
    return found


def learn(known: list[Example], *, learnt: str, source: str) -> dict[str, Any]:
    """Return the parameters for the site: the weights, the date, and the source of the photos."""
    rows = np.concatenate([each.squares for each in known])
    kinds = np.concatenate([each.kinds for each in known])
    trained = net.distilled(rows, net.certain(kinds, len(KINDS)), 4)
    # Learn which side is up from photos of the Expert mat only. Examples without a session are drawings.
    upright = [each.crossings for each in known if each.session and len(each.kinds) == LARGER_MAT]
    up = net.train_orientation(np.array(upright)) if upright else []
    return {
        "learnt": learnt,
        "from": source,
        "kinds": KINDS,
        "sure": SURE,
        "up": [float(f"{weight:.4g}") for weight in up],
        **trained.export(),
    }
