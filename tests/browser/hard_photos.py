"""Change pictures of mats as if they had been taken carelessly, and draw pictures without a mat."""

from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from tools.photo import scenes

TABLE = (112, 84, 62)
SKIN = (206, 158, 130)


class Shot(NamedTuple):
    """A picture of a mat, and the corners of the grid of squares."""

    picture: np.ndarray
    corners: list
    columns: int = 5
    rows: int = 4

    def at(self, column, row):
        """Return where a point of the mat is in the picture. The point (0, 0) is the middle of square A1."""
        across, down = (column + 0.5) / self.columns, (row + 0.5) / self.rows
        matrix = _mapping([(0, 0), (1, 0), (1, 1), (0, 1)], self.corners)
        x, y, w = matrix @ [across, down, 1]
        return x / w, y / w

    @property
    def pitch(self):
        return float(np.hypot(*np.subtract(self.at(2, 1), self.at(1, 1))))


def _mapping(source, target):
    """Return the homography that maps four points to four other points."""
    rows = []
    for (x, y), (u, v) in zip(source, target, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]]
    equations = np.array(rows, float)
    return np.append(np.linalg.solve(equations[:, :8], equations[:, 8]), 1).reshape(3, 3)


def _wood(width, height, random):
    lines = np.cumsum(random.normal(0, 2.5, height))
    lines -= np.linspace(lines[0], lines[-1], height)
    ground = np.array(TABLE) + lines[:, None, None] + random.normal(0, 5, (height, width, 1))
    return Image.fromarray(np.clip(ground, 0, 255).astype(np.uint8))


def _onto(shot, ground, target):
    """Lay the picture on the background `ground`. `target` has the points for the corners of the picture."""
    image = Image.fromarray(shot.picture)
    wide = max(np.hypot(*np.subtract(target[1], target[0])), np.hypot(*np.subtract(target[2], target[3])))
    shrink = wide / image.width
    if shrink < 0.8:
        image = image.resize((round(image.width * shrink), round(image.height * shrink)), Image.Resampling.LANCZOS)
    height, width = shot.picture.shape[:2]
    matrix = _mapping([(0, 0), (width, 0), (width, height), (0, height)], target)
    small = _mapping([(0, 0), (image.width, 0), image.size, (0, image.height)], target)
    back = np.linalg.inv(small)
    moved = image.convert("RGBA").transform(
        ground.size, Image.Transform.PERSPECTIVE, (back / back[2, 2]).ravel()[:8].tolist(), Image.Resampling.BICUBIC
    )
    ground = ground.convert("RGB")
    ground.paste(moved, mask=moved.getchannel("A"))
    points = np.c_[np.asarray(shot.corners), np.ones(4)] @ matrix.T
    return shot._replace(picture=np.asarray(ground), corners=(points[:, :2] / points[:, 2:]).tolist())


def _box(x, y, width, height, degrees=0):
    a = np.deg2rad(degrees)
    points = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * [width / 2, height / 2]
    return (points @ [[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]] + [x, y]).tolist()


def framed(part):
    def row(shot, random):
        height, width = shot.picture.shape[:2]
        wide = 1600 * part
        return _onto(shot, _wood(1600, 1200, random), _box(830, 590, wide, wide * height / width))

    return row


def without_right(part):
    """Return a change that cuts off this part of the picture, such as 0.2, at its right side."""

    def row(shot, _random):
        width = shot.picture.shape[1]
        return shot._replace(picture=np.ascontiguousarray(shot.picture[:, : int(width - part * width)]))

    return row


def _skin(shot, mask, random):
    height, width = shot.picture.shape[:2]
    over = np.asarray(mask.filter(ImageFilter.GaussianBlur(1.2)), float)[..., None] / 255
    shadow = np.asarray(mask.filter(ImageFilter.GaussianBlur(9)), float)[..., None] / 255
    shade = np.asarray(mask.filter(ImageFilter.GaussianBlur(shot.pitch / 8)), float)[..., None] / 255
    skin = np.array(SKIN) * (0.55 + 0.45 * shade) + random.normal(0, 4, (height, width, 1))
    picture = shot.picture * (1 - 0.35 * shadow)
    light = np.clip(shot.picture.mean() / 130, 0.4, 1.3)
    picture = picture * (1 - over) + skin * light * over
    return shot._replace(picture=np.clip(picture, 0, 255).astype(np.uint8))


def _finger(draw, tip, root, thick):
    draw.line((*tip, *root), 255, round(thick))
    for x, y in (tip, root):
        draw.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), 255)


def hand_over(column, row):
    def change(shot, random):
        height, width = shot.picture.shape[:2]
        mask = Image.new("L", (width, height))
        draw = ImageDraw.Draw(mask)
        x, y = shot.at(column, row + 0.35)
        palm = 0.75 * shot.pitch
        draw.ellipse((x - palm, y - palm, x + palm, y + palm), 255)
        for aside in (-0.6, -0.2, 0.2, 0.6):
            tip = shot.at(column + 1.2 * aside, row - 0.75 + abs(aside) / 3)
            _finger(draw, tip, (x + aside * palm, y), 0.32 * shot.pitch)
        _finger(draw, shot.at(column - 1, row + 0.3), (x, y), 0.34 * shot.pitch)
        _finger(draw, (x, y), shot.at(column + 0.4, shot.rows + 2), 1.1 * shot.pitch)
        return _skin(shot, mask, random)

    return change


def two_mats(shot, random):
    height, width = shot.picture.shape[:2]
    other = Image.fromarray(shot.picture)
    ground = _wood(1800, 900, random)
    wide = 820
    ground.paste(other.resize((wide, round(wide * height / width))), (940, 100))
    return _onto(shot, ground, _box(460, 100 + wide * height / width / 2, wide, wide * height / width))


def calendar(random):
    image = Image.new("RGB", (1000, 800), (250, 249, 246))
    draw = ImageDraw.Draw(image)
    draw.text((60, 30), "November", (60, 60, 60), font_size=60)
    for day in range(30):
        x, y = 60 + 125 * (day % 7), 130 + 125 * (day // 7)
        draw.rectangle((x, y, x + 115, y + 115), (238, 238, 236), (150, 150, 150), 3)
        draw.text((x + 12, y + 8), str(day + 1), (40, 40, 40), font_size=34)
        if random.random() < 0.3:
            draw.text((x + 12, y + 60), "Tea", (60, 60, 160), font_size=30)
    return np.asarray(image)


def rotate(scene, degrees, random):
    height, width = scene.picture.shape[:2]
    side = 900 if degrees % 90 else 700
    return scenes.warp(scene, scenes.fitted(scenes.turn(degrees), (width, height), (side, side)), (side, side), random)


def recoloured(change):
    return lambda scene, random: scene._replace(picture=change(scene.picture, random))


def on_a_full_table(scene, random):
    matrix = scenes.shift(random.uniform(40, 350), random.uniform(20, 280)) @ scenes.scale(570 / scene.picture.shape[1])
    return scenes.warp(scene, matrix, (1000, 800), random, 60)


CONDITIONS = {
    "clean": lambda scene, _: scene,
    "tilt 25": lambda scene, random: scenes.tilt(scene, 25, random),
    "turned 20": lambda scene, random: rotate(scene, 20, random),
    "upside down": lambda scene, random: rotate(scene, 180, random),
    "warm light": recoloured(lambda picture, _: scenes.gain(picture, (1.15, 0.9, 0.5))),
    "-2 EV": recoloured(lambda picture, random: scenes.noise(scenes.expose(picture, -2), 4, random)),
    "soft shadow": recoloured(lambda picture, random: scenes.shade(picture, random, 0.45, 40)),
    "hard shadow": recoloured(lambda picture, random: scenes.shade(picture, random, 0.35, 3)),
    "blur 1.5": recoloured(lambda picture, _: scenes.blur(picture, 1.5)),
    "some pieces": scenes.pieces,
    "full table": on_a_full_table,
}
