"""A drawing of boxes and words, written as SVG or painted as PNG; both look alike, because both come from one list.

Letters are Rubik's, which the site has as web fonts: one file with Latin letters, another with Cyrillic ones.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Literal

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from PIL import Image, ImageDraw, ImageFont

FONTS = Path(__file__).parents[1] / "static" / "campaign" / "vendor"
LATIN, CYRILLIC = FONTS / "rubik-latin.woff2", FONTS / "rubik-cyrillic.woff2"
CYRILLIC_LETTERS = range(0x400, 0x530)
SMOOTH = 2  # painted so many times as large, so that round corners have no steps


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, by its left upper corner."""

    x: int
    y: int
    width: int
    height: int
    colour: str
    radius: int = 0


@dataclass(frozen=True, slots=True)
class Words:
    """A line of words, by the point of its base line that `anchor` says."""

    x: int
    y: int
    text: str
    size: int
    colour: str
    weight: int = 500
    anchor: Literal["start", "middle", "end"] = "start"

    @property
    def width(self) -> float:
        return sum(_font(file, self.size, self.weight).getlength(run) for file, run in _runs(self.text))

    def within(self, width: int, *, smallest: int) -> "Words":
        """Make the words small enough for a width, and cut them off where they would be too small to read."""
        words = self
        while words.width > width and words.size > smallest:
            words = replace(words, size=words.size - 1)
        while words.width > width:
            words = replace(words, text=words.text.rstrip("…")[:-1].rstrip() + "…")
        return words


Shape = Box | Words


@dataclass(frozen=True, slots=True)
class Drawing:
    width: int
    height: int
    title: str
    shapes: Sequence[Shape]

    def as_svg(self) -> str:
        return format_html(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="img">'
            "<title>{}</title>{}</svg>\n",
            self.title,
            format_html_join("", "{}", ((_svg(shape),) for shape in self.shapes)),
            w=self.width,
            h=self.height,
        )

    def as_png(self) -> bytes:
        image = Image.new("RGB", (self.width * SMOOTH, self.height * SMOOTH))
        canvas = ImageDraw.Draw(image)
        for shape in self.shapes:
            if isinstance(shape, Box):
                _paint_box(canvas, shape)
        image = image.resize((self.width, self.height), Image.Resampling.BOX)
        canvas = ImageDraw.Draw(image)
        for shape in self.shapes:
            if isinstance(shape, Words):
                _paint_words(canvas, shape)
        file = BytesIO()
        image.save(file, "PNG", compress_level=6)
        return file.getvalue()


def _svg(shape: Shape) -> SafeString:
    if isinstance(shape, Box):
        return format_html(
            '<rect x="{}" y="{}" width="{}" height="{}" rx="{}" fill="{}"/>',
            shape.x,
            shape.y,
            shape.width,
            shape.height,
            shape.radius,
            shape.colour,
        )
    return format_html(
        '<text x="{}" y="{}" font-family="Rubik, sans-serif" font-size="{}" font-weight="{}" fill="{}"'
        ' text-anchor="{}">{}</text>',
        shape.x,
        shape.y,
        shape.size,
        shape.weight,
        shape.colour,
        shape.anchor,
        shape.text,
    )


def _paint_box(canvas: ImageDraw.ImageDraw, box: Box) -> None:
    x, y, width, height = (SMOOTH * length for length in (box.x, box.y, box.width, box.height))
    canvas.rounded_rectangle((x, y, x + width - 1, y + height - 1), SMOOTH * box.radius, fill=box.colour)


def _paint_words(canvas: ImageDraw.ImageDraw, words: Words) -> None:
    x = words.x - {"start": 0, "middle": words.width / 2, "end": words.width}[words.anchor]
    for file, run in _runs(words.text):
        font = _font(file, words.size, words.weight)
        canvas.text((x, words.y), run, font=font, fill=words.colour, anchor="ls")
        x += font.getlength(run)


def _runs(text: str) -> Iterator[tuple[Path, str]]:
    """Split a text where the letters come from another file; a blank stays with what is before it."""
    file = LATIN
    files = [file := (file if letter == " " else _file_of(letter)) for letter in text]
    for file, run in groupby(zip(files, text, strict=True), lambda pair: pair[0]):
        yield file, "".join(letter for _file, letter in run)


def _file_of(letter: str) -> Path:
    return CYRILLIC if ord(letter) in CYRILLIC_LETTERS else LATIN


@lru_cache(maxsize=128)
def _font(file: Path, size: int, weight: int) -> ImageFont.FreeTypeFont:
    # A font keeps its weight once that is set, so each weight needs a font of its own.
    font = ImageFont.truetype(file, size)
    font.set_variation_by_axes([weight])
    return font
