"""Draw mats and tiles with flat shapes, roughly in the colours of the game. Tests use drawings instead of photos."""

from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from tools.photo.reader import Corners, Picture
from tools.photo.scenes import Scene

Random = np.random.Generator
Colour = tuple[int, int, int]

KINDS = "-TSUPGFHOM"
PITCH = 200  # the distance between two squares in pixels, before the drawing is scaled down by half
TILE = 166
HEADER = 110

# The upper and the lower colour of each kind of tile.
GROUND: dict[str, tuple[Colour, Colour]] = {
    "T": ((219, 222, 198), (243, 206, 106)),
    "S": ((195, 170, 205), (156, 106, 172)),
    "U": ((154, 189, 192), (50, 164, 168)),
    "P": ((191, 210, 184), (125, 171, 65)),
    "G": ((191, 214, 197), (130, 176, 75)),
    "F": ((215, 176, 164), (233, 72, 70)),
    "H": ((173, 214, 248), (15, 185, 255)),
    "O": ((185, 189, 199), (143, 122, 109)),
    "M": ((198, 222, 249), (150, 215, 250)),
}
BLUE, RED, STREET, CREAM = (25, 85, 165), (190, 35, 40), (115, 112, 112), (225, 225, 215)
PERSON = [(-7, 6), (-3, -2), (0, -7), (3, -2), (7, 6)]
# The colours of the districts. The keys mean (top, left): (True, False) is the district at the top right.
DISTRICTS: dict[tuple[bool, bool], Colour] = {
    (True, True): (95, 85, 170),
    (True, False): (50, 160, 185),
    (False, True): (225, 140, 70),
    (False, False): (225, 140, 200),
}
EMPTY: dict[tuple[bool, bool], Colour] = {
    (True, True): (175, 165, 215),
    (True, False): (150, 210, 235),
    (False, True): (235, 205, 165),
    (False, False): (230, 190, 225),
}
MIDDLE, MIDDLE_EMPTY = (120, 105, 100), (190, 180, 175)


@dataclass
class Drawing:
    """A drawn mat, the kind of building on each square row by row, and the corners of the area of squares."""

    picture: Picture
    kinds: str
    corners: Corners
    columns: int
    rows: int

    @property
    def scene(self) -> Scene:
        return Scene(self.picture, self.corners, self.columns, self.rows)


class Tile:
    """A canvas of 100 by 100 units for shapes. Each shape gets a slightly changed colour."""

    def __init__(self, random: Random, kind: str) -> None:
        self.random = random
        top, bottom = (np.array(self.vary(colour)) for colour in GROUND[kind])
        steps = np.clip((np.linspace(0, 1, TILE) - random.uniform(0.15, 0.35)) / 0.5, 0, 1)[:, None, None]
        ground = top * (1 - steps) + bottom * steps + random.normal(0, 3, (TILE, TILE, 1))
        self.image = Image.fromarray(np.clip(ground, 0, 255).astype(np.uint8))
        self.draw = ImageDraw.Draw(self.image)
        self.moved = random.normal(0, 2, 2)

    def vary(self, colour: Colour, by: float = 12) -> Colour:
        return tuple(
            np.clip(colour + self.random.normal(0, by, 3) + self.random.normal(0, by), 0, 255).astype(int).tolist()
        )

    def shape(self, colour: Colour, *points: tuple[float, float]) -> None:
        points = (np.array(points) + self.moved) * TILE / 100
        self.draw.polygon([tuple(point) for point in points.tolist()], self.vary(colour))

    def diamond(self, colour: Colour, wide: float = 38, high: float = 20, y: float = 61) -> None:
        self.shape(colour, (50 - wide, y), (50, y - high), (50 + wide, y), (50, y + high))

    def disc(self, colour: Colour, x: float, y: float, radius: float) -> None:
        (x, y), radius = (np.array((x, y)) + self.moved) * TILE / 100, radius * TILE / 100
        self.draw.ellipse((x - radius, y - radius, x + radius, y + radius), self.vary(colour))

    def block(self, colour: Colour, x: float, y: float, wide: float, high: float) -> None:
        self.shape(colour, (x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high))

    def person(self, x: float, y: float) -> None:
        self.shape(BLUE, *((x + px, y + py) for px, py in PERSON))

    def prints(self, signs: str) -> None:
        """Print the tile's resources and VP in its upper left corner: Inhabitants (i), Energy Units (e), VP (v)."""
        for index, sign in enumerate(signs):
            x = 14 + 17 * index
            match sign:
                case "i":
                    self.person(x, 17)
                case "e":
                    self.block(RED, x, 17, 5, 7)
                case _:
                    self.disc((60, 170, 230), x, 17, 8)

    def needs(self, colour: Colour) -> None:
        self.disc((240, 220, 170), 83, 85, 10)
        self.block(colour, 83, 85, 5, 6)

    def somewhere(self, low: tuple[float, float], high: tuple[float, float]) -> tuple[float, float]:
        return tuple(self.random.uniform(low, high).tolist())

    def one_of(self, *choices: Colour) -> Colour:
        return choices[self.random.integers(len(choices))]


def _tower_block(tile: Tile) -> None:
    tile.diamond(STREET)
    tile.shape((110, 70, 55), (34, 33), (50, 38), (50, 75), (34, 68))
    tile.shape((80, 50, 45), (50, 38), (66, 33), (66, 68), (50, 75))
    roof = (45, 75, 85) if tile.random.random() < 0.7 else (150, 40, 60)
    tile.shape(roof, (32, 30), (50, 24), (68, 30), (68, 36), (50, 42), (32, 36))
    tile.prints("i" * tile.random.integers(1, 4))
    tile.needs(RED)
    tile.disc((235, 190, 60), 86, 13, 8)


def _shop(tile: Tile) -> None:
    tile.diamond(STREET)
    tile.shape((185, 50, 55), (30, 42), (55, 35), (72, 42), (72, 65), (50, 75), (30, 62))
    tile.shape((215, 195, 150), (36, 42), (55, 37), (66, 42), (50, 50))
    tile.shape((80, 70, 110), (34, 20), (50, 16), (50, 30), (34, 34))
    tile.needs(RED)


def _public_service(tile: Tile) -> None:
    tile.diamond(STREET)
    walls = tile.one_of(
        (150, 60, 65), (60, 90, 130), (215, 215, 215), (120, 150, 150), (150, 175, 120), (190, 165, 120)
    )
    tile.shape(walls, (30, 45), (50, 36), (70, 45), (70, 66), (50, 75), (30, 66))
    tile.shape(tuple(int(part * 0.8) for part in walls), (30, 45), (50, 33), (70, 45), (50, 55))
    tile.prints(["", "v", "vv", "iii", "ve", "eee", "i"][tile.random.integers(7)])
    tile.needs(BLUE)
    tile.shape((45, 150, 155), (74, 0), (100, 0), (100, 26), (86, 26))


def _park(tile: Tile) -> None:
    tile.diamond((150, 140, 110), 30, 16, 56)
    for x, y in ((50, 36), (28, 53), (72, 53), (50, 72)):
        tile.disc((40, 85, 30), x, y, 11)
    tile.disc((185, 40, 40), 10, 88, 7)


def _playground(tile: Tile) -> None:
    tile.diamond((205, 175, 115), 40, 22, 62)
    tile.disc((60, 95, 40), 78, 52, 11)
    for _ in range(6):
        tile.block(
            tile.one_of((225, 150, 60), (60, 130, 190), (190, 80, 60)), *tile.somewhere((28, 42), (66, 70)), 5, 3
        )
    tile.prints("i")


def _factory(tile: Tile) -> None:
    tile.diamond(STREET)
    tile.shape((125, 80, 70), (20, 52), (50, 38), (80, 50), (80, 62), (50, 74), (20, 62))
    tile.shape((195, 120, 75), (24, 45), (48, 36), (60, 50), (40, 55))
    for x in (56, 64, 72):
        tile.block((95, 60, 55), x, 39, 3, 11)
    tile.prints("e" * tile.random.integers(1, 5))
    tile.needs(BLUE)


def _harbor(tile: Tile) -> None:
    tile.shape((80, 85, 90), (18, 58), (50, 42), (84, 54), (84, 62), (50, 80), (18, 68))
    for _ in range(5):
        goods = tile.one_of((70, 140, 60), (215, 160, 40), (190, 70, 50), (50, 110, 190), (60, 60, 70))
        tile.block(goods, *tile.somewhere((30, 40), (72, 68)), 9, 4.5)
    tile.prints(["v", "v", "ii", "ee", "ei", "iv"][tile.random.integers(6)])
    tile.needs(BLUE)


def _office_tower(tile: Tile) -> None:
    tile.diamond(STREET)
    tile.shape((75, 150, 200), (38, 22), (54, 18), (60, 26), (62, 66), (50, 72), (40, 66))
    tile.shape((170, 130, 125), (36, 60), (60, 60), (66, 68), (50, 76), (36, 70))
    tile.prints("" if tile.random.random() < 0.6 else "i")
    tile.needs(BLUE)


def _monument(tile: Tile) -> None:
    tile.diamond((75, 105, 60), 40, 22, 64)
    tile.shape((150, 175, 160), (44, 60), (50, 20), (56, 60))
    tile.shape((35, 60, 110), (66, 0), (100, 0), (100, 34))


BUILD = {
    "T": _tower_block,
    "S": _shop,
    "U": _public_service,
    "P": _park,
    "G": _playground,
    "F": _factory,
    "H": _harbor,
    "O": _office_tower,
    "M": _monument,
}


def draw_tile(kind: str, random: Random) -> Image.Image:
    """Draw one tile with its light edge and round corners."""
    tile = Tile(random, kind)
    BUILD[kind](tile)
    if kind != "M":
        tile.disc(CREAM, 86, 13, 9)
    tile.draw.rectangle((1, 1, TILE - 2, TILE - 2), outline=tile.vary(CREAM, 6), width=4)
    mask = Image.new("L", (TILE, TILE))
    ImageDraw.Draw(mask).rounded_rectangle((3, 3, TILE - 4, TILE - 4), 14, 255)
    tile.image.putalpha(mask)
    return tile.image


def _district(column: float, row: float, columns: int, rows: int) -> tuple[bool, bool] | None:
    """Return (upper half, left half) as booleans for a position, or None in the middle district of the Expert mat."""
    if columns % 2 and abs(column - (columns - 1) / 2) < 0.6:
        return None
    return row < (rows - 1) / 2, column < (columns - 1) / 2


def draw_mat(random: Random, columns: int, rows: int, margin: int) -> Image.Image:
    """Draw an empty mat: a dark header, districts in their colours, and a place for each tile."""
    width, height = columns * PITCH + 2 * margin, rows * PITCH + 2 * margin + HEADER
    cream = np.array((238, 228, 214)) + random.normal(0, 5, 3)
    paper = random.normal(0, 2, (height // 40 + 1, width // 40 + 1)).repeat(40, 0).repeat(40, 1)[:height, :width]
    image = Image.fromarray(np.clip(cream + paper[..., None], 0, 255).astype(np.uint8))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, width, HEADER), (40, 40, 46))
    for letter in range(11):
        x = width * 0.25 + letter * width * 0.045
        draw.rectangle((x, HEADER * 0.25, x + width * 0.03, HEADER * 0.8), (230, 230, 230))
    for row, column in np.ndindex(rows, columns):
        x, y = margin + (column + 0.5) * PITCH, margin + HEADER + (row + 0.5) * PITCH
        colour = EMPTY.get(_district(column, row, columns, rows), MIDDLE_EMPTY)
        colour = tuple(np.clip(colour + random.normal(0, 6, 3), 0, 255).astype(int).tolist())
        half = PITCH * 0.4
        draw.rounded_rectangle((x - half, y - half, x + half, y + half), 14, colour, (248, 246, 243), 3)
        pale = tuple(int(0.3 * part + 0.7 * light) for part, light in zip(colour, (232, 235, 242), strict=True))
        octagon = [
            (-0.3, -0.18),
            (-0.18, -0.3),
            (0.18, -0.3),
            (0.3, -0.18),
            (0.3, 0.18),
            (0.18, 0.3),
            (-0.18, 0.3),
            (-0.3, 0.18),
        ]
        draw.polygon([(x + px * PITCH, y + py * PITCH) for px, py in octagon], pale)
    for row, column in np.ndindex(rows, columns):
        if row % 2 or row == rows - 1 or column == columns - 1 or column % 3:
            continue
        x, y = margin + (column + 1) * PITCH, margin + HEADER + (row + 1) * PITCH
        draw.ellipse(
            (x - 45, y - 45, x + 45, y + 45),
            DISTRICTS[_district(column + 0.5, row + 0.5, columns, rows) or (True, True)],
        )
        draw.text((x - 12, y - 24), "1", (255, 255, 255), font_size=44)
    if columns % 2:
        x, y = margin + columns / 2 * PITCH, margin + HEADER + rows / 2 * PITCH
        draw.ellipse((x - 50, y - 24, x + 50, y + 24), MIDDLE)
    return image


def draw(random: Random, kinds: str = "", columns: int = 5, rows: int = 4) -> Drawing:
    """Draw a mat with tiles of these kinds, or of random kinds. Each tile lies a little askew, and throws a shadow."""
    kinds = kinds or "".join(random.choice(list(KINDS), columns * rows, p=[0.19] + [0.09] * 9))
    margin = PITCH // 4
    image = draw_mat(random, columns, rows, margin)
    for index, kind in enumerate(kinds):
        if kind == "-":
            continue
        row, column = divmod(index, columns)
        tile = draw_tile(kind, random).rotate(random.uniform(-3, 3), Image.Resampling.BICUBIC)
        x, y = (
            (random.normal(0, 4, 2) + (margin, margin + HEADER) + np.array((column, row)) * PITCH).astype(int).tolist()
        )
        x, y = x + (PITCH - TILE) // 2, y + (PITCH - TILE) // 2
        image.paste((90, 85, 80), (x + 5, y + 6), tile.getchannel("A").point(lambda alpha: alpha // 2))
        image.paste(tile, (x, y), tile)
    image = image.filter(ImageFilter.GaussianBlur(1)).reduce(2)
    left, top = margin / 2 - 0.5, (margin + HEADER) / 2 - 0.5
    right, bottom = left + columns * PITCH / 2, top + rows * PITCH / 2
    corners = [[left, top], [right, top], [right, bottom], [left, bottom]]
    return Drawing(np.asarray(image), kinds, corners, columns, rows)
