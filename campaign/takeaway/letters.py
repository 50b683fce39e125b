"""Find a font file for every letter of a text: Rubik first, then Noto. Pillow itself knows no fallback fonts.

The files in static/campaign/vendor are web fonts of the pages too; only the pictures need those in the folder `fonts`.
"""

import unicodedata
from functools import lru_cache
from itertools import chain, groupby
from pathlib import Path

from fontTools.ttLib import TTFont
from PIL import ImageFont, features

VENDOR = Path(__file__).parents[1] / "static" / "campaign" / "vendor"
FONTS = Path(__file__).with_name("fonts")
OWN = (
    *(VENDOR / f"rubik-{letters}.woff2" for letters in ("latin", "cyrillic")),
    *(FONTS / f"rubik-{letters}.woff2" for letters in ("latin-ext", "cyrillic-ext", "hebrew", "arabic")),
    *(
        FONTS / f"noto-sans-{letters}.woff2"
        for letters in (
            "latin-ext",
            "cyrillic-ext",
            "vietnamese",
            "greek",
            "greek-ext",
            "armenian",
            "georgian",
            "devanagari",
        )
    ),
    FONTS / "noto-emoji.ttf",
)
# Debian's packages of Noto. If one is installed, pictures have its letters too: fonts-noto-cjk, for example.
SYSTEM = Path("/usr/share/fonts")
JOINER = "\N{ZERO WIDTH JOINER}"
FLAG_LETTERS = range(0x1F1E6, 0x1F200)
SKINS = range(0x1F3FB, 0x1F400)
IS_SHAPED = features.check_feature("raqm")  # with it, Pillow joins letters, and hides invisible signs


@lru_cache(maxsize=1024)
def runs(text: str) -> tuple[tuple[Path, str], ...]:
    """Split a text into runs of letters, one font file per run. A space between two runs is Rubik's."""
    letters = clusters(unicodedata.normalize("NFC", text))
    files = [file_of(letter) for letter in letters]
    for index in range(1, len(letters) - 1):
        if letters[index] == " " and files[index - 1] == files[index + 1]:
            files[index] = files[index - 1]
    found = groupby(zip(files, letters, strict=True), lambda pair: pair[0])
    return tuple((file, "".join(_known(letter, file) for _file, letter in run)) for file, run in found)


def clusters(text: str) -> list[str]:
    """Split a text into letters. Marks, joiners, skin tones and the second letter of a flag stay with their letter."""
    found: list[str] = []
    for letter in text:
        last = found[-1] if found else ""
        is_flag = ord(letter) in FLAG_LETTERS and len(last) == 1 and ord(last) in FLAG_LETTERS
        if last and (_is_added(letter) or last[-1] == JOINER or is_flag):
            found[-1] += letter
        else:
            found.append(letter)
    return found


@lru_cache(maxsize=4096)
def file_of(letter: str) -> Path:
    """Return the first file with all signs of the letter, or else the first with its main sign, or else Rubik."""
    wanted = {ord(sign) for sign in letter if not _is_invisible(sign)}
    for needed in (wanted, {ord(letter[0])}):
        for file in chain(OWN, system_fonts()):
            if needed <= codes(file):
                return file
    return OWN[0]


@lru_cache(maxsize=64)
def codes(file: Path) -> frozenset[int]:
    """Return the code points for which the font has a drawing."""
    with TTFont(file, fontNumber=0, lazy=True) as font:
        return frozenset(font.getBestCmap())


@lru_cache(maxsize=1)
def system_fonts() -> tuple[Path, ...]:
    return tuple(sorted(SYSTEM.rglob("NotoSans*-Regular.tt[cf]")))


@lru_cache(maxsize=128)
def font_of(file: Path, size: int, weight: int) -> ImageFont.FreeTypeFont:
    """Load a font. Each weight needs a font object of its own, because the object stores its weight."""
    font = ImageFont.truetype(file, size)
    if file.suffix == ".woff2":  # these files have all weights, the others a single one
        font.set_variation_by_axes([weight])
    return font


def _known(letter: str, file: Path) -> str:
    """Leave out invisible signs that the font lacks, if Pillow would draw boxes for them."""
    return (
        letter if IS_SHAPED else "".join(sign for sign in letter if not _is_invisible(sign) or ord(sign) in codes(file))
    )


def _is_added(sign: str) -> bool:
    return unicodedata.category(sign)[0] == "M" or _is_invisible(sign) or ord(sign) in SKINS


def _is_invisible(sign: str) -> bool:
    return unicodedata.category(sign) == "Cf" or sign == "\N{VARIATION SELECTOR-16}"
