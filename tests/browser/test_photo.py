"""Test in a real browser that a photo becomes a city. The mats are drawn, so the tests need no photo."""

import json
import re
import struct

import pytest

from tests.browser.conftest import LAPTOP, PHONE
from tests.browser.test_every_page import violations
from tests.browser.test_offline import A_CONNECTION_LOST, WITH_WORKER, wait_for_worker
from tests.browser.thumb import Thumb, press, tap

# `make test` skips this module, because it does not install requirements/dev.txt.
np = pytest.importorskip("numpy")
Image = pytest.importorskip("PIL.Image")
drawings = pytest.importorskip("tools.photo.drawings")
scenes = pytest.importorskip("tools.photo.scenes")

from tests.browser.drawn_mats import TWENTY_TILES, as_file, drawn  # noqa: E402
from tools.photo.__main__ import SITE  # noqa: E402
from tools.photo.measure import Count, measure  # noqa: E402
from tools.photo.photos import load  # noqa: E402
from tools.photo.reader import Reader  # noqa: E402

CALCULATOR = "/calculator/?mission=10"
NEXT = "[data-do=next]"
STEPS = ("grid", "board", "floors", "vp", "supply")


class Photographer(Thumb):
    """A user who goes through all steps from the button to the city."""

    def take(self, picture):
        """Press the button, and choose this picture as the photo of the camera."""
        self.page.locator("[data-photo] input").first.set_input_files(as_file(picture))
        self.taps += 1

    def tap(self, target):
        tap(self.page.locator(target))
        self.taps += 1

    def wait_for(self, step):
        self.page.locator(f"[data-photo-step={step}]").wait_for()

    def go_on_through(self, *steps):
        for step in steps:
            self.wait_for(step)
            self.tap(NEXT)

    def go_on_to(self, step):
        self.go_on_through(*STEPS[: STEPS.index(step)])
        self.wait_for(step)

    def read_tiles(self):
        """Go on from the grid to the city. Return the letters of its tiles."""
        self.go_on_through(*STEPS)
        self.page.wait_for_url(re.compile("city="))
        return re.sub("[0-9/]", "", self.page.locator("#id_city").input_value().split(" ")[0])

    @property
    def trouble(self):
        return self.page.locator("[data-photo-trouble]")


@pytest.fixture
def thumb(visit):
    return Photographer(visit(CALCULATOR, **PHONE))


# --- Use of the photo dialog ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "by"), [(360, "finger"), (390, "mouse"), (820, "finger"), (1280, "mouse")])
def test_a_button_pressed_anywhere_opens_the_file_chooser(visit, width, by):
    page = visit(CALCULATOR, viewport={"width": width, "height": 800}, has_touch=by == "finger")
    buttons = page.locator("label.button:has(input[type=file]), label[for=photo-camera]").filter(visible=True)
    assert buttons.count() == (2 if width == 360 else 3)
    for button in buttons.all():
        for height in (0.1, 0.5, 0.9):
            # clear the focus, so that each press is like the first action on the page
            page.evaluate("document.activeElement.blur()")
            button.scroll_into_view_if_needed()
            box = button.bounding_box()
            with page.expect_file_chooser() as chooser:
                press(page, box["x"] + box["width"] / 2, box["y"] + box["height"] * height, by=by)
            assert button.evaluate("(label, field) => label.control === field", chooser.value.element)


@pytest.mark.parametrize(("width", "by"), [(360, "finger"), (1280, "mouse")])
def test_the_button_for_another_picture_works_wherever_it_is_pressed(visit, width, by):
    page = visit(CALCULATOR, viewport={"width": width, "height": 800}, has_touch=by == "finger")
    page.locator("[data-photo] input").first.set_input_files(as_file(drawn().picture))
    page.locator("[data-photo-step=grid]").wait_for()
    button = page.locator("[data-photo-another] label")
    for height in (0.1, 0.5, 0.9):
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        with page.expect_file_chooser():
            press(page, box["x"] + box["width"] / 2, box["y"] + box["height"] * height, by=by)


@pytest.mark.parametrize("size", [(390, 664), (360, 560)])
def test_only_the_body_of_the_dialog_scrolls(visit, size):
    page = visit(CALCULATOR, **PHONE | {"viewport": {"width": size[0], "height": size[1]}})
    mat = drawn()
    picture = mat.picture.copy()
    (x, y), (right, _), (_, bottom), _ = mat.corners
    wide, high = (right - x) / 5, (bottom - y) / 4
    picture[int(y + high) : int(y + 2 * high), int(x + wide) : int(x + 2 * wide)] = 120  # a sheet of paper hides B2
    page.locator("[data-photo] input").first.set_input_files(as_file(picture))
    body = page.locator(".photo-dialog__body")
    for step in ("grid", "board"):
        page.locator(f"[data-photo-step={step}]").wait_for()
        assert body.evaluate("body => body.scrollHeight > body.clientHeight")
        assert page.locator(".photo-dialog").evaluate("dialog => dialog.scrollHeight - dialog.clientHeight") == 0
        tap(page.locator(NEXT))


@pytest.mark.parametrize("size", [(390, 664), (360, 560)])
def test_a_printed_number_is_asked_for_beside_an_enlarged_square(visit, size):
    thumb = Photographer(visit(CALCULATOR, **PHONE | {"viewport": {"width": size[0], "height": size[1]}}))
    thumb.take(drawn().picture)
    thumb.go_on_to("vp")
    body = thumb.page.locator(".photo-dialog__body")
    questions = thumb.page.locator("[data-photo-step=vp] fieldset")
    assert questions.count() == 3
    for question in questions.all():
        crop = question.locator(".photo__crop")
        assert crop.bounding_box()["width"] >= 150
        assert crop.evaluate("canvas => canvas.width") >= 192
        assert question.bounding_box()["height"] < 0.6 * body.bounding_box()["height"]
    assert body.evaluate("body => body.scrollWidth <= body.clientWidth")


def test_a_field_for_screen_readers_takes_no_space_while_it_has_the_focus(visit):
    page = visit(CALCULATOR, **LAPTOP)
    button = page.locator("label.button:has(#photo-camera)")
    before = button.bounding_box()
    page.locator("#photo-camera").focus()
    page.wait_for_timeout(200)
    assert button.bounding_box() == before


def test_a_city_of_twenty_tiles_takes_ten_taps_without_floors_and_supply(thumb):
    page = thumb.page
    tiles = "TSUPGFHUMTSFHPHOTSPU"
    thumb.take(scenes.tilt(drawn(tiles).scene, 12, np.random.default_rng(2)).picture)
    thumb.wait_for("grid")
    assert thumb.trouble.is_hidden()
    thumb.go_on_to("board")
    assert page.locator(".photo__square--check").count() == 0
    assert "Please check each Public Service" in page.locator("[data-photo-step=board]").inner_text()
    thumb.tap(NEXT)
    thumb.wait_for("floors")
    before = thumb.taps
    for name, floors in (("A1", 3), ("E2", 2), ("A4", 4), ("B4", 5)):
        thumb.tap(f"fieldset:has(legend:text-matches('^{name} ')) label:has-text('{floors}') >> visible=true")
    thumb.tap(NEXT)
    thumb.taps = before
    thumb.wait_for("vp")
    for name in ("C1", "B2", "C2", "C3", "E3", "E4"):
        thumb.tap(f"[data-photo-step=vp] fieldset:has(legend:text-matches('^{name} ')) label:has-text('1') >> nth=0")
    thumb.tap(NEXT)
    taps = thumb.taps
    thumb.wait_for("supply")
    page.locator("#photo-inhabitants").fill("12")
    page.locator("#photo-energy").fill("5")
    thumb.tap(NEXT)
    page.wait_for_url(re.compile("12i5e"))
    grid, supply = page.locator("#id_city").input_value().split(" ")
    assert re.sub("[0-9/*]", "", grid) == tiles
    assert supply == "12i5e"
    assert taps == 10


def test_corners_are_moved_by_key_and_snap_to_the_squares(thumb):
    page = thumb.page
    thumb.take(drawn().picture)
    thumb.wait_for("grid")
    corner = page.get_by_role("button", name="Top left corner")
    place = "handle => [parseFloat(handle.style.left), parseFloat(handle.style.top)]"
    before = corner.evaluate(place)
    corner.focus()
    for _press in range(4):
        page.keyboard.press("ArrowRight")
    assert corner.evaluate(place)[0] > before[0] + 1
    page.wait_for_timeout(1500)
    assert corner.evaluate(place) == pytest.approx(before, abs=0.5)
    thumb.go_on_to("board")
    assert page.locator(".photo__square--check").count() == 0


def test_a_corner_dragged_by_thumb_is_enlarged_and_snaps_to_the_squares(thumb):
    page = thumb.page
    thumb.take(drawn().picture)
    thumb.wait_for("grid")
    corner, loupe = page.get_by_role("button", name="Bottom right corner"), page.locator(".photo__loupe")
    place = "handle => [parseFloat(handle.style.left), parseFloat(handle.style.top)]"
    before = corner.evaluate(place)
    box = corner.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = page.context.new_cdp_session(page)

    def send(kind, *points):
        points = [{"x": px, "y": py} for px, py in points]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    assert loupe.is_hidden()
    send("touchStart", (x, y))
    send("touchMove", (x - 9, y - 6))
    send("touchMove", (x - 18, y - 12))
    loupe.wait_for()
    assert corner.evaluate(place) == pytest.approx([before[0] - 5.2, before[1] - 4.3], abs=1.5)
    under_the_thumb = loupe.bounding_box()
    assert not (
        under_the_thumb["x"] < x < under_the_thumb["x"] + under_the_thumb["width"]
        and under_the_thumb["y"] < y < under_the_thumb["y"] + under_the_thumb["height"]
    )
    send("touchEnd")
    loupe.wait_for(state="hidden")
    page.wait_for_function(
        "([handle, left]) => Math.abs(parseFloat(handle.style.left) - left) < 0.5",
        arg=[corner.element_handle(), before[0]],
    )
    thumb.go_on_to("board")
    assert page.locator(".photo__square--check").count() == 0
    assert page.locator(".photo__square").first.get_attribute("aria-label") == "A1, Tower Block"


def test_mayor_tiles_are_asked_for_up_to_the_floors_of_each_tower_block(visit):
    thumb = Photographer(visit("/calculator/?mission=6", **PHONE))
    page = thumb.page
    classic = page.locator("[data-photo]").get_attribute("data-columns") == "4"
    tiles = "TSUPPFHTSFHPSTSP" if classic else TWENTY_TILES.replace("G", "P")  # mission 6 has no Playgrounds
    thumb.take(drawn(tiles, columns=4 if classic else 5).picture)
    thumb.go_on_through("grid", "board")
    thumb.wait_for("floors")
    first = "fieldset >> nth=0"
    thumb.tap(f"[data-photo-step=floors] {first} >> label:has-text('3')")
    thumb.tap(NEXT)
    thumb.go_on_through("vp")
    thumb.wait_for("mayors")
    numbers = page.locator(f"[data-photo-step=mayors] {first} >> label")
    assert numbers.all_inner_texts() == ["0", "1", "2", "3"]
    numbers.nth(2).tap()
    thumb.tap(NEXT)
    thumb.go_on_through("supply")
    page.wait_for_url(re.compile("city="))
    assert page.locator("#id_city").input_value().startswith("T3**")


def test_more_buildings_than_the_box_has_are_told_as_for_any_city(thumb):
    thumb.take(drawn("M" * 20).picture)
    thumb.go_on_through("grid", "board", "supply")
    thumb.page.wait_for_url(re.compile("city="))
    assert thumb.page.locator("#id_city").input_value().startswith("MMMMM/")
    thumb.page.get_by_role("link", name="Box check").wait_for()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", 10_000, 5_000) + bytes(20), "40 megapixels"),
        (b"\0\0\0\x18ftypheic" + bytes(100), "HEIC"),
        (b"Dear diary, today we played.", "cannot be opened as a picture"),
    ],
    ids=["50 megapixels", "HEIC", "a text"],
)
def test_a_file_that_cannot_be_read_gets_an_error_message(thumb, content, sentence):
    file = {"name": "mat.jpg", "mimeType": "image/jpeg", "buffer": content}
    thumb.page.locator("[data-photo] input").first.set_input_files(file)
    thumb.trouble.wait_for()
    assert sentence in thumb.trouble.inner_text()
    assert thumb.page.locator("#id_city").input_value() == ""


def test_the_photo_with_its_city_is_saved_to_the_device(thumb, tmp_path):
    drawing = drawn()
    thumb.take(drawing.picture)
    thumb.go_on_to("supply")
    thumb.tap(".photo-dialog summary")
    requests = []
    thumb.page.on("request", lambda request: requests.append(request.url))
    with thumb.page.expect_download() as download:
        thumb.tap("[data-do=save]")
    assert [url for url in requests if not url.startswith("blob:")] == []
    saved = tmp_path / "mat.jpg"
    download.value.save_as(saved)
    with Image.open(saved) as image:
        label = json.loads(image.info["comment"])
        assert image.size == (drawing.picture.shape[1], drawing.picture.shape[0])
    assert label["city"].replace("/", "").split(" ")[0] == drawing.kinds
    assert np.allclose(label["corners"], drawing.corners, atol=0.15 * drawings.PITCH / 2)
    with Reader() as reader:
        (photo,) = load(tmp_path, reader)
        counted = measure([photo], json.loads(SITE.read_text()), reader)
    assert photo.kinds == drawing.kinds
    assert counted == Count(squares=20, right=20, marked=counted.marked)


# --- Data that leave the phone ----------------------------------------------------------------------------------------


def test_no_request_has_the_picture_and_the_reader_is_loaded_only_on_request(thumb):
    page, requests = thumb.page, []
    page.context.on("request", lambda request: requests.append(request))  # noqa: PLW0108 - Playwright marks the function
    page.reload()
    before = [request.url for request in requests if "/js/photo/" in request.url]
    assert [url.rsplit("/", 1)[1].partition(".")[0] for url in before] == ["button"]
    requests.clear()
    thumb.take(drawn().picture)
    thumb.read_tiles()
    posted = [request for request in requests if request.method != "GET"]
    assert len(posted) == 1
    assert len(posted[0].post_data_buffer) < 1_000
    assert all(not request.post_data_buffer for request in requests if request.method == "GET")
    assert all(request.url.startswith(page.url.split("/calculator")[0]) for request in requests)
    assert all(len(request.url) < 500 for request in requests)


def test_the_reader_is_loaded_while_somebody_takes_the_photo(visit):
    page = visit(CALCULATOR, **PHONE)
    with page.expect_request("**/photo/parameters*.json"), page.expect_file_chooser():
        page.locator("label.button:has(#photo-camera)").tap()


@pytest.mark.browser(complaints=A_CONNECTION_LOST)
def test_the_calculator_reads_a_photo_without_a_connection_and_scores_it_later(visit):
    page = visit(CALCULATOR, **PHONE | WITH_WORKER)
    wait_for_worker(page)
    page.reload()
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    page.reload()
    thumb = Photographer(page)
    thumb.take(drawn().picture)
    thumb.go_on_through(*STEPS)
    page.locator("[data-editor][data-busy]").wait_for(state="attached")
    assert re.sub("[0-9/]", "", page.locator("#id_city").input_value().split(" ")[0]) == TWENTY_TILES
    page.context.set_offline(False)
    page.wait_for_url(re.compile("city="))
    page.wait_for_function("() => document.getElementById('id_city').value")
    assert re.sub("[0-9/*]", "", page.locator("#id_city").input_value().split(" ")[0]) == TWENTY_TILES


def test_without_scripts_there_is_no_button(visit):
    page = visit(CALCULATOR, java_script_enabled=False, **PHONE)
    assert page.locator("[data-photo]").is_hidden()


# --- Access for everybody ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_at_every_step(visit, scheme):
    page = visit(CALCULATOR, **PHONE, color_scheme=scheme, reduced_motion="reduce")
    thumb = Photographer(page)
    thumb.take(drawn().picture)
    for step in STEPS:
        thumb.wait_for(step)
        if step == "board":
            thumb.tap(".photo__square >> nth=0")
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]
        thumb.tap(NEXT)


def test_axe_finds_nothing_at_the_steps_that_few_missions_have(visit):
    address = "/calculator/?mission=6&services=1&city=T3----/-----/-----/-----"
    page = visit(address, **PHONE, reduced_motion="reduce")
    thumb = Photographer(page)
    thumb.take(drawn(TWENTY_TILES.replace("G", "P")).picture)
    for step in ("replace", "grid", "board", "services", "floors", "vp", "mayors"):
        thumb.wait_for(step)
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]
        thumb.tap(NEXT)


def test_all_steps_work_by_key(visit):
    page = visit(CALCULATOR, **LAPTOP)
    page.locator("[data-photo] input").first.set_input_files(as_file(drawn().picture))
    for number, step in enumerate(STEPS, 1):
        page.locator(f"[data-photo-step={step}]").wait_for()
        assert page.locator("[data-photo-place]").inner_text() == f"Step {number} of 5"
        assert page.evaluate("document.activeElement.tagName") == "H3"
        assert page.evaluate("document.activeElement.closest('[data-photo-step]').dataset.photoStep") == step
        if step == "floors":
            page.keyboard.press("Tab")
            page.keyboard.press("Space")
            page.keyboard.press("ArrowRight")
        page.locator(NEXT).focus()
        page.keyboard.press("Enter")
    page.wait_for_url(re.compile("city="))
    assert page.locator("#id_city").input_value().startswith("T2")


@pytest.mark.parametrize(("language", "words"), [("de", "Passt das Raster"), ("ru", "сетка")])
def test_the_dialog_is_in_the_language_of_the_page(new_browser, language, words):
    page = new_browser(**PHONE, locale=language).new_page()
    page.goto(CALCULATOR)
    thumb = Photographer(page)
    thumb.take(drawn().picture)
    thumb.wait_for("grid")
    assert words.lower() in page.locator("[data-photo-step=grid] h3").inner_text().lower()


def test_with_the_expansion_each_public_service_is_asked_for(visit):
    thumb = Photographer(visit("/calculator/?mission=10&services=1", **PHONE))
    page = thumb.page
    thumb.take(drawn(TWENTY_TILES).picture)
    thumb.go_on_through("grid", "board")
    thumb.wait_for("services")
    questions = page.locator("[data-photo-step=services] fieldset")
    assert questions.count() == TWENTY_TILES.count("U")
    assert questions.first.locator("label").all_inner_texts() == ["Public Service", "special Public Service"]
    thumb.tap("[data-photo-step=services] fieldset >> nth=0 >> label:has-text('special')")
    thumb.tap(NEXT)
    thumb.go_on_through("floors")
    thumb.wait_for("vp")
    page.locator("[data-photo-step=vp] fieldset").filter(has_text="special").locator("label:has-text('13')").tap()
    thumb.tap(NEXT)
    thumb.go_on_through("supply")
    page.wait_for_url(re.compile("city="))
    city = page.locator("#id_city").input_value()
    assert city.count("X13") == 1
    assert city.count("U") == TWENTY_TILES.count("U") - 1
