"""Train two neural nets. One decides whether a square is visible, the other whether a grid fits an Expert mat."""

from typing import Any, NamedTuple

import numpy as np

from tools.photo import covers, drawings, net
from tools.photo.drawings import KINDS, Drawing
from tools.photo.photos import Photo
from tools.photo.reader import Corners, Picture, Reader
from tools.photo.scenes import Scene, apply

VARIANTS_OF_A_PHOTO = 28
VARIANTS_OF_A_DRAWING = 5
DRAWINGS = 90
PATTERNS = 500
LARGER = 5  # the number of columns of the Expert mat
HIDDEN_SEEN, HIDDEN_MAT = 64, 16
EPOCHS_SEEN, EPOCHS_MAT = 60, 60
# Shares of a square. In examples of visible squares, less than SEEN is covered. In examples of hidden squares, more
# than HIDDEN is covered, or more than OUTSIDE is outside the picture. `_seen` has all rules.
SEEN, HIDDEN, OUTSIDE = 0.25, 0.4, 0.55
BURNT = 2  # the weight of overexposure among the features of a square
ASTRAY = 0.1  # the share of pictures that also get an example with a misplaced grid
GRIDS = 5  # how many times a picture's grid is shifted at random, to get examples of wrong grids
NOWHERE = np.ones((1, 2))  # the value of `Square.hidden` for a grid that does not fit a mat


class Square(NamedTuple):
    """Training examples: the squares of one picture."""

    numbers: np.ndarray  # a row of features for each square
    hidden: np.ndarray  # for each square: the share that is covered, and the share that is outside the picture
    kinds: str  # a letter for each square; "" if the grid does not fit a mat
    session: str


class Print(NamedTuple):
    """A training example: a grid, and the colours between its squares."""

    numbers: np.ndarray
    right: bool  # whether the grid fits an Expert mat, with the right side up
    session: str


class Examples:
    """Training examples from photos, drawings and patterns. The site's own scripts compute the features."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.squares: list[Square] = []
        self.prints: list[Print] = []

    def add_all(self, photos: list[Photo]) -> None:
        for number, photo in enumerate(photos):
            self._add(photo, photo.session, [31, number], VARIANTS_OF_A_PHOTO)
        for number in range(DRAWINGS):
            columns = 4 if number % 3 == 0 else 5
            drawing = drawings.draw(np.random.default_rng([17, number]), columns=columns)
            self._add(drawing, "", [32, number], VARIANTS_OF_A_DRAWING)
        for number in range(PATTERNS):
            scene = covers.pattern(np.random.default_rng([33, number]))
            self._describe(scene, NOWHERE, "", "")
            self._add_prints(scene.picture, [scene.corners], (False, False), "")

    def _add(self, pictured: Photo | Drawing, session: str, seed: list[int], count: int) -> None:
        for number in range(count):
            random = np.random.default_rng([*seed, number])
            covered = covers.varied(pictured.scene, random) if number else covers.bare(pictured.scene)
            scene = covered.scene
            jitter = random.normal(0, random.choice([0.01, 0.03, 0.06]), (4, 2)) if number else 0
            corners = apply(scene.lattice, scene.outline + jitter).tolist()
            self._describe(scene._replace(corners=corners), covered.shares(), pictured.kinds, session)
            if scene.columns == LARGER:
                self._add_prints(scene.picture, [corners], (True, False), session)
                if number < 2 or number % 4 == 0:
                    self._add_prints(scene.picture, covers.neighbors(scene, random, GRIDS), (False, False), session)
            elif number < 2:
                self._add_prints(scene.picture, _too_wide(scene), (False, False), session)
            if random.random() < ASTRAY:
                astray = scene._replace(corners=covers.astray(scene, random))
                self._describe(astray, NOWHERE, "", session)

    def _describe(self, scene: Scene, hidden: np.ndarray, kinds: str, session: str) -> None:
        squares, _crossings, burnt = self.reader.describe(*scene)
        numbers = np.c_[squares, BURNT * burnt].astype(np.float16)
        self.squares.append(Square(numbers, hidden, kinds, session))

    def _add_prints(self, picture: Picture, grids: list[Corners], right: tuple[bool, bool], session: str) -> None:
        for ways in self.reader.prints(picture, grids):
            if ways is not None:
                self.prints += [Print(way, is_right, session) for way, is_right in zip(ways, right, strict=True)]


def examples(photos: list[Photo], reader: Reader) -> Examples:
    """Make training examples from photos, drawings and patterns. The same photos always give the same examples."""
    found = Examples(reader)
    found.add_all(photos)
    return found


def _too_wide(scene: Scene) -> list[Corners]:
    """Return corners of Expert grids on a Classic mat: one grid is too wide on the right, the other on the left."""
    wider = scene._replace(columns=LARGER).outline
    return [apply(scene.lattice, wider - [by, 0]).tolist() for by in (0, 1)]


def _seen(known: list[Square], kinds_net: dict[str, Any]) -> tuple[np.ndarray, np.ndarray]:
    """Return the features of all squares except doubtful ones, and for each square 1 (visible) or 0 (hidden)."""
    logits = net.function(kinds_net)
    rows, answers = [], []
    for each in known:
        values = logits(each.numbers[:, :-2].astype(np.float32))
        sure = net.chances(values).max(1) > kinds_net["sure"]
        read = np.array([KINDS[kind] for kind in values.argmax(1)])
        right = read == list(each.kinds) if each.kinds else np.zeros(len(read), bool)
        covered, outside = each.hidden.T
        seen = right & (covered < SEEN) & ((covered + outside < SEEN) | ((outside < OUTSIDE) & sure))
        unseen = ~right | (covered > HIDDEN) | (outside > OUTSIDE)
        told = seen | unseen
        rows.append(each.numbers[told])
        answers.append(seen[told])
    return np.concatenate(rows), np.concatenate(answers).astype(int)


def learn(known: Examples, kinds_net: dict[str, Any], without: str | None = None) -> dict[str, Any]:
    """Train the neural nets, and return their parameters. Skip the photos of the session named by `without`."""
    rows, seen = _seen([each for each in known.squares if each.session != without], kinds_net)
    prints = [each for each in known.prints if each.session != without]
    numbers = np.stack([each.numbers for each in prints]).astype(np.float16)
    right = np.array([each.right for each in prints]).astype(int)
    print(f"{len(rows)} squares, {seen.mean():.0%} seen; {len(prints)} prints, {right.mean():.0%} right", flush=True)
    return {
        "seen": net.train(rows, net.certain(seen, 2), np.random.default_rng(4), EPOCHS_SEEN, HIDDEN_SEEN).export(),
        "mat": net.train(numbers, net.certain(right, 2), np.random.default_rng(5), EPOCHS_MAT, HIDDEN_MAT).export(),
    }
