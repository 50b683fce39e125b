"""Draw pictures of mats, and turn pictures into files for Playwright's `set_input_files`."""

import io

import pytest

np = pytest.importorskip("numpy")  # `make test` runs without this package, and skips tests that import this module
Image = pytest.importorskip("PIL.Image")
drawings = pytest.importorskip("tools.photo.drawings")

TWENTY_TILES = "TSUPGFHOMTSFHPGOTSPO"


def as_file(picture, kind="PNG"):
    file = io.BytesIO()
    Image.fromarray(picture).save(file, kind)
    return {"name": f"mat.{kind.lower()}", "mimeType": f"image/{kind.lower()}", "buffer": file.getvalue()}


def drawn(kinds=TWENTY_TILES, seed=1, **size):
    return drawings.draw(np.random.default_rng(seed), kinds, **size)
