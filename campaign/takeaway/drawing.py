"""Write a drawing of boxes and words as SVG or as PNG. Both come from one list of shapes, so they look alike."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Literal

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from PIL import Image, ImageDraw

from campaign.takeaway.icons import strokes_of
from campaign.takeaway.letters import clusters, font_of, runs

ICON = 24  # the width of a drawing in icons.svg
SMOOTH = 2  # boxes are painted this many times larger and then scaled down, so that round corners are smooth


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle; `x` and `y` are its upper left corner."""

    x: int
    y: int
    width: int
    height: int
    colour: str
    radius: int = 0


@dataclass(frozen=True, slots=True)
class Words:
    """A line of words. The point (x, y) on the base line is the start, middle or end of the words: see `anchor`."""

    x: int
    y: int
    text: str
    size: int
    colour: str
    weight: int = 500
    anchor: Literal["start", "middle", "end"] = "start"

    @property
    def width(self) -> float:
        return sum(font_of(file, self.size, self.weight).getlength(run) for file, run in runs(self.text))

    def within(self, width: int, *, smallest: int) -> "Words":
        """Shrink the words to fit a width, down to size `smallest`. If they are still too wide, cut off their end."""
        words = self
        while words.width > width and words.size > smallest:
            words = replace(words, size=words.size - 1)
        while words.width > width:
            kept = clusters(words.text.rstrip("…"))[:-1]
            words = replace(words, text="".join(kept).rstrip() + "…")
        return words


@dataclass(frozen=True, slots=True)
class Icon:
    """A square drawing from icons.svg. `tone` is the colour for the areas that icons.svg fills with `--tone`."""

    x: int
    y: int
    size: int
    name: str
    colour: str
    tone: str


Shape = Box | Words | Icon


@dataclass(frozen=True, slots=True)
class CardDrawing:
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
            elif isinstance(shape, Icon):
                _paint_icon(canvas, shape)
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
    if isinstance(shape, Icon):
        return _svg_of_icon(shape)
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


def _svg_of_icon(icon: Icon) -> SafeString:
    parts = (
        (
            " ".join("M" + " ".join(f"{x:.2f},{y:.2f}" for x, y in line) for line in stroke.lines),
            icon.tone if stroke.is_filled else "none",
            stroke.width,
        )
        for stroke in strokes_of(icon.name)
    )
    return format_html(
        '<svg x="{}" y="{}" width="{}" height="{}" viewBox="0 0 24 24" stroke="{}" stroke-linejoin="round">{}</svg>',
        icon.x,
        icon.y,
        icon.size,
        icon.size,
        icon.colour,
        format_html_join("", '<path d="{}" fill="{}" stroke-width="{}"/>', parts),
    )


def _paint_icon(canvas: ImageDraw.ImageDraw, icon: Icon) -> None:
    scale = SMOOTH * icon.size / ICON
    for stroke in strokes_of(icon.name):
        for line in stroke.lines:
            points = [(SMOOTH * icon.x + scale * x, SMOOTH * icon.y + scale * y) for x, y in line]
            if stroke.is_filled:
                canvas.polygon(points, fill=icon.tone)
            canvas.line(points, fill=icon.colour, width=max(1, round(scale * stroke.width)), joint="curve")


def _paint_box(canvas: ImageDraw.ImageDraw, box: Box) -> None:
    x, y, width, height = (SMOOTH * length for length in (box.x, box.y, box.width, box.height))
    canvas.rounded_rectangle((x, y, x + width - 1, y + height - 1), SMOOTH * box.radius, fill=box.colour)


def _paint_words(canvas: ImageDraw.ImageDraw, words: Words) -> None:
    x = words.x - {"start": 0, "middle": words.width / 2, "end": words.width}[words.anchor]
    for file, run in runs(words.text):
        font = font_of(file, words.size, words.weight)
        canvas.text((x, words.y), run, font=font, fill=words.colour, anchor="ls")
        x += font.getlength(run)
