"""Change pictures of mats: simulate bad light, bad camera angles and things on the mat, to train the reader."""

import io
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from tools.photo.reader import Corners, Picture

Random = np.random.Generator


class Scene(NamedTuple):
    """A picture, with the corners, columns and rows of the mat in it."""

    picture: Picture
    corners: Corners
    columns: int = 5
    rows: int = 4

    @property
    def lattice(self) -> np.ndarray:
        """Return the homography from squares to pixels. The middle of A1 is (0, 0), and the middle of B1 is (1, 0)."""
        equations, values = [], []
        for (x, y), (u, v) in zip(self.outline, self.corners, strict=True):
            equations += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
            values += [u, v]
        return np.append(np.linalg.solve(equations, values), 1).reshape(3, 3)

    @property
    def outline(self) -> np.ndarray:
        """Return the mat's corners in widths of a square, from the middle of A1: the first corner is (-0.5, -0.5)."""
        right, bottom = self.columns - 0.5, self.rows - 0.5
        return np.array([(-0.5, -0.5), (right, -0.5), (right, bottom), (-0.5, bottom)])


# --- Geometry by homographies ---


def shift(x: float, y: float) -> np.ndarray:
    return np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]])


def scale(factor: float) -> np.ndarray:
    return np.diag([factor, factor, 1.0])


def turn(degrees: float) -> np.ndarray:
    a = np.deg2rad(degrees)
    return np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])


def apply(matrix: np.ndarray, points: Corners | np.ndarray) -> np.ndarray:
    homogeneous = np.c_[np.asarray(points, float), np.ones(len(points))] @ matrix.T
    return homogeneous[:, :2] / homogeneous[:, 2:]


def tilted(width: int, height: int, degrees: float, axis: float, roll: float) -> np.ndarray:
    """Return the homography that tilts the picture about an axis in its plane."""
    away = 2.2 * max(width, height)  # the distance of the camera
    t, a = np.deg2rad(degrees), np.deg2rad(axis)
    k = np.array([[0, 0, np.sin(a)], [0, 0, -np.cos(a)], [-np.sin(a), np.cos(a), 0]])
    rotation = np.eye(3) + np.sin(t) * k + (1 - np.cos(t)) * k @ k
    camera = np.diag([away, away, 1]) @ np.c_[rotation[:, 0], rotation[:, 1], [0, 0, away]]
    return turn(roll) @ camera @ shift(-width / 2, -height / 2)


def fitted(matrix: np.ndarray, size: tuple[int, int], canvas: tuple[int, int]) -> np.ndarray:
    """Return the homography that applies `matrix` to a picture of this size, and then scales it to fit the canvas."""
    width, height = size
    points = apply(matrix, [[0, 0], [width, 0], [width, height], [0, height]])
    low, high = points.min(0), points.max(0)
    factor = 0.94 * min(np.array(canvas) / (high - low))
    return shift(canvas[0] / 2, canvas[1] / 2) @ scale(factor) @ shift(*(-(low + high) / 2)) @ matrix


def table(width: int, height: int, random: Random, things: int = 0) -> Picture:
    """Draw a table top, with this number of things on it."""
    tops = [(70, 45, 35), (150, 120, 90), (200, 195, 190), (40, 60, 45), (90, 90, 95)]
    grain = random.normal(0, 12, (max(2, height // 60), max(2, width // 8))).astype(np.float32)
    grain = np.asarray(Image.fromarray(grain).resize((width, height), Image.Resampling.BILINEAR))
    top = tops[random.integers(5)] + grain[..., None] + random.normal(0, 3, (height, width, 1))
    image = Image.fromarray(np.clip(top, 0, 255).astype(np.uint8))
    draw = ImageDraw.Draw(image)
    for _ in range(things):
        colour = tuple(random.integers(0, 256, 3).tolist())
        x, y = random.uniform(0, width), random.uniform(0, height)
        size = random.uniform(0.03, 0.14) * max(width, height)
        match random.integers(3):
            case 0:
                draw.polygon(_box(x, y, size, size, random.uniform(0, 90)), colour)
            case 1:
                draw.ellipse((x - size / 2, y - size / 2, x + size / 2, y + size / 2), colour)
            case _:
                draw.polygon(_box(x, y, size * 2.2, size, random.uniform(0, 90)), colour)
    return np.asarray(image)


def _box(x: float, y: float, width: float, height: float, degrees: float) -> list[tuple[float, float]]:
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [width / 2, height / 2]
    return [(px + x, py + y) for px, py in half @ turn(degrees)[:2, :2].T]


def warp(scene: Scene, matrix: np.ndarray, canvas: tuple[int, int], random: Random, things: int = 0) -> Scene:
    """Map the picture by the homography `matrix`, and lay it on a drawn table as large as the canvas."""
    shrinks = float(np.sqrt(abs(np.linalg.det(matrix[:2, :2] / matrix[2, 2]))))
    image = Image.fromarray(scene.picture).convert("RGBA")
    if shrinks < 0.75:
        image = image.filter(ImageFilter.GaussianBlur(0.5 / shrinks))
        image.putalpha(255)
    back = shift(0.5, 0.5) @ np.linalg.inv(matrix) @ shift(-0.5, -0.5)
    back = (back / back[2, 2]).ravel()[:8].tolist()
    moved = image.transform(canvas, Image.Transform.PERSPECTIVE, back, Image.Resampling.BILINEAR)
    ground = Image.fromarray(table(*canvas, random, things))
    ground.paste(moved, mask=moved.getchannel("A").point(lambda alpha: 255 * (alpha > 127)))
    return scene._replace(picture=np.asarray(ground), corners=apply(matrix, scene.corners).tolist())


def tilt(scene: Scene, degrees: float, random: Random, canvas: tuple[int, int] = (800, 700), roll: float = 8) -> Scene:
    height, width = scene.picture.shape[:2]
    matrix = tilted(width, height, degrees, random.uniform(0, 360), random.uniform(-roll, roll))
    return warp(scene, fitted(matrix, (width, height), canvas), canvas, random)


def resize(scene: Scene, factor: float) -> Scene:
    height, width = scene.picture.shape[:2]
    size = (round(width * factor), round(height * factor))
    image = Image.fromarray(scene.picture).resize(size, Image.Resampling.BICUBIC)
    return scene._replace(picture=np.asarray(image), corners=(np.asarray(scene.corners) * factor).tolist())


def cut_off(scene: Scene, random: Random, share: float = 0.05) -> Scene:
    """Cut off this share of the picture at one side."""
    height, width = scene.picture.shape[:2]
    side = random.integers(4)
    x, y = int(share * width * (side == 0)), int(share * height * (side == 1))
    right, bottom = int(width * (1 - share * (side == 2))), int(height * (1 - share * (side == 3)))
    corners = (np.asarray(scene.corners) - [x, y]).tolist()
    return scene._replace(picture=scene.picture[y:bottom, x:right], corners=corners)


# --- Light and camera (the mat's corners stay the same) ---


def gain(picture: Picture, factors: tuple[float, float, float] | np.ndarray) -> Picture:
    return np.clip(picture * np.asarray(factors), 0, 255).astype(np.uint8)


def expose(picture: Picture, stops: float) -> Picture:
    """Change the exposure in linear light. Light that becomes too bright turns white."""
    values = (np.clip((np.arange(256) / 255) ** 2.2 * 2**stops, 0, 1) ** (1 / 2.2) * 255).astype(np.uint8)
    return values[picture]


def shade(picture: Picture, random: Random, dark: float, soft: float) -> Picture:
    """Lay a shadow with a straight edge, `soft` pixels wide, over about half of the picture."""
    height, width = picture.shape[:2]
    angle = random.uniform(0, 2 * np.pi)
    y, x = np.mgrid[0:height, 0:width]
    x = x - width * (0.5 + random.uniform(-0.2, 0.2))
    y = y - height * (0.5 + random.uniform(-0.2, 0.2))
    beyond = np.clip((x * np.cos(angle) + y * np.sin(angle)) / soft, -50, 50)
    light = dark + (1 - dark) / (1 + np.exp(-beyond))
    return (picture * light[..., None]).astype(np.uint8)


def noise(picture: Picture, strength: float, random: Random) -> Picture:
    grain = random.standard_normal(picture.shape, np.float32) * strength
    return np.clip(picture + grain, 0, 255).astype(np.uint8)


def blur(picture: Picture, radius: float) -> Picture:
    return np.asarray(Image.fromarray(picture).filter(ImageFilter.GaussianBlur(radius)))


def jpeg(picture: Picture, quality: int) -> Picture:
    file = io.BytesIO()
    Image.fromarray(picture).save(file, "JPEG", quality=quality)
    return np.asarray(Image.open(file).convert("RGB"))


# --- Things that people lay on the mat ---


def pieces(scene: Scene, random: Random, share: float = 0.6, most: int = 3) -> Scene:
    """Draw Inhabitants and Energy Units on this share of the squares, each with a shadow and a highlight."""
    lattice = scene.lattice
    image = Image.fromarray(scene.picture)
    draw = ImageDraw.Draw(image)
    light = scene.picture.mean() / 130

    def disc(x: float, y: float, radius: float, colour: np.ndarray) -> None:
        fill = tuple(np.clip(colour * light, 0, 255).astype(int).tolist())
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill)

    for column, row in np.ndindex(scene.columns, scene.rows):
        if random.random() > share:
            continue
        for _ in range(random.integers(1, most + 1)):
            left, right = apply(lattice, [[column - 0.5, row], [column + 0.5, row]])
            size = np.hypot(*(right - left)) * random.uniform(0.16, 0.24)
            x, y = apply(lattice, [[column + random.uniform(-0.3, 0.3), row + random.uniform(-0.3, 0.3)]])[0]
            colour = np.array((20, 70, 170) if random.random() < 0.6 else (185, 25, 30))
            disc(x + size * 0.18, y + size * 0.18, size * 0.52, np.array((40, 35, 30)))
            if random.random() < 0.5:
                disc(x, y, size * 0.5, colour)
            else:
                fill = tuple(np.clip(colour * light, 0, 255).astype(int).tolist())
                draw.polygon(_box(x, y, size, size * 0.7, random.uniform(0, 180)), fill)
            disc(x - size * 0.15, y - size * 0.15, size * 0.14, colour * 1.3 + 50)
    return scene._replace(picture=np.asarray(image))


def spin(scene: Scene, random: Random, share: float = 0.75) -> Scene:
    """Turn this share of the tiles by 90, 180 or 270 degrees on their squares."""
    lattice = scene.lattice
    image = Image.fromarray(scene.picture)
    side = 64
    for column, row in np.ndindex(scene.columns, scene.rows):
        if random.random() > share:
            continue
        to_picture = lattice @ shift(column, row) @ scale(0.92 / side) @ shift(-side / 2, -side / 2)
        coefficients = (to_picture / to_picture[2, 2]).ravel()[:8].tolist()
        tile = image.transform((side, side), Image.Transform.PERSPECTIVE, coefficients, Image.Resampling.BILINEAR)
        tile = tile.rotate(90 * int(random.integers(1, 4))).convert("RGBA")
        back = np.linalg.inv(to_picture)
        back = (back / back[2, 2]).ravel()[:8].tolist()
        placed = tile.transform(image.size, Image.Transform.PERSPECTIVE, back, Image.Resampling.BILINEAR)
        image.paste(placed, mask=placed.getchannel("A").point(lambda alpha: 255 * (alpha > 127)))
    return scene._replace(picture=np.asarray(image))


def variant(scene: Scene, random: Random) -> Scene:
    """Apply random changes, for training. Also move the mat's corners a little, as users place them inexactly."""
    scene = photographed(laid(scene, random), random)
    if random.random() < 0.25:
        scene = cut_off(scene, random, random.uniform(0.02, 0.12))
    outline = scene.outline + random.normal(0, random.choice([0.02, 0.05, 0.08]), (4, 2))
    return scene._replace(corners=apply(scene.lattice, outline).tolist())


def laid(scene: Scene, random: Random) -> Scene:
    if random.random() < 0.35:
        scene = spin(scene, random)
    if random.random() < 0.55:
        scene = pieces(scene, random, random.uniform(0.3, 1), 5)
    if random.random() < 0.5:
        scene = tilt(scene, random.uniform(0, 32), random, (600, 540), 10)
    return scene


def photographed(scene: Scene, random: Random) -> Scene:
    picture = scene.picture
    chances = (
        (0.7, lambda: gain(picture, random.uniform(0.6, 1.3, 3))),
        (0.6, lambda: expose(picture, random.uniform(-2.5, 1.5))),
        (0.5, lambda: shade(picture, random, random.uniform(0.3, 0.8), random.choice([2, 3, 15, 60]))),
        (0.3, lambda: blur(picture, random.uniform(0.4, 2.5))),
        (0.3, lambda: noise(picture, random.uniform(2, 16), random)),
        (0.2, lambda: jpeg(picture, int(random.integers(20, 71)))),
    )
    for chance, change in chances:
        if random.random() < chance:
            picture = change()
    return scene._replace(picture=picture)
