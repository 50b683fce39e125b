"""Load photos of mats, with the cities on them, from a folder.

A picture saved by the site has its city in its JPEG comment. A photo of the public repository
johandebock/quadropolis_solver has its city in a .log file beside it. The photos of this repository have no licence, so
do not copy any part of them into this project.
"""

import ast
import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps

from tools.photo.reader import Corners, Picture, Reader
from tools.photo.scenes import Scene

# Letters of the .log files that differ from the notation: "_" is an empty square, A a Factory, and digits are Harbors.
KIND_OF_LOG = {"_": "-", "A": "F", **dict.fromkeys("12345", "H")}
# The .log file of this photo has the Public Service on a wrong square. The photo shows it in row 4, column 3.
WRONG_LOGS = {"quad--104--611_01_21_00000_80": ((3, 2), "U")}
NEW_SESSION = timedelta(hours=4)  # after this time without a photo, a new session begins
MODEL, TAKEN, TAKEN_EXIF, EXIF = 272, 306, 36867, 0x8769


@dataclass
class Photo:
    """A photo of a mat."""

    path: Path
    picture: Picture
    kinds: str  # a letter for each square, row by row; "-" if empty
    device: str
    taken: datetime
    columns: int = 5
    rows: int = 4
    corners: Corners | None = None
    session: str = ""  # a series of photos by one device without long breaks, such as "Pixel 2 1"

    @property
    def scene(self) -> Scene:
        return Scene(self.picture, self.corners, self.columns, self.rows)


def _from_log(path: Path) -> str:
    lines = path.with_suffix(".log").read_text().split("]]")[0] + "]]"
    rows = ast.literal_eval(lines)
    for start, ((row, column), kind) in WRONG_LOGS.items():
        if path.name.startswith(start):
            other = next((r, c) for r in range(4) for c in range(5) if rows[r][c] == kind)
            rows[row][column], rows[other[0]][other[1]] = kind, rows[row][column]
    return "".join(KIND_OF_LOG.get(kind, kind) for row in rows for kind in row)


def _load(path: Path) -> Photo | None:
    with Image.open(path) as image:
        exif = image.getexif()
        taken = exif.get_ifd(EXIF).get(TAKEN_EXIF) or exif.get(TAKEN)
        comment = image.info.get("comment")
        picture = np.asarray(ImageOps.exif_transpose(image).convert("RGB"))
    if comment:
        label = json.loads(comment)
        kinds = "".join(letter for letter in label["city"].split()[0] if letter.isalpha() or letter == "-")
        when = datetime.fromisoformat(label["taken"])
        return Photo(path, picture, kinds, "donated", when, label["columns"], label["rows"], label["corners"])
    if not path.with_suffix(".log").exists():
        return None
    when = datetime.strptime(taken, "%Y:%m:%d %H:%M:%S")  # noqa: DTZ007 - the camera's own clock
    return Photo(path, picture, _from_log(path), exif.get(MODEL, "unknown"), when)


def load(folder: Path, reader: Reader) -> list[Photo]:
    """Load all photos whose city is known and whose mat is found.

    If a photo has no stored corners, the reader finds them. Such a photo must show the mat upright.
    """
    paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() in {".jpg", ".jpeg"})
    photos = sorted(filter(None, map(_load, paths)), key=lambda photo: (photo.device, photo.taken))
    before = None
    number = 0
    for photo in photos:
        if before is None or photo.device != before.device:
            number = 1
        elif photo.taken - before.taken > NEW_SESSION:
            number += 1
        photo.session = f"{photo.device} {number}"
        before = photo
        if photo.corners is None:
            photo.corners = reader.find(photo.picture, photo.columns, photo.rows)
    return [photo for photo in photos if photo.corners is not None]
