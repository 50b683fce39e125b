"""Change photos as if they had been taken carelessly, to measure how well the reader reads such photos.

docs/photo.md has the figures. This module shares no code with stress.py and covers.py, which make training pictures.
"""

import io
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from tools.photo.reader import Corners, Picture

Random = np.random.Generator
TABLE = (112, 84, 62)
SKIN = (206, 158, 130)


class Shot(NamedTuple):
    """A picture of a mat, and the corners of the grid of squares."""

    picture: Picture
    corners: Corners
    columns: int = 5
    rows: int = 4

    def at(self, column: float, row: float) -> tuple[float, float]:
        """Return where a point of the mat is in the picture. The point (0, 0) is the middle of square A1."""
        across, down = (column + 0.5) / self.columns, (row + 0.5) / self.rows
        matrix = _mapping([(0, 0), (1, 0), (1, 1), (0, 1)], self.corners)
        x, y, w = matrix @ [across, down, 1]
        return x / w, y / w

    @property
    def pitch(self) -> float:
        return float(np.hypot(*np.subtract(self.at(2, 1), self.at(1, 1))))


Row = Callable[[Shot, Random], Shot]  # changes a picture; docs/photo.md has a row of figures for each change


def _mapping(source: Corners, target: Corners) -> np.ndarray:
    """Return the homography that maps four points to four other points."""
    rows = []
    for (x, y), (u, v) in zip(source, target, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]]
    equations = np.array(rows, float)
    return np.append(np.linalg.solve(equations[:, :8], equations[:, 8]), 1).reshape(3, 3)


def _wood(width: int, height: int, random: Random) -> Image.Image:
    lines = np.cumsum(random.normal(0, 2.5, height))
    lines -= np.linspace(lines[0], lines[-1], height)
    ground = np.array(TABLE) + lines[:, None, None] + random.normal(0, 5, (height, width, 1))
    return Image.fromarray(np.clip(ground, 0, 255).astype(np.uint8))


def _onto(shot: Shot, ground: Image.Image, target: Corners) -> Shot:
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


def _box(x: float, y: float, width: float, height: float, degrees: float = 0) -> Corners:
    a = np.deg2rad(degrees)
    points = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * [width / 2, height / 2]
    return (points @ [[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]] + [x, y]).tolist()


# --- The position of the camera ---


def framed(part: float) -> Row:
    def row(shot: Shot, random: Random) -> Shot:
        height, width = shot.picture.shape[:2]
        wide = 1600 * part
        return _onto(shot, _wood(1600, 1200, random), _box(830, 590, wide, wide * height / width))

    return row


def turned(degrees: float) -> Row:
    def row(shot: Shot, random: Random) -> Shot:
        height, width = shot.picture.shape[:2]
        if degrees % 90 == 0:
            quarters = int(degrees // 90)
            picture = np.rot90(shot.picture, -quarters)
            corners = np.asarray(shot.corners)
            for _ in range(quarters):
                corners = np.c_[height - corners[:, 1], corners[:, 0]]
                height, width = width, height
            return shot._replace(picture=np.ascontiguousarray(picture), corners=corners.tolist())
        side = round(1.25 * width)
        return _onto(shot, _wood(side, side, random), _box(side / 2, side / 2, width * 0.85, height * 0.85, degrees))

    return row


def slanting(degrees: float, toward: float = 90, away: float = 2.0) -> Row:
    """Return a change that shows the mat from an angle of `degrees` to the vertical.

    `toward` is the direction of the farthest side in the picture: 0 is right, 90 is down. `away` is the distance of the
    camera, in widths of the picture.
    """

    def row(shot: Shot, random: Random) -> Shot:
        height, width = shot.picture.shape[:2]
        lean, way = np.deg2rad(degrees), np.deg2rad(toward)
        points = []
        for x, y in _box(0, 0, width, height):
            along, across = x * np.cos(way) + y * np.sin(way), y * np.cos(way) - x * np.sin(way)
            deep = away * width + along * np.sin(lean)
            along, across = along * np.cos(lean) / deep, across / deep
            points.append((along * np.cos(way) - across * np.sin(way), along * np.sin(way) + across * np.cos(way)))
        low, high = np.min(points, 0), np.max(points, 0)
        factor = 940 / (high - low).max()
        canvas = np.ceil((high - low) * factor + 60).astype(int)
        target = ((np.array(points) - low) * factor + 30).tolist()
        return _onto(shot, _wood(*canvas.tolist(), random), target)

    return row


def without(side: str, squares: float = 0, part: float = 0) -> Row:
    """Return a change that cuts off a side of the picture: a number of squares, or a part such as 0.5."""

    def row(shot: Shot, _: Random) -> Shot:
        height, width = shot.picture.shape[:2]
        (x0, y0), (x1, _y) = shot.at(squares - 0.5, squares - 0.5), shot.at(shot.columns - squares - 0.5, 0)
        _x, y1 = shot.at(0, shot.rows - squares - 0.5)
        edges = (
            (x0, y0, x1, y1) if squares else (part * width, part * height, width - part * width, height - part * height)
        )
        left, top = (int(edge) if side == name else 0 for edge, name in zip(edges, ("left", "top"), strict=False))
        right = int(edges[2]) if side == "right" else width
        bottom = int(edges[3]) if side == "bottom" else height
        corners = (np.asarray(shot.corners) - [left, top]).tolist()
        return shot._replace(picture=np.ascontiguousarray(shot.picture[top:bottom, left:right]), corners=corners)

    return row


# --- Light and lens ---


def _pixels(change: Callable[[Picture, Random], Picture]) -> Row:
    return lambda shot, random: shot._replace(picture=change(shot.picture, random))


def _darker(stops: float, grain: float) -> Row:
    def change(picture: Picture, random: Random) -> Picture:
        linear = (picture / 255.0) ** 2.2 * 2.0**-stops
        return np.clip(255 * linear ** (1 / 2.2) + random.normal(0, grain, picture.shape), 0, 255).astype(np.uint8)

    return _pixels(change)


def _lamp(red: float, green: float, blue: float) -> Row:
    return _pixels(lambda picture, _: np.clip(picture * [red, green, blue], 0, 255).astype(np.uint8))


def _stripes(dark: float, wide: float) -> Row:
    """Return a change that adds the shadow of a blind: light and dark stripes. Very wide stripes make a hard shadow."""

    def change(picture: Picture, random: Random) -> Picture:
        height, width = picture.shape[:2]
        y, x = np.mgrid[0:height, 0:width]
        place = (0.8 * x + 0.6 * y) / (wide * width) + random.random()
        return (picture * np.where(place % 1 < 0.5, dark, 1)[..., None]).astype(np.uint8)

    return _pixels(change)


def _compressed(quality: int) -> Row:
    def change(picture: Picture, _: Random) -> Picture:
        file = io.BytesIO()
        Image.fromarray(picture).save(file, "JPEG", quality=quality)
        return np.asarray(Image.open(file).convert("RGB"))

    return _pixels(change)


def _pixels_in_all(megapixels: float) -> Row:
    def row(shot: Shot, _: Random) -> Shot:
        height, width = shot.picture.shape[:2]
        factor = (megapixels * 1e6 / (height * width)) ** 0.5
        image = Image.fromarray(shot.picture).resize((round(width * factor), round(height * factor)))
        return shot._replace(picture=np.asarray(image), corners=(np.asarray(shot.corners) * factor).tolist())

    return row


def _moved(pixels: int) -> Row:
    """Return a change that blurs a picture sideways by `pixels` pixels for each 600 pixels of its width."""

    def change(picture: Picture, _: Random) -> Picture:
        length = max(1, round(pixels * picture.shape[1] / 600))
        wide = np.pad(picture.astype(np.float32), ((0, 0), (length, length), (0, 0)), "edge")
        sums = np.cumsum(wide, 1)
        start = length // 2
        width = picture.shape[1]
        return ((sums[:, start + length : start + length + width] - sums[:, start : start + width]) / length).astype(
            np.uint8
        )

    return _pixels(change)


def _unsharp(radius: float) -> Row:
    return _pixels(
        lambda picture, _: np.asarray(
            Image.fromarray(picture).filter(ImageFilter.GaussianBlur(radius * picture.shape[1] / 600))
        )
    )


# --- Reflections, fingers and hands ---


def glare(*spots: tuple[float, float, float]) -> Row:
    """Return a change that adds reflections of lamps: (x, y, radius), as shares of the picture's width and height."""

    def row(shot: Shot, _: Random) -> Shot:
        height, width = shot.picture.shape[:2]
        y, x = np.mgrid[0:height, 0:width]
        picture = shot.picture.astype(float)
        for left, top, radius in spots:
            far = np.hypot(x - left * width, y - top * height) / (radius * width)
            picture += 255 * np.clip(1.6 - far, 0, 1)[..., None] * [1, 0.99, 0.95]
        return shot._replace(picture=np.clip(picture, 0, 255).astype(np.uint8))

    return row


def _skin(shot: Shot, mask: Image.Image, random: Random) -> Shot:
    height, width = shot.picture.shape[:2]
    over = np.asarray(mask.filter(ImageFilter.GaussianBlur(1.2)), float)[..., None] / 255
    shadow = np.asarray(mask.filter(ImageFilter.GaussianBlur(9)), float)[..., None] / 255
    shade = np.asarray(mask.filter(ImageFilter.GaussianBlur(shot.pitch / 8)), float)[..., None] / 255
    skin = np.array(SKIN) * (0.55 + 0.45 * shade) + random.normal(0, 4, (height, width, 1))
    picture = shot.picture * (1 - 0.35 * shadow)
    light = np.clip(shot.picture.mean() / 130, 0.4, 1.3)
    picture = picture * (1 - over) + skin * light * over
    return shot._replace(picture=np.clip(picture, 0, 255).astype(np.uint8))


def _finger(draw: ImageDraw.ImageDraw, tip: tuple[float, float], root: tuple[float, float], thick: float) -> None:
    draw.line((*tip, *root), 255, round(thick))
    for x, y in (tip, root):
        draw.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), 255)


def finger_on(column: int, row: int) -> Row:
    def change(shot: Shot, random: Random) -> Shot:
        height, width = shot.picture.shape[:2]
        mask = Image.new("L", (width, height))
        _finger(
            ImageDraw.Draw(mask), shot.at(column, row - 0.15), shot.at(column + 0.6, shot.rows + 1.5), shot.pitch / 2
        )
        return _skin(shot, mask, random)

    return change


def hand_over(column: int, row: int) -> Row:
    def change(shot: Shot, random: Random) -> Shot:
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


# --- Things below or beside the mat ---


def _checks(width: int, height: int, step: float, colours: list[tuple[int, int, int]], random: Random) -> Image.Image:
    image = Image.new("RGB", (width, height), (236, 232, 222))
    draw = ImageDraw.Draw(image)
    for row, y in enumerate(np.arange(0, height, step)):
        for column, x in enumerate(np.arange(0, width, step)):
            colour = colours[(3 * row + column + int(random.integers(2))) % len(colours)]
            draw.rounded_rectangle((x + 0.09 * step, y + 0.09 * step, x + 0.91 * step, y + 0.91 * step), 4, colour)
    return image


def cloth(*, same_pitch: bool = False, degrees: float = 0) -> Row:
    """Return a change that lays the mat on a cloth. `same_pitch` makes the cloth's squares as large as the mat's."""
    colours = [(201, 71, 62), (66, 121, 176), (238, 190, 75), (94, 152, 91), (150, 110, 160)]

    def row(shot: Shot, random: Random) -> Shot:
        height, width = shot.picture.shape[:2]
        wide = 840
        step = shot.pitch * wide / width * (1 if same_pitch else 0.7)
        ground = _checks(1600, 1200, step, colours, random)
        if degrees:
            ground = _checks(2400, 2000, step, colours, random).rotate(degrees).crop((400, 400, 2000, 1600))
        return _onto(shot, ground, _box(800, 600, wide, wide * height / width))

    return row


def two_mats(shot: Shot, random: Random) -> Shot:
    height, width = shot.picture.shape[:2]
    other = Image.fromarray(shot.picture)
    ground = _wood(1800, 900, random)
    wide = 820
    ground.paste(other.resize((wide, round(wide * height / width))), (940, 100))
    return _onto(shot, ground, _box(460, 100 + wide * height / width / 2, wide, wide * height / width))


GOOD: dict[str, Row] = {
    "as published": lambda shot, _: shot,
    "70 % of the width": framed(0.7),
    "45 % of the width": framed(0.45),
    "25 % of the width": framed(0.25),
    "turned by 90": turned(90),
    "turned by 180": turned(180),
    "turned by 270": turned(270),
    "turned by 30": turned(30),
    "from 25 degrees": slanting(25),
    "from 30 degrees": slanting(30),
    "from 35 degrees": slanting(35),
    "25 degrees, askew": slanting(25, 50),
    "35 degrees, askew": slanting(35, 50),
    "35 degrees, close": slanting(35, 90, 1.1),
    "8 % cut off": without("right", part=0.08),
    "-3 EV and noise": _darker(3, 6),
    "-4 EV and noise": _darker(4, 6),
    "yellow lamp": _lamp(1.1, 0.9, 0.55),
    "very yellow lamp": _lamp(1.15, 0.8, 0.3),
    "JPEG 20": _compressed(20),
    "JPEG 8": _compressed(8),
    "0.1 megapixels": _pixels_in_all(0.1),
    "0.05 megapixels": _pixels_in_all(0.05),
    "moved by 9": _moved(9),
    "out of focus": _unsharp(2),
}
MISUSE: dict[str, Row] = {
    "hard shadow": _stripes(0.35, 1.1),
    "very hard shadow": _stripes(0.2, 1.1),
    "blind": _stripes(0.4, 0.16),
    "moved by 25": _moved(25),
    "very unsharp": _unsharp(4),
    "glare, one spot": glare((0.55, 0.45, 0.11)),
    "glare, two large": glare((0.3, 0.4, 0.17), (0.72, 0.65, 0.17)),
    "finger on C2": finger_on(2, 1),
    "finger on B3": finger_on(1, 2),
    "hand over C2": hand_over(2, 1),
    "hand over B1": hand_over(1, 0),
    "column cut, right": without("right", squares=1),
    "column cut, left": without("left", squares=1),
    "row cut, bottom": without("bottom", squares=1),
    "row cut, top": without("top", squares=1),
    "35 % cut, right": without("right", part=0.35),
    "half cut, right": without("right", part=0.5),
    "half cut, top": without("top", part=0.5),
    "checked cloth": cloth(),
    "cloth turned by 12": cloth(degrees=12),
    "cloth, same pitch": cloth(same_pitch=True),
    "two mats": two_mats,
}
HARD: dict[str, Row] = {"from 45 degrees": slanting(45), "from 55 degrees": slanting(55)}
ROWS = GOOD | MISUSE | HARD


# --- Pictures without a mat ---


def calendar(random: Random) -> Picture:
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


def chessboard(_: Random) -> Picture:
    board = np.indices((8, 8)).sum(0) % 2
    return np.where(board.repeat(110, 0).repeat(110, 1)[..., None], (120, 82, 55), (235, 215, 180)).astype(np.uint8)


def notes(random: Random) -> Picture:
    image = Image.new("RGB", (1000, 800), (225, 225, 228))
    draw = ImageDraw.Draw(image)
    for place in range(20):
        x, y = 60 + 185 * (place % 5) + random.integers(-6, 7), 60 + 180 * (place // 5) + random.integers(-6, 7)
        fill = [(250, 235, 120), (250, 170, 190), (160, 220, 250), (180, 240, 160)][random.integers(4)]
        draw.rectangle((x, y, x + 140, y + 140), fill)
        for line in range(3):
            draw.line((x + 15, y + 40 + 30 * line, x + 120, y + 40 + 30 * line), (80, 80, 80), 4)
    return np.asarray(image)


def home_screen(random: Random) -> Picture:
    image = Image.new("RGB", (900, 1000), (30, 50, 90))
    draw = ImageDraw.Draw(image)
    for place in range(24):
        x, y = 70 + 200 * (place % 4), 60 + 160 * (place // 4)
        draw.rounded_rectangle((x, y, x + 120, y + 120), 26, tuple(random.integers(40, 256, 3).tolist()))
        draw.ellipse((x + 35, y + 35, x + 85, y + 85), (255, 255, 255))
    return np.asarray(image)


NO_MATS: dict[str, Callable[[Random], Picture]] = {
    "calendar": calendar,
    "chessboard": chessboard,
    "notes": notes,
    "home screen": home_screen,
}
