"""Test that squares are read correctly from drawn pictures of mats, in a browser and by the programs in tools/photo."""

import base64
import json

import pytest

# `make test` skips this module, because it does not install requirements/dev.txt.
np = pytest.importorskip("numpy")
pytest.importorskip("PIL.Image")
scenes = pytest.importorskip("tools.photo.scenes")

from tests.browser.drawn_mats import as_file, drawn  # noqa: E402
from tests.browser.hard_photos import CONDITIONS, rotate  # noqa: E402
from tools.photo.__main__ import SITE  # noqa: E402
from tools.photo.measure import count  # noqa: E402
from tools.photo.reader import Reader  # noqa: E402

READ = """async ([bytes, columns, rows]) => {
    const from = (name) => import(`/static/campaign/js/photo/${name}`);
    const [{ fromRgba, openPicture }, { Reader }] = await Promise.all(["picture.js", "reader.js"].map(from));
    const file = new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], "mat.png");
    const { canvas, context } = await openPicture(file);
    const { width, height, data } = context.getImageData(0, 0, canvas.width, canvas.height);
    window.parameters ??= await (await fetch("/static/campaign/js/photo/parameters.json")).json();
    const reader = new Reader(window.parameters);
    reader.look(fromRgba(data, width, height), columns, rows);
    return reader.find();
}"""


def read(page, picture, columns=5, rows=4):
    return page.evaluate(READ, [base64.b64encode(as_file(picture)["buffer"]).decode(), columns, rows])


def test_drawn_mats_are_read_or_their_wrong_squares_marked(visit):
    page = visit("/calculator/")
    wrong, marked, silent = [], 0, []
    for number, name in enumerate(CONDITIONS):
        drawing = drawn("", seed=100 + number)
        picture = CONDITIONS[name](drawing.scene, np.random.default_rng(number)).picture
        squares = read(page, picture)["squares"]
        for kind, square in zip(drawing.kinds, squares, strict=True):
            marked += square["doubtful"]
            if square["kind"] != kind:
                wrong.append((name, kind, square["kind"]))
                if not square["doubtful"]:
                    silent.append((name, kind, square["kind"]))
    assert silent == []
    assert len(wrong) <= 0.01 * 20 * len(CONDITIONS), wrong
    assert marked <= 0.05 * 20 * len(CONDITIONS)


@pytest.mark.parametrize("side", ["right", "left", "top", "bottom"])
def test_a_mat_cut_by_the_edge_of_the_picture_is_read_like_a_whole_one(visit, side):
    page = visit("/calculator/")
    drawing = drawn("", seed=11)
    height, width = drawing.picture.shape[:2]
    lattice = drawing.scene.lattice
    # The (column, row) at which the picture is cut. (0, 0) is the middle of square A1.
    edge = {"right": (4.13, 1), "left": (-0.13, 1), "top": (2, -0.13), "bottom": (2, 3.13)}
    x, y = scenes.apply(lattice, [edge[side]])[0].round().astype(int)
    left, top = x * (side == "left"), y * (side == "top")
    picture = drawing.picture[top : y if side == "bottom" else height, left : x if side == "right" else width]
    answer = read(page, np.ascontiguousarray(picture))
    corners = np.asarray(drawing.corners) - [left, top]
    pitch = np.hypot(*np.subtract(corners[1], corners[0])) / 5
    assert np.abs(np.subtract(answer["corners"], corners)).max() < 0.2 * pitch
    squares = list(zip(drawing.kinds, answer["squares"], strict=True))
    assert [kind for kind, square in squares if square["kind"] != kind and not square["doubtful"]] == []
    assert sum(square["doubtful"] for _kind, square in squares) <= 3


@pytest.mark.parametrize("part", [0.25, 0.45])
def test_a_mat_that_fills_a_small_part_of_the_picture_is_found_and_read(visit, part):
    page = visit("/calculator/")
    drawing = drawn("", seed=7)
    matrix = scenes.shift(330, 240) @ scenes.scale(part * 1000 / drawing.picture.shape[1])
    scene = scenes.warp(drawing.scene, matrix, (1000, 750), np.random.default_rng(3))
    answer = read(page, scene.picture)
    pitch = part * 1000 / 5
    assert np.abs(np.subtract(answer["corners"], scene.corners)).max() < 0.2 * pitch
    wrong = [square["kind"] != kind for kind, square in zip(drawing.kinds, answer["squares"], strict=True)]
    assert sum(wrong) == 0
    assert sum(square["doubtful"] for square in answer["squares"]) <= 1


def test_a_classic_mat_is_read_too(visit):
    page = visit("/calculator/")
    drawing = drawn("T-SUPGFH-TSPFH-U", columns=4)
    assert "".join(square["kind"] for square in read(page, drawing.picture, columns=4)["squares"]) == drawing.kinds


def test_the_measuring_programs_read_the_same_squares_from_a_picture(visit):
    page = visit("/calculator/")
    drawing = drawn("")
    here = read(page, drawing.picture)
    with Reader() as reader:
        there = reader.read(drawing.picture, json.loads(SITE.read_text()))
    assert [square["kind"] for square in here["squares"]] == [square["kind"] for square in there["squares"]]
    assert np.allclose(
        [square["confidence"] for square in here["squares"]],
        [square["confidence"] for square in there["squares"]],
        atol=1e-3,
    )


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda scene, _random: scene, id="clean"),
        pytest.param(lambda scene, random: rotate(scene, 180, random), id="upside down"),
        pytest.param(scenes.spin, id="tiles turned"),
        pytest.param(scenes.pieces, id="some pieces"),
    ],
)
def test_a_classic_mat_is_measured_like_an_expert_mat(change):
    drawing = drawn("T-SUPGFH-TSPFH-U", columns=4)
    with Reader() as reader:
        scene = change(drawing.scene, np.random.default_rng([0]))
        counted = count(scene, drawing.kinds, json.loads(SITE.read_text()), reader)
    assert (counted.squares, counted.unfit, counted.silent) == (16, 0, 0)
