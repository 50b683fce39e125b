"""Test that the photo dialog handles difficult photos, keeps the user's answers, and allows repeated steps."""

import json
import re

import pytest

from tests.browser.conftest import PHONE
from tests.browser.test_editor import stored
from tests.browser.test_every_page import violations
from tests.browser.test_offline import A_CONNECTION_LOST
from tests.browser.thumb import tap
from tests.factories import enter

np = pytest.importorskip("numpy")  # `make test` does not install numpy, so it skips these tests
hard = pytest.importorskip("tests.browser.hard_photos")

from tests.browser.test_photo import (  # noqa: E402
    CALCULATOR,
    NEXT,
    STEPS,
    TWENTY_TILES,
    Photographer,
    as_file,
    drawn,
    scenes,
)
from tools.photo.__main__ import SITE  # noqa: E402
from tools.photo.measure import count  # noqa: E402
from tools.photo.reader import Reader  # noqa: E402

CLASSIC = "/calculator/?mission=1"
LANDSCAPE = PHONE | {"viewport": {"width": 667, "height": 375}}
CHECK = ".photo__square--check"
ANOTHER = "[data-photo-another] input"
PRESS_SHIFT_RIGHT = """(handles, times) => {
    for (const handle of handles) {
        for (let press = 0; press < times; press++) {
            handle.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", shiftKey: true }));
        }
    }
}"""


@pytest.fixture
def thumb(visit):
    return Photographer(visit(CALCULATOR, **PHONE))


def shot(row, **size):
    """Draw a mat, change its picture with `row` (a function of hard_photos.py), and return the picture."""
    return row(hard.Shot(*drawn(**size).scene), np.random.default_rng(1)).picture


def beside(*mats):
    """Return a picture of these mats side by side on a table."""
    left, size = 60, (sum(mat.shape[1] + 60 for mat in mats) + 60, max(len(mat) for mat in mats) + 120)
    table = scenes.table(*size, np.random.default_rng(5)).copy()
    for mat in mats:
        table[60 : 60 + len(mat), left : left + mat.shape[1]] = mat
        left += mat.shape[1] + 60
    return table


def nudge(page, corner="Top left corner"):
    """Move a corner of the grid with an arrow key. Wait until the page has moved it back to its old position."""
    handle = page.get_by_role("button", name=corner)
    left = handle.evaluate("handle => parseFloat(handle.style.left)")
    handle.press("Shift+ArrowRight")
    page.wait_for_function(
        "([handle, left]) => Math.abs(parseFloat(handle.style.left) - left) < 1", arg=[handle.element_handle(), left]
    )


def city_of(page):
    page.wait_for_url(re.compile("city="))
    return page.locator("#id_city").input_value().split(" ")[0]


# --- Hidden squares ---------------------------------------------------------------------------------------------------


def test_a_square_under_a_hand_is_asked_for_without_a_proposal(thumb):
    thumb.take(shot(hard.hand_over(2, 1)))
    thumb.go_on_to("board")
    covered = thumb.page.locator(f"{CHECK}[aria-label='C2, cannot be seen']")
    assert covered.count() == 1
    question = thumb.page.locator("[data-checks] fieldset").filter(has_text="C2")
    assert question.locator("label").count() == 10
    assert question.locator("input:checked").count() == 0
    assert violations(thumb.page) == []
    tap(question.locator("label[data-letter=P]"))
    assert thumb.page.locator("[aria-label='C2, Park']").count() == 1


def test_the_squares_outside_the_picture_are_told_and_marked(thumb):
    thumb.take(shot(hard.without_right(0.2)))
    thumb.wait_for("grid")
    assert "ake another p" in thumb.trouble.inner_text()
    thumb.tap(NEXT)
    thumb.wait_for("board")
    for row in "1234":
        assert thumb.page.locator(f"[aria-label='E{row}, cannot be seen']").count() == 1


def test_one_tap_confirms_a_right_mark_and_open_marks_stop_the_user_once(thumb):
    thumb.take(scenes.pieces(drawn().scene, np.random.default_rng(4), 1, 12).picture)
    thumb.go_on_to("board")
    page = thumb.page
    doubtful = page.locator(CHECK).count()
    questions = page.locator("[data-checks] fieldset")
    assert doubtful == questions.count() >= 2
    assert page.locator("[data-checks] input:checked").count() == 0
    thumb.tap(NEXT)
    assert "Still to check:" in thumb.trouble.inner_text()
    tap(questions.first.locator("label").first)
    assert page.locator(CHECK).count() == doubtful - 1
    thumb.tap(NEXT)
    thumb.wait_for("floors")


def test_a_square_is_compared_in_large_and_the_view_goes_back_to_the_board(thumb):
    thumb.take(drawn().picture)
    thumb.go_on_through("grid")
    page = thumb.page
    assert page.locator(".photo__square .photo__crop").count() == 20
    thumb.tap(".photo__square >> nth=1")
    large = page.locator(".photo__question--large")
    assert large.locator(".photo__crop").bounding_box()["width"] >= 110
    assert page.evaluate("document.activeElement.value") == "S"
    thumb.tap("[data-checks] label[data-letter=M]")
    large.wait_for(state="detached")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "B1, Monument"
    thumb.go_on_through("board", "floors", "vp", "supply")
    assert re.sub("[0-9/]", "", city_of(page))[1] == "M"


# --- Recognizing the mat ----------------------------------------------------------------------------------------------


def test_a_photo_of_a_table_without_a_mat_gives_a_message_and_no_city(thumb):
    thumb.take(scenes.table(900, 700, np.random.default_rng(5), 12))
    thumb.wait_for("grid")
    assert "No mat was found" in thumb.trouble.inner_text()
    assert thumb.page.locator(NEXT).is_disabled()
    thumb.page.locator(ANOTHER).set_input_files(as_file(drawn().picture))
    thumb.page.locator("[data-photo-trouble]").wait_for(state="hidden")
    thumb.wait_for("grid")
    assert thumb.page.locator(NEXT).is_enabled()


@pytest.mark.parametrize("change", ["a corner moved", "the grid turned"])
@pytest.mark.parametrize(
    ("mission", "picture", "told"),
    [
        (
            CALCULATOR,
            lambda: drawn("TSUPGFHTSFHPGTSP", columns=4).picture,
            "does not look like the Expert Mode mat",
        ),
        (CLASSIC, lambda: shot(hard.framed(0.7)), "This is an Expert Mode mat"),
    ],
    ids=["Classic mat in an Expert mission", "Expert mat in a Classic mission"],
)
def test_a_mat_of_the_other_mode_is_refused_until_the_grid_is_on_another(visit, mission, picture, told, change):
    thumb = Photographer(visit(mission, **PHONE))
    thumb.take(picture())
    thumb.wait_for("grid")
    refusal = thumb.trouble.inner_text()
    assert told in refusal
    assert "anyway" in thumb.page.locator(NEXT).inner_text()
    if change == "the grid turned":
        thumb.tap("[data-do=turn]")
    else:
        message = thumb.trouble.evaluate_handle("(trouble) => trouble.firstChild")
        thumb.page.get_by_role("button", name="Top left corner").press("ArrowRight")
        # Wait until the page has replaced the message's node, even if the new text is the same.
        thumb.page.wait_for_function("(message) => !message.isConnected", arg=message)
    assert thumb.trouble.inner_text() == refusal
    thumb.go_on_to("board")
    assert thumb.page.locator(".photo__square").count() == thumb.page.locator(CHECK).count() > 0
    assert thumb.page.locator("label:has([data-photo-another]), [data-photo-another]").first.is_visible()


@pytest.mark.parametrize(
    ("picture", "sentence"),
    [
        (lambda: hard.calendar(np.random.default_rng(1)), "Most of these squares cannot be seen"),
        (lambda: scenes.table(900, 700, np.random.default_rng(5), 12), "No mat was found"),
    ],
    ids=["a calendar", "a table"],
)
def test_in_a_classic_mission_a_moved_corner_makes_no_mat_of_another_object(visit, picture, sentence):
    thumb = Photographer(visit(CLASSIC, **PHONE))
    thumb.take(picture())
    thumb.wait_for("grid")
    assert sentence in thumb.trouble.inner_text()
    told = thumb.trouble.evaluate_handle("(trouble) => trouble.firstChild")
    thumb.page.get_by_role("button", name="Top left corner").press("ArrowRight")
    thumb.page.wait_for_function("(told) => !told.isConnected", arg=told)
    assert thumb.trouble.is_visible()
    assert "Most of these squares cannot be seen" in thumb.trouble.inner_text()
    assert "anyway" in thumb.page.locator(NEXT).inner_text()


def test_a_user_can_choose_the_right_one_of_two_mats(thumb):
    thumb.take(shot(hard.two_mats, seed=2))
    thumb.wait_for("grid")
    assert "There are two mats" in thumb.trouble.inner_text()
    corner = thumb.page.get_by_role("button", name="Top left corner")
    before = corner.bounding_box()["x"]
    thumb.tap("[data-do=other]")
    assert abs(corner.bounding_box()["x"] - before) > 100
    assert thumb.read_tiles() == TWENTY_TILES


def test_a_classic_mat_on_its_side_is_read_by_its_title(visit):
    thumb = Photographer(visit(CLASSIC, **PHONE))
    tiles = "T-SUPPFH-TSPFH-U"
    picture = np.rot90(drawn(tiles, columns=4).picture).copy()
    thumb.take(picture)
    thumb.wait_for("grid")
    assert thumb.trouble.is_hidden()
    assert thumb.read_tiles() == tiles


def test_without_a_title_on_the_mat_a_user_turns_the_grid(visit):
    thumb = Photographer(visit(CLASSIC, **PHONE))
    tiles = "T-SUPPFH-TSPFH-U"
    drawing = drawn(tiles, columns=4)
    thumb.take(np.rot90(drawing.picture[55:], 3).copy())
    thumb.wait_for("grid")
    assert "which side is up" in thumb.trouble.inner_text()
    corner = thumb.page.get_by_role("button", name="Top left corner")
    picture = thumb.page.locator(".photo__picture").bounding_box()
    for _quarter in range(4):
        box = corner.bounding_box()
        if box["x"] > picture["x"] + 0.5 * picture["width"] and box["y"] < picture["y"] + 0.5 * picture["height"]:
            break  # this corner is now at the top right, as on the turned mat
        thumb.tap("[data-do=turn]")
    assert thumb.read_tiles() == tiles


def test_a_classic_grid_is_not_turned_after_a_corner_was_moved(visit):
    thumb = Photographer(visit(CLASSIC, **PHONE))
    tiles = "T-SUPPFH-TSPFH-U"
    thumb.take(drawn(tiles, seed=6, columns=4).picture)  # judged only by its tiles, the mat seems to be turned
    thumb.wait_for("grid")
    assert thumb.trouble.is_hidden()
    nudge(thumb.page)
    assert thumb.read_tiles() == tiles


def test_the_second_of_two_classic_mats_is_turned_by_its_title_on_the_screen(visit):
    thumb = Photographer(visit(CLASSIC, **PHONE))
    tiles = "T-SUPPFH-TSPFH-U"
    one, two = drawn("TSUPPFHTSFHPSTSP", columns=4).picture, np.rot90(drawn(tiles, seed=6, columns=4).picture)
    thumb.take(beside(one, two))
    thumb.wait_for("grid")
    assert "There are two mats" in thumb.trouble.inner_text()
    corners = thumb.page.locator(".photo__corner")
    if corners.first.bounding_box()["x"] < 195:  # the grid is on the left mat
        thumb.tap("[data-do=other]")
    first, second = (corners.nth(number).bounding_box() for number in (0, 1))
    assert first["y"] > second["y"] + 50  # the grid is turned to the left, like the mat
    assert thumb.read_tiles() == tiles


def test_two_classic_mats_without_a_title_get_both_warnings(visit):
    thumb = Photographer(visit(CLASSIC, **PHONE))
    mats = [drawn("TSUPPFHTSFHPSTSP", seed=seed, columns=4).picture[55:] for seed in (1, 2)]
    thumb.take(beside(*mats))
    thumb.wait_for("grid")
    told = thumb.trouble.inner_text()
    assert "which side is up" in told
    assert "There are two mats" in told
    thumb.tap("[data-do=other]")
    assert thumb.trouble.inner_text() == told
    thumb.tap("[data-do=turn]")
    assert "which side is up" not in thumb.trouble.inner_text()


def test_measuring_counts_squares_of_a_wrong_grid_and_of_a_mat_read_upside_down():
    tiles = "TSUPFHOMT-SFHPUOTSPO"
    whole = drawn(tiles).scene
    aside = whole._replace(corners=[[x + 100, y] for x, y in whole.corners])
    upside_down = whole._replace(corners=[*whole.corners[2:], *whole.corners[:2]])
    with Reader() as reader:
        known = json.loads(SITE.read_text())
        right, unfit, turned = (count(each, tiles, known, reader) for each in (whole, aside, upside_down))
        beside = count(aside, tiles[1:] + "-", known, reader)
    assert (right.squares, right.right, right.silent, right.unfit) == (20, 20, 0, 0)
    assert (unfit.squares, unfit.unfit, turned.unfit) == (20, 1, 1)
    assert beside.silent >= 10


# --- Answers that must stay -------------------------------------------------------------------------------------------


def test_going_back_to_the_grid_loses_no_answer(thumb):
    thumb.take(drawn().picture)
    thumb.go_on_through("grid")
    thumb.tap(".photo__square >> nth=1")
    thumb.tap("[data-checks] label[data-letter=M]")
    thumb.go_on_through("board")
    thumb.wait_for("floors")
    thumb.tap("[data-photo-step=floors] fieldset >> nth=0 >> label:has-text('4')")
    for step in ("board", "grid"):
        thumb.tap("[data-do=back]")
        thumb.wait_for(step)
    for _turn in range(2):
        thumb.tap("[data-do=turn]")  # turn the grid by 180 degrees and back, so the page reads all squares again
    nudge(thumb.page)
    thumb.go_on_through(*STEPS)
    assert city_of(thumb.page).startswith("T4M")


def test_an_answered_public_service_stays_when_all_squares_are_read_again(visit):
    thumb = Photographer(visit(f"{CALCULATOR}&services=1", **PHONE))
    thumb.take(drawn().picture)
    thumb.go_on_through("grid", "board")
    thumb.wait_for("services")
    service = thumb.page.locator("[data-photo-step=services] fieldset").first
    tap(service.locator("label[data-letter=U]"))
    for step in ("board", "grid"):
        thumb.tap("[data-do=back]")
        thumb.wait_for(step)
    nudge(thumb.page)
    thumb.go_on_through("grid", "board")
    thumb.wait_for("services")
    assert service.locator("label[data-letter=U] input").is_checked()


def correct(thumb, name, letter):
    """Change a square of the board, such as "B1", to a Monument, whose letter is "M" in the dialog."""
    thumb.wait_for("board")
    thumb.tap(f".photo__square[aria-label^='{name},']")
    thumb.tap(f"[data-checks] label[data-letter={letter}]")
    thumb.page.locator(f".photo__square[aria-label='{name}, Monument']").wait_for()


def test_when_the_grid_is_turned_no_answer_goes_to_another_tile(thumb):
    thumb.take(drawn().picture)
    thumb.go_on_through("grid")
    correct(thumb, "B1", "M")
    thumb.tap("[data-do=back]")
    thumb.tap("[data-do=turn]")
    thumb.go_on_to("board")
    assert "Monument" not in thumb.page.locator(".photo__square").nth(1).get_attribute("aria-label")


def test_when_the_grid_is_moved_by_a_column_no_answer_goes_to_another_tile(thumb):
    drawing = drawn()
    thumb.take(drawing.picture)
    thumb.go_on_through("grid")
    correct(thumb, "C1", "M")
    thumb.tap("[data-do=back]")
    by = (drawing.corners[1][0] - drawing.corners[0][0]) / 5 / drawing.picture.shape[1]
    # Press all keys at once: after a pause of 600 ms, a grid that is half moved would be aligned with its old squares.
    thumb.page.locator(".photo__corner").evaluate_all(PRESS_SHIFT_RIGHT, round(by / 0.02))
    thumb.page.wait_for_timeout(1500)
    thumb.tap(NEXT)
    thumb.wait_for("board")
    assert "Monument" not in thumb.page.locator(".photo__square").nth(2).get_attribute("aria-label")


def test_an_answer_does_not_go_to_the_other_mat(thumb):
    thumb.take(shot(hard.two_mats, seed=2))
    thumb.go_on_through("grid")
    correct(thumb, "B1", "M")
    thumb.tap("[data-do=back]")
    thumb.tap("[data-do=other]")
    assert thumb.read_tiles() == TWENTY_TILES


def test_in_a_game_a_photo_keeps_values_that_it_cannot_read_and_one_undo_reverses_it(open_page, owner, expert):
    enter(expert, f"T3{TWENTY_TILES[1:5]}/{TWENTY_TILES[5:10]}/-----/----- 7i4e")
    before = stored(expert)
    page = open_page(owner, expert.get_absolute_url(), **PHONE)
    thumb = Photographer(page)
    thumb.take(drawn().picture)
    thumb.wait_for("replace")
    thumb.tap("[data-do=cancel]")
    page.locator("[data-photo-dialog]").wait_for(state="hidden")
    assert stored(expert) == before
    thumb.take(drawn().picture)
    thumb.go_on_through("replace", *STEPS)
    page.locator("#editor:not([data-busy])").wait_for()
    page.wait_for_function("before => document.getElementById('id_city').value !== before", arg=before)
    page.locator("#editor:not([data-busy])").wait_for()
    grid, supply = stored(expert).split(" ")
    assert grid.startswith("T3S")
    assert re.sub("[0-9/*]", "", grid) == TWENTY_TILES
    assert supply == "7i4e"
    page.locator("#undo").tap()
    page.wait_for_function("before => document.getElementById('id_city').value === before", arg=before)
    assert stored(expert) == before


# --- The steps of the dialog ------------------------------------------------------------------------------------------


def test_the_grid_looks_the_same_after_going_back_to_it(thumb):
    drawing = "canvas => canvas.toDataURL()"
    thumb.take(drawn().picture)
    thumb.wait_for("grid")
    for _turn in range(2):
        thumb.tap("[data-do=turn]")  # turn the grid by 180 degrees and back, so the page reads all squares again
    picture = thumb.page.locator(".photo__picture")
    before = picture.evaluate(drawing)
    thumb.go_on_to("board")
    thumb.tap("[data-do=back]")
    thumb.wait_for("grid")
    assert picture.evaluate(drawing) == before


def test_the_parameters_are_loaded_once_even_if_the_photo_comes_before_them(thumb):
    page, held = thumb.page, []
    page.context.route("**/photo/parameters*.json", lambda route: held.append(route))  # noqa: PLW0108 - as in test_photo
    with page.expect_file_chooser() as chooser:
        page.locator("label.button:has(#photo-camera)").tap()
    chooser.value.set_files(as_file(drawn().picture))
    thumb.wait_for("reading")
    page.wait_for_timeout(1000)
    assert len(held) == 1
    held[0].continue_()
    thumb.wait_for("grid")


def test_all_corners_can_be_reached_on_a_phone_in_landscape(visit):
    thumb = Photographer(visit(CALCULATOR, **LANDSCAPE))
    thumb.take(drawn().picture)
    thumb.wait_for("grid")
    body = thumb.page.locator(".photo-dialog__body").bounding_box()
    for corner in thumb.page.locator(".photo__corner").all():
        box = corner.bounding_box()
        middle = box["y"] + box["height"] / 2
        assert body["y"] < middle < body["y"] + body["height"]


def test_after_a_file_that_is_no_picture_another_one_can_be_chosen(thumb):
    thumb.page.locator("[data-photo] input").first.set_input_files(
        {"name": "mat.jpg", "mimeType": "image/jpeg", "buffer": b"Dear diary"}
    )
    thumb.trouble.wait_for()
    assert thumb.page.locator(NEXT).is_hidden()
    assert thumb.page.locator(ANOTHER).evaluate("field => field === document.activeElement")
    assert violations(thumb.page) == []
    thumb.page.locator(ANOTHER).set_input_files(as_file(drawn().picture))
    thumb.wait_for("grid")
    assert thumb.trouble.is_hidden()


@pytest.mark.browser(complaints=A_CONNECTION_LOST)
@pytest.mark.parametrize("missing", ["all scripts", "flow", "questions", "parameters", "worker"])
def test_a_missing_script_without_a_connection_is_explained_and_the_next_try_works(visit, missing):
    page = visit(CALCULATOR, **PHONE)
    if missing == "all scripts":
        page.context.set_offline(True)
    else:
        page.context.route(f"**/js/photo/{missing}*", lambda route: route.abort())
    page.locator("[data-photo] input").first.set_input_files(as_file(drawn().picture))
    told = page.get_by_role("alert").filter(has_text="The photo reader could not be loaded")
    told.wait_for()
    page.context.set_offline(False)
    page.context.unroute_all()
    again = ANOTHER if missing in ("parameters", "worker") else "[data-photo] input >> nth=0"
    page.locator(again).set_input_files(as_file(drawn().picture))
    page.locator("[data-photo-step=grid]").wait_for()
    told.wait_for(state="hidden")
