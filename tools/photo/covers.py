"""Make training pictures for doubt.py, in which hands, paper, light or the picture's edge hide squares of a mat.

The tests make their pictures without this module, so that they stay independent of the training.
"""

from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from tools.photo import scenes
from tools.photo.reader import Corners, Picture
from tools.photo.scenes import Scene, apply

Random = np.random.Generator
GLARED = 0.55  # a pixel with more than this share of white light counts as hidden
REACH = 0.38  # `Covered.shares` examines a square only up to this distance from its middle; 0.5 is the edge
SMALL, WIDE = 480, 600  # the height and width of a picture by `pattern`, in pixels


class Covered(NamedTuple):
    """A scene with hidden parts. `hidden` has a number for each pixel, from 0 (visible) to 1 (hidden)."""

    scene: Scene
    hidden: np.ndarray

    def shares(self) -> np.ndarray:
        """Return two shares of each square, row by row: the covered share, and the share outside the picture."""
        scene, (height, width) = self.scene, self.hidden.shape
        steps = np.linspace(-REACH, REACH, 13)
        around = np.array([(x, y) for y in steps for x in steps])
        found = []
        for row, column in np.ndindex(scene.rows, scene.columns):
            x, y = np.round(apply(scene.lattice, around + np.array((column, row)))).astype(int).T
            inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
            found.append((self.hidden[y[inside], x[inside]].sum() / len(x), 1 - inside.mean()))
        return np.array(found)


def bare(scene: Scene) -> Covered:
    return Covered(scene, np.zeros(scene.picture.shape[:2], np.float32))


# --- Colours and surfaces ---


def _colour(random: Random) -> np.ndarray:
    match random.integers(6):
        case 0 | 1:  # a skin tone
            light = random.uniform(50, 235)
            return np.array([light, light * random.uniform(0.62, 0.85), light * random.uniform(0.42, 0.78)])
        case 2:  # paper
            return np.clip(random.uniform(170, 255) + random.normal(0, 8, 3), 0, 255)
        case 3:
            return np.clip(random.uniform(5, 90) + random.normal(0, 8, 3), 0, 255)
        case _:
            return random.uniform(0, 255, 3)


def _stretched(values: np.ndarray, size: tuple[int, int], how: Image.Resampling) -> np.ndarray:
    height, width = size
    return np.asarray(Image.fromarray(values.astype(np.float32)).resize((width, height), how))


def _surface(random: Random, size: tuple[int, int]) -> np.ndarray:
    """Draw a surface such as skin, cloth or wood: a colour with waves, stripes, checks, writing, grain or dots."""
    height, width = size
    waves = _stretched(random.normal(0, 1, (4, 4)), size, Image.Resampling.BICUBIC) * random.uniform(0, 0.25)
    surface = _colour(random) * (1 + np.clip(waves, -0.6, 0.6)[..., None])
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    angle, step = random.uniform(0, np.pi), random.uniform(6, width / 4)
    along, across = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
    other = _colour(random)
    match random.integers(7):
        case 0:
            ink = along % step < step * random.uniform(0.2, 0.7)
        case 1:
            ink = (along // step + across // step) % 2 == 0
        case 2:
            line, other = max(5, step * 0.3), other * 0.3
            words = random.random((height // 3 + 1, width // 6 + 1))
            ink = (across % line < line * 0.4) & (_stretched(words, size, Image.Resampling.NEAREST) > 0.4)
        case 3:
            grain = _stretched(random.normal(0, 1, (height // 2, width // 30)), size, Image.Resampling.BILINEAR)
            surface, ink = surface * (1 + 0.15 * grain[..., None]), np.zeros(size, bool)
        case 4:
            ink = (along / step % 1 - 0.5) ** 2 + (across / step % 1 - 0.5) ** 2 < 0.1
        case _:
            ink = np.zeros(size, bool)
    surface = np.where(ink[..., None], other, surface)
    return np.clip(surface + random.normal(0, random.uniform(0, 6), (*size, 1)), 0, 255)


# --- Shapes, as masks ---


class Mask:
    def __init__(self, size: tuple[int, int]) -> None:
        self.image = Image.new("L", size[::-1])
        self.draw = ImageDraw.Draw(self.image)

    def blob(self, random: Random, x: float, y: float, size: float) -> None:
        """Draw a round shape with bulges."""
        turn = np.linspace(0, 2 * np.pi, 40, endpoint=False)
        radius = np.ones(40)
        for wave in range(1, 5):
            a, b = random.normal(0, 0.16 / wave, 2)
            radius += a * np.cos(wave * turn) + b * np.sin(wave * turn)
        wide, high = random.uniform(0.6, 1.4, 2) * size
        points = np.c_[x + wide * radius * np.cos(turn), y + high * radius * np.sin(turn)]
        self.draw.polygon([tuple(point) for point in points.tolist()], 255)

    def fingers(self, random: Random, x: float, y: float, pitch: float) -> None:
        """Draw fingers or an arm from the point (x, y) in a random direction. Sometimes add the hand."""
        angle, count = random.uniform(0, 2 * np.pi), int(random.choice([1, 1, 2, 3, 4]))
        thick = pitch * random.uniform(0.25, 0.8)
        for number in range(count):
            aside, ahead = (number - count / 2) * thick * 1.02, random.normal(0, 0.4) * pitch
            bend, length = angle + random.normal(0, 0.12), pitch * random.uniform(0.3, 6)
            left = x - aside * np.sin(angle) + ahead * np.cos(angle)
            top = y + aside * np.cos(angle) + ahead * np.sin(angle)
            half = max(1, thick * random.uniform(0.4, 0.55))
            right, bottom = left + length * np.cos(bend), top + length * np.sin(bend)
            self.draw.line((left, top, right, bottom), 255, int(2 * half))
            for end_x, end_y in ((left, top), (right, bottom)):
                self.draw.ellipse((end_x - half, end_y - half, end_x + half, end_y + half), 255)
        if random.random() < 0.4:
            away = 2.5 * pitch
            self.blob(random, x + away * np.cos(angle), y + away * np.sin(angle), pitch * random.uniform(0.8, 1.6))

    def sheet(self, random: Random, x: float, y: float, wide: float, high: float) -> None:
        box = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [wide / 2, high / 2]
        box = apply(scenes.turn(random.uniform(0, 90)), box) + np.array((x, y))
        self.draw.polygon([tuple(point) for point in box.tolist()], 255)

    def values(self, soft: float) -> np.ndarray:
        image = self.image.filter(ImageFilter.GaussianBlur(soft)) if soft > 0.4 else self.image
        return np.asarray(image, np.float32) / 255


def _somewhere(scene: Scene, random: Random) -> tuple[float, float, float]:
    """Return (x, y, pitch) in pixels: a random point on the mat, and the distance between neighboring squares."""
    lattice = scene.lattice
    (x1, y1), (x2, y2) = apply(lattice, [[1, 1], [2, 1]])
    place = [[random.uniform(-0.4, scene.columns - 0.6), random.uniform(-0.4, scene.rows - 0.6)]]
    x, y = apply(lattice, place)[0]
    return x, y, float(np.hypot(x2 - x1, y2 - y1))


# --- Things over the mat ---


def cover(scene: Scene, random: Random) -> Covered:
    """Cover parts of the mat with one to three things, such as fingers or paper. Some of them throw a shadow."""
    picture = scene.picture.astype(np.float32)
    size = picture.shape[:2]
    hidden = np.zeros(size, np.float32)
    light = np.clip(picture.mean() / 120, 0.35, 1.4)
    for _ in range(random.choice([1, 1, 2, 3])):
        x, y, pitch = _somewhere(scene, random)
        mask = Mask(size)
        match random.integers(5):
            case 0:
                mask.blob(random, x, y, pitch * random.uniform(0.25, 1.3))
            case 1:
                mask.fingers(random, x, y, pitch)
            case 2:  # a sheet, a card, a box or a phone
                mask.sheet(random, x, y, *(pitch * random.uniform(0.5, 3, 2)))
            case 3:  # a thing about as large as a square
                mask.sheet(random, x, y, *(pitch * random.uniform(0.65, 1, 2)))
            case _:
                mask.blob(random, x, y, pitch * random.uniform(0.3, 0.6))
        over = mask.values(random.uniform(0, 2.5))
        if random.random() < 0.5:
            shadow = np.roll(mask.values(random.uniform(2, 8)), random.integers(-9, 10, 2), (0, 1))
            picture *= (1 - random.uniform(0.1, 0.5) * shadow)[..., None]
        picture = picture * (1 - over[..., None]) + _surface(random, size) * light * over[..., None]
        hidden = np.maximum(hidden, over)
    return Covered(scene._replace(picture=np.clip(picture, 0, 255).astype(np.uint8)), hidden)


def shine(scene: Scene, random: Random) -> Covered:
    """Add reflections of lamps and windows to the picture, either as added light or as a pale veil."""
    picture = scene.picture.astype(np.float32)
    height, width = size = picture.shape[:2]
    glare = np.zeros(size, np.float32)
    down, right = np.mgrid[0:height, 0:width].astype(np.float32)
    for _ in range(random.choice([1, 1, 2, 3])):
        x, y, pitch = _somewhere(scene, random)
        angle, reach = random.uniform(0, np.pi), pitch * random.uniform(0.25, 1.2)
        along = (right - x) * np.cos(angle) + (down - y) * np.sin(angle)
        across = (down - y) * np.cos(angle) - (right - x) * np.sin(angle)
        if random.random() < 0.25:
            mask = Mask(size)
            mask.sheet(random, x, y, reach * random.uniform(1, 3), 2 * reach)
            light = mask.values(random.uniform(1, 10)) * random.uniform(0.5, 2.5)
        else:
            narrow = reach * random.uniform(0.3, 1)
            fall = ((along / reach) ** 2 + (across / narrow) ** 2) ** random.uniform(0.5, 2.5)
            light = random.uniform(0.6, 4) * np.exp(-np.minimum(fall, 50))
        tint = 255 * np.clip(1 + random.normal(0, 0.05, 3), 0.85, 1)
        veil = np.clip(light, 0, 1)[..., None]
        picture = picture * (1 - veil) + tint * veil if random.random() < 0.5 else picture + tint * light[..., None]
        glare = np.maximum(glare, np.clip(light, 0, 1))
    lost = (glare > GLARED).astype(np.float32)
    return Covered(scene._replace(picture=np.clip(picture, 0, 255).astype(np.uint8)), lost)


def darken(scene: Scene, random: Random) -> Scene:
    """Add hard, dark shadows to the picture. Squares in the shadow count as visible."""
    height, width = size = scene.picture.shape[:2]
    mask = Mask(size)
    if random.random() < 0.5:
        y, x = np.mgrid[0:height, 0:width]
        angle, step = random.uniform(0, np.pi), random.uniform(0.08, 0.6) * width
        along = (x * np.cos(angle) + y * np.sin(angle)) / step + random.random()
        bars = (along % 1 < random.uniform(0.15, 0.6)) * np.uint8(255)
        mask.image = Image.fromarray(bars.astype(np.uint8))
    else:
        for _ in range(random.integers(1, 4)):
            x, y = random.uniform(0, width), random.uniform(0, height)
            mask.blob(random, x, y, width * random.uniform(0.08, 0.4))
    shadow = mask.values(random.uniform(0.5, 5)) * random.uniform(0.5, 0.88)
    return scene._replace(picture=(scene.picture * (1 - shadow[..., None])).astype(np.uint8))


def bars(picture: Picture, random: Random) -> Picture:
    """Add the shadows of parallel bars, such as a railing or a blind."""
    height, width = picture.shape[:2]
    angle, edge = random.uniform(0, np.pi), random.uniform(0.5, 4)
    step = random.uniform(0.06, 0.5) * width
    y, x = np.mgrid[0:height, 0:width]
    along = (x * np.cos(angle) + y * np.sin(angle) + random.uniform(0, step)) % step
    from_middle = np.abs(along - step / 2) - step * random.uniform(0.1, 0.35)
    light = 1 - random.uniform(0.4, 0.82) * np.clip(0.5 - from_middle / edge, 0, 1)
    return (picture * light[..., None]).astype(np.uint8)


def laid(scene: Scene, random: Random) -> Scene:
    """Make random changes: turned tiles, tilted mats, pieces on tiles, smaller pictures."""
    scene = scenes.laid(scene, random)
    return scenes.resize(scene, random.uniform(0.35, 0.9)) if random.random() < 0.3 else scene


def photographed(scene: Scene, random: Random) -> Scene:
    """Change light and camera as in `scenes.photographed`, but with darker shadows and stronger JPEG compression."""
    picture = scene.picture
    chances = (
        (0.7, lambda: scenes.gain(picture, random.uniform(0.6, 1.3, 3))),
        (0.6, lambda: scenes.expose(picture, random.uniform(-2.5, 1.5))),
        (0.45, lambda: scenes.shade(picture, random, random.uniform(0.18, 0.8), random.choice([2, 3, 15, 60]))),
        (0.12, lambda: bars(picture, random)),
        (0.3, lambda: scenes.blur(picture, random.uniform(0.4, 2.5) * picture.shape[1] / 600)),
        (0.3, lambda: scenes.noise(picture, random.uniform(2, 16), random)),
        (0.3, lambda: scenes.jpeg(picture, int(random.integers(6, 71)))),
    )
    for chance, change in chances:
        if random.random() < chance:
            picture = change()
    return scene._replace(picture=picture)


def cut(covered: Covered, random: Random, most: float) -> Covered:
    """Cut a random strip off one side of the picture. Its width is at most `most` times the width of the picture."""
    scene, hidden = covered
    height, width = hidden.shape
    left, top, right, bottom = 0, 0, width, height
    part = random.uniform(0.02, most)
    match random.integers(4):
        case 0:
            left = int(part * width)
        case 1:
            top = int(part * height)
        case 2:
            right = int((1 - part) * width)
        case _:
            bottom = int((1 - part) * height)
    corners = (np.asarray(scene.corners) - [left, top]).tolist()
    scene = scene._replace(picture=scene.picture[top:bottom, left:right], corners=corners)
    return Covered(scene, hidden[top:bottom, left:right])


def varied(scene: Scene, random: Random) -> Covered:
    """Apply the changes of this module at random. In half of the pictures, things or reflections cover the mat."""
    scene = laid(scene, random)
    covered = cover(scene, random) if random.random() < 0.32 else bare(scene)
    if random.random() < 0.2:
        covered = covered._replace(scene=darken(covered.scene, random))
    covered = covered._replace(scene=photographed(covered.scene, random))
    if random.random() < 0.25:
        shone = shine(covered.scene, random)
        covered = Covered(shone.scene, np.maximum(covered.hidden, shone.hidden))
    if random.random() < 0.3:
        covered = cut(covered, random, random.choice([0.16, 0.16, 0.5]))
    return covered


# --- Grids that do not lie on the squares of a mat ---


def pattern(random: Random) -> Scene:
    """Draw a picture without a mat, often with squares as on a calendar. Also choose the corners of a wrong grid."""
    picture = _surface(random, (SMALL, WIDE))
    step = random.uniform(30, 150)
    if random.random() < 0.6:
        gap = step * random.uniform(0, 0.3)
        image = Image.new("RGB", (WIDE, SMALL), tuple(_colour(random).astype(int).tolist()))
        draw = ImageDraw.Draw(image)
        colours = [_colour(random) for _ in range(random.integers(1, 9))]
        if random.random() < 0.25:
            colours = colours[:1]
        for y in np.arange(-step, SMALL + step, step):
            for x in np.arange(-step, WIDE + step, step):
                fill = tuple(colours[random.integers(len(colours))].astype(int).tolist())
                draw.rectangle((x, y, x + step - gap, y + step - gap), fill)
                if random.random() < 0.3:
                    reach = step * random.uniform(0.05, 0.35)
                    middle = (x + step / 2 - reach, y + step / 2 - reach, x + step / 2 + reach, y + step / 2 + reach)
                    draw.ellipse(middle, tuple(_colour(random).astype(int).tolist()))
                if random.random() < 0.2:
                    ink = tuple(_colour(random).astype(int).tolist())
                    draw.text((x + step * 0.1, y + step * 0.2), str(random.integers(1, 40)), ink, font_size=step / 2)
        turned = image.rotate(random.normal(0, 6), Image.Resampling.BILINEAR)
        picture = np.asarray(turned, np.float32) + random.normal(0, random.uniform(0, 6), (SMALL, WIDE, 1))
    if random.random() < 0.5:
        side = random.uniform(60, WIDE / 5.2)
        x, y = random.uniform(0, WIDE - 5 * side), random.uniform(0, max(1, SMALL - 4 * side))
    else:  # the grid lies on the drawn squares
        side, x, y = min(step, WIDE / 5), random.uniform(0, 20), random.uniform(0, 20)
    corners = np.array([(0, 0), (5, 0), (5, 4), (0, 4)]) * side + [x, y] + random.normal(0, 3, (4, 2))
    scene = Scene(np.clip(picture, 0, 255).astype(np.uint8), corners.tolist())
    return photographed(scene, random)


def astray(scene: Scene, random: Random) -> Corners:
    """Return the corners of a wrong grid: the mat's grid, shifted by about half a square."""
    far, aside = random.uniform(0.3, 0.7) * random.choice([-1, 1]), random.choice([0, random.uniform(-0.7, 0.7)])
    by = (far, aside) if random.random() < 0.5 else (aside, far)
    return apply(scene.lattice, scene.outline * random.uniform(0.97, 1.03) + by).tolist()


def neighbors(scene: Scene, random: Random, count: int) -> list[Corners]:
    """Return corners of wrong grids: the mat's grid, shifted by whole squares. Some are also turned by 90 degrees."""
    away = [(1, 0), (-1, 0), (0, 1), (0, -1), *random.integers(-2, 3, (count, 2)).tolist()]
    found = [scene.outline + by for by in away if tuple(by) != (0, 0)]
    upright = scene._replace(columns=scene.rows, rows=scene.columns)
    for by in random.integers(-2, 3, (count, 2)):
        found += [np.roll(upright.outline + by, -int(random.choice([1, 3])), 0)]
    found = [grid + random.normal(0, 0.02, (4, 2)) for grid in found]
    lattice = scene.lattice
    ahead = [(np.c_[grid, np.ones(4)] @ lattice[2]).min() > 0 for grid in found]
    return [apply(lattice, grid).tolist() for grid, is_ahead in zip(found, ahead, strict=True) if is_ahead]
