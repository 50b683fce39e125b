"""Test how people enter cities: with one thumb, by keyboard, while taps are being sent, and without scripts."""

import re

import pytest

from campaign.models import Evaluation
from scoring import City
from tests.browser.conftest import LAPTOP, PHONE, TABLET
from tests.browser.thumb import Thumb, moved, note_places, tap
from tests.factories import enter, open_game
from tests.scoring.cities import REAL_CITIES

REAL_CITY = REAL_CITIES[0]
SIXTEEN_TILES = "T3SU1H2/PFPH/T2S-U/-T-S 12i7e"  # a Classic city with printed VP
WITH_FLOORS_AND_VP = "MO2FH2U/T2*PO2FS/-TPOF/-PT-S 14i8e"


@pytest.fixture
def evaluation(campaign):
    return open_game(campaign, 1).present[0]


def stored(evaluation):
    return str(Evaluation.objects.for_editor().get(pk=evaluation.pk).as_city)


def wait_until_taken(page):
    """Wait until the site has answered every tap."""
    page.locator("#editor:not([data-busy])").wait_for()


def total(page):
    return int(page.locator("#bar .vp__number").inner_text())


def stop_following(page):
    """Stop the page's requests for changes. It then shows other users' changes only after its next tap."""
    page.evaluate("document.querySelector('[data-follow]').remove()")
    return page


class EditorsThumb(Thumb):
    """A user who enters cities in the editor. `taps` counts taps and key presses."""

    def type(self, text):
        self.page.keyboard.type(text)
        self.taps += len(text)

    def enter(self, text):
        city = City.parse(text)
        for letter in dict.fromkeys(str(building)[0] for building in city.squares if building):
            self.tap(f'.brush:has([value="{letter}"])')
            for name, building in zip(city.board.names, city.squares, strict=True):
                if building and str(building)[0] == letter:
                    for _ in range(building.floors + building.vp):
                        self.tap(f"#board-{name}")
        for name, figure in (("inhabitants", city.inhabitants), ("energy", city.energy)):
            self.tap(f"#{name}")
            self.type(str(figure))
        self.page.keyboard.press("Enter")
        self.taps += 1
        wait_until_taken(self.page)


class Typist:
    """A user who types a city in the order of its notation. `Typist` counts the key presses."""

    def __init__(self, page):
        self.page = page
        self.presses = 0

    def press(self, key):
        self.page.keyboard.press(key)
        self.presses += 1

    def enter(self, text):
        city = City.parse(text)
        self.page.locator("#board-A1").focus()
        last = max(index for index, building in enumerate(city.squares) if building)
        for building in city.squares[: last + 1]:
            for key in str(building).lower() if building else ["ArrowRight"]:
                self.press(key)
        for key in f"i{city.inhabitants}e{city.energy}":
            self.press(key)
        self.press("Enter")
        wait_until_taken(self.page)


# --- The number of taps for a city ------------------------------------------------------------------------------------


def test_a_published_city_entered_by_taps_gives_its_published_total(open_page, owner, expert):
    page = open_page(owner, expert.get_absolute_url(), **PHONE)
    thumb = EditorsThumb(page)
    thumb.enter(REAL_CITY["city"])
    assert total(page) == REAL_CITY["total"] == 103
    assert stored(expert) == str(City.parse(REAL_CITY["city"]))
    assert thumb.taps <= 45


def test_a_city_of_sixteen_tiles_takes_at_most_45_taps_and_moves_nothing_under_the_thumb(open_page, owner, evaluation):
    page = open_page(owner, evaluation.get_absolute_url(), **PHONE)
    note_places(page)
    before = page.locator("#board").bounding_box()
    thumb = EditorsThumb(page)
    thumb.enter(SIXTEEN_TILES)
    assert stored(evaluation) == SIXTEEN_TILES
    assert City.parse(SIXTEEN_TILES).tile_count == 16
    assert thumb.taps <= 45
    assert moved(page) == {}
    assert page.locator("#board").bounding_box() == before


@pytest.mark.parametrize("city", [REAL_CITY["city"], WITH_FLOORS_AND_VP], ids=["published", "with floors and VP"])
def test_a_city_of_twenty_tiles_takes_at_most_40_key_presses(open_page, owner, expert, city):
    page = open_page(owner, expert.get_absolute_url(), **LAPTOP)
    note_places(page)
    typist = Typist(page)
    typist.enter(city)
    assert stored(expert) == str(City.parse(city))
    assert typist.presses <= 40
    assert moved(page) == {}


def box_on_screen(page, target, size):
    box = page.locator(target).bounding_box()
    assert box["x"] >= 0, target
    assert box["x"] + box["width"] <= size["width"], target
    assert box["y"] + box["height"] <= size["height"], target
    return box


SMALLEST = {"390": {"width": 390, "height": 664}, "360": {"width": 360, "height": 560}}


@pytest.fixture(params=[(size, language) for size in SMALLEST for language in ("en", "de", "ru")], ids="-".join)
def small_phone(request):
    """Return the browser settings of a phone. Each test runs with each size in SMALLEST and in each language."""
    size, language = request.param
    return PHONE | {"viewport": SMALLEST[size], "locale": language}


def test_the_whole_board_and_the_dock_fit_one_screen_of_a_phone(open_page, owner, campaign, small_phone):
    size, addresses = small_phone["viewport"], []
    # missions with six to nine kinds of building; in mission 6 a Tower Block can also have Mayor tiles
    for mission in (1, 5, 6, 10):
        evaluation = open_game(campaign, mission).present[0]
        enter(evaluation, REAL_CITY["city"] if mission == 10 else None)
        addresses.append(f"{evaluation.get_absolute_url()}?at=A1")
    addresses.append(f"/calculator/?mission=10&at=B2&city={REAL_CITY['city'].replace(' ', '+')}")
    page = open_page(owner, addresses[0], **small_phone)
    for address in addresses:
        page.goto(address)
        assert page.locator("html").get_attribute("lang") == small_phone["locale"]
        assert not page.locator(".site-nav").is_visible()
        head, board, dock = (box_on_screen(page, part, size) for part in (".editor__head", "#board", "#dock"))
        assert head["y"] + head["height"] <= board["y"], address
        assert board["y"] + board["height"] <= dock["y"], address
        for part in ("#prompt", "#palette", "#steps", "#supply"):
            assert box_on_screen(page, part, size)["y"] >= dock["y"], (address, part)
        boxes = page.locator(".brush, .editor button:not(.visually-hidden)").evaluate_all(
            "them => them.map(one => one.getBoundingClientRect()).filter(box => box.width)"
            ".map(box => [Math.min(box.width, box.height), box.right])"
        )
        assert min(least for least, _right in boxes) >= 24
        assert max(right for _least, right in boxes) <= size["width"]
        assert page.evaluate("document.documentElement.scrollWidth") == size["width"]


def test_neither_head_nor_dock_covers_the_focused_element(open_page, owner, expert):
    enter(expert, REAL_CITY["city"])
    page = open_page(owner, expert.get_absolute_url(), **PHONE | {"viewport": {"width": 360, "height": 560}})
    page.locator("#paste").scroll_into_view_if_needed()
    for target in ("#board-A1", "#do-by-hand", "#id_city"):
        page.locator(target).focus()
        box = page.locator(target).bounding_box()
        assert box["y"] >= page.locator(".editor__head").bounding_box()["y"] + 48, target
        assert box["y"] + min(box["height"], 40) <= page.locator("#dock").bounding_box()["y"], target


# --- Taps that are being sent -----------------------------------------------------------------------------------------


def hold(page):
    """Hold back the requests of taps. Return a function that sends them, and the list of held taps."""
    held = []
    released = []

    def keep(route):
        if route.request.method == "POST" and not released:
            held.append(route)
        else:
            route.continue_()

    page.route("**/games/**", keep)

    def release():
        released.append(True)
        for route in held:
            route.continue_()

    return release, held


def test_a_tapped_square_is_marked_at_once_and_all_quick_taps_are_stored(open_page, owner, evaluation):
    page = open_page(owner, evaluation.get_absolute_url(), **PHONE)
    release, held = hold(page)
    # The square is marked before its click has ended.
    assert page.evaluate("""() => {
        document.getElementById("board-A1").click();
        return document.getElementById("board-A1").matches(".is-pending");
    }""")
    page.locator('.brush:has([value="S"])').tap()
    page.locator("#board-B1").tap()
    page.locator('.brush:has([value="P"])').tap()
    tap(page.locator("#board-C1"))
    assert page.locator(".is-pending").count() == 3
    assert len(held) == 1  # one request is on its way, and two taps wait in line
    release()
    wait_until_taken(page)
    assert stored(evaluation) == "TSP-/----/----/---- 0i0e"


def shown(page, square):
    """Return the code on a square, like "T2", and the name of its drawing, like "tower_block-2"; "" if missing."""
    return page.locator(f"#board-{square}").evaluate(
        "one => [one.querySelector('.square__code')?.textContent ?? '',"
        " one.querySelector('.square__drawing use')?.getAttribute('href').split('#')[1] ?? '']"
    )


def test_square_and_counter_change_before_the_server_has_answered(open_page, owner, evaluation):
    enter(evaluation, "H3---/S---/----/---- 1i1e")
    page = open_page(owner, evaluation.get_absolute_url(), **PHONE)
    before = total(page)
    release, held = hold(page)
    taps = [("T", "B2"), ("T", "B2"), ("T", "C2"), ("H", "A1"), ("P", "A2")]
    seen = page.evaluate(
        """taps => taps.map(([letter, name]) => {
            document.querySelector(`.brush__input[value="${letter}"]`).click();
            const square = document.getElementById(`board-${name}`);
            square.click();
            return [square.querySelector(".square__code").textContent, square.matches(".is-pending")];
        })""",
        taps,
    )
    assert seen == [["T1", True], ["T2", True], ["T1", True], ["H", True], ["P", True]]
    assert shown(page, "B2") == ["T2", "tower_block-2"]
    assert page.locator("#tiles").inner_text() == "5 of 16 tiles"
    assert total(page) == before  # only the server computes points
    assert page.locator("[data-total]").get_attribute("data-on-its-way") is not None
    page.wait_for_timeout(100)
    assert len(held) == 1
    with page.expect_request(lambda request: request.method == "POST") as together:
        release()
    wait_until_taken(page)
    assert together.value.post_data.count("tap=") == 4, "those that waited travel together"
    assert stored(evaluation) == "H---/PT2T-/----/---- 1i1e"
    assert shown(page, "B2") == ["T2", "tower_block-2"]
    assert page.locator("#tiles").inner_text() == "5 of 16 tiles"
    assert page.locator(".is-pending").count() == 0
    assert page.locator("[data-total]").get_attribute("data-on-its-way") is None


@pytest.mark.browser(complaints=("409",))
def test_a_tap_that_the_server_refuses_is_undone_with_a_message(open_page, owner, member, evaluation):
    page = stop_following(open_page(owner, evaluation.get_absolute_url(), **PHONE))
    enter(evaluation, "T---/----/----/---- 0i0e")
    release, _held = hold(page)
    page.locator('.brush:has([value="S"])').tap()
    tap(page.locator("#board-A1"))
    assert shown(page, "A1") == ["S", "shop"]
    release()
    page.locator("#said[data-refused]").wait_for()
    assert shown(page, "A1") == ["T1", "tower_block-1"]
    assert stored(evaluation) == "T---/----/----/---- 0i0e"


def test_a_tray_for_another_square_ignores_taps(open_page, owner, evaluation):
    page = open_page(owner, evaluation.get_absolute_url(), **PHONE)
    page.locator("#board-A1").tap()
    wait_until_taken(page)
    release, _held = hold(page)
    tap(page.locator("#board-B1"))
    assert page.locator("#tray[inert]", has_text="A1").count() == 1
    release()
    page.locator("#tray:not([inert])", has_text="B1").locator("#tray-3").tap()
    wait_until_taken(page)
    assert stored(evaluation) == "TT3--/----/----/---- 0i0e"


def test_a_supply_counts_while_it_is_typed(open_page, owner, evaluation):
    enter(evaluation, "T---/----/----/---- 0i0e")
    page = open_page(owner, evaluation.get_absolute_url(), **PHONE)
    page.locator("#to-supply").tap()
    page.keyboard.type("125")
    page.locator("#id_city", has_text="T---/----/----/---- 12i5e").wait_for()
    assert page.evaluate("document.activeElement.id") == "energy"
    assert page.locator("#done").is_visible()


def test_a_stepper_tapped_quickly_sends_its_last_figure(open_page, owner, evaluation):
    page = open_page(owner, evaluation.get_absolute_url(), **PHONE)
    for _ in range(6):
        page.locator("#supply [data-step=up] >> nth=0").tap()
    wait_until_taken(page)
    assert stored(evaluation).endswith(" 6i0e")


# --- Keyboard and screen readers --------------------------------------------------------------------------------------


def test_focus_stays_where_it_was(open_page, owner, evaluation):
    page = open_page(owner, evaluation.get_absolute_url(), **LAPTOP)
    page.locator("#board-B2").focus()
    page.keyboard.press("Enter")
    wait_until_taken(page)
    assert page.evaluate("document.activeElement.id") == "board-B2"
    page.locator("#tray-3").click()
    wait_until_taken(page)
    assert page.evaluate("document.activeElement.id") == "tray-3"
    page.locator("#tray-clear").click()
    wait_until_taken(page)
    assert page.evaluate("document.activeElement.id") == "board-B2"


def test_keys_change_and_remove_the_last_typed_building(open_page, owner, evaluation):
    page = open_page(owner, evaluation.get_absolute_url(), **LAPTOP)
    page.locator("#board-C4").focus()
    for key in ["t", "3", "*", "+", "h", "+", "-", "ArrowUp", "s", "Backspace"]:
        page.keyboard.press(key)
    wait_until_taken(page)
    assert stored(evaluation) == "----/----/----/--T4*H 0i0e"
    page.keyboard.press("Control+z")
    wait_until_taken(page)
    assert stored(evaluation) == "----/----/---S/--T4*H 0i0e"
    page.keyboard.press("Control+y")
    wait_until_taken(page)
    assert stored(evaluation) == "----/----/----/--T4*H 0i0e"


def test_the_label_of_each_square_has_place_building_state_and_points(open_page, owner, evaluation):
    enter(evaluation, "T3SU1-/P-FH2/----/---- 12i5e")
    page = open_page(owner, evaluation.get_absolute_url(), **LAPTOP)
    page.locator("#board-B1").focus()
    page.keyboard.press("Enter")
    page.locator("#announcer", has_text="B1, Tower Block").wait_for(state="attached")
    assert page.locator("#board-A1").get_attribute("aria-label") == "A1, Tower Block, 3 floors, 6 points"
    assert page.locator("#board-B2").get_attribute("aria-label") == "B2, empty"


def test_resources_by_hand_at_the_keyboard(open_page, owner, evaluation):
    enter(evaluation, "S---/----/----/---- 4i1e")
    page = open_page(owner, evaluation.get_absolute_url(), **LAPTOP)
    page.locator("#do-by-hand").click()
    wait_until_taken(page)
    page.locator("#board-A1").focus()
    page.keyboard.press("2")
    wait_until_taken(page)
    assert "VP left in the supply" in page.locator("#advice").inner_text()
    assert stored(evaluation).endswith(" 2.../..../..../....")


def test_score_lines_highlight_their_squares_and_squares_their_lines(open_page, owner, evaluation):
    enter(evaluation, "T3SU1-/P-FH2/----/---- 12i5e")
    page = open_page(owner, evaluation.get_absolute_url(), **TABLET)
    tap(page.locator('.sheet-line[data-squares="A2 A1"]'))
    assert page.locator(".square.is-lit").evaluate_all("them => them.map(one => one.dataset.square)") == ["A1", "A2"]
    page.locator('.brush:has([value=""])').tap()
    page.locator("#board-B1").tap()
    wait_until_taken(page)
    lit = page.locator(".sheet-line.is-lit").evaluate_all("them => them.map(one => one.dataset.squares)")
    assert lit
    assert all("B1" in squares.split() for squares in lit)


# --- Without scripts --------------------------------------------------------------------------------------------------


def test_a_city_is_entered_without_scripts(open_page, owner, evaluation):
    page = open_page(owner, evaluation.get_absolute_url(), java_script_enabled=False, **PHONE)
    page.locator('.brush:has([value="S"])').click()
    page.locator("#board-B2").click()
    page.locator("#board-B3").click()
    page.locator("#inhabitants").fill("4")
    page.locator("#energy").fill("2")
    page.get_by_role("button", name="Apply").click()
    assert stored(evaluation) == "----/-S--/-S--/---- 4i2e"
    assert total(page) == 7
    page.locator("#undo").click()
    assert stored(evaluation).endswith("0i0e")


# --- The way to the next city -----------------------------------------------------------------------------------------


def test_a_full_city_asks_for_the_supply_and_links_to_the_next_city(open_page, owner, campaign):
    ada, ben, _cleo = open_game(campaign, 1).present
    enter(ada, "TTTT/PPPP/SSSS/UUU- 0i0e")
    page = open_page(owner, ada.get_absolute_url(), **PHONE)
    page.locator('.brush:has([value="U"])').tap()
    page.locator("#board-D4").tap()
    wait_until_taken(page)
    tap(page.get_by_role("link", name="Now your Inhabitants and Energy"))
    assert page.evaluate("document.activeElement.id") == "inhabitants"
    page.keyboard.type("9")
    page.keyboard.press("Enter")
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    wait_until_taken(page)
    assert stored(ada).endswith(" 9i7e")
    page.get_by_role("link", name="Done: next is Ben").tap()
    page.wait_for_url("**" + ben.get_absolute_url())


# --- The pad ----------------------------------------------------------------------------------------------------------


def test_the_pad_counts_while_it_is_typed(open_page, owner, evaluation):
    page = open_page(owner, evaluation.get_absolute_url() + "pad/", **PHONE)
    page.locator("#id_tower_block").tap()
    page.keyboard.type("3+6+2")
    page.locator("#pad-total", has_text=re.compile("11")).wait_for()
    assert page.evaluate("document.activeElement.id") == "id_tower_block"
    page.get_by_role("button", name="Save").tap()
    page.wait_for_url("**/games/*/")
    assert Evaluation.objects.get(pk=evaluation.pk).pad == {"tower_block": "3+6+2"}


@pytest.mark.browser(complaints=("409",))
def test_what_was_typed_on_a_pad_and_not_saved_survives_a_reload(open_page, owner, member, evaluation):
    page = open_page(owner, evaluation.get_absolute_url() + "pad/", **PHONE)
    page.locator("#id_tower_block").fill("3+6+2")
    evaluation.record({"tower_block": "7", "shop": "2"}, version=0)
    page.reload()
    page.locator("#pad-total", has_text=re.compile("13")).wait_for()
    page.get_by_role("button", name="Save").tap()
    page.locator(".alert", has_text="typed Tower Blocks").wait_for()
    page.locator("#id_tower_block").fill("3+6+3")
    page.get_by_role("button", name="Save").tap()
    page.wait_for_url("**/games/*/")
    assert Evaluation.objects.get(pk=evaluation.pk).pad == {"tower_block": "3+6+3", "shop": "2"}
    page.goto(evaluation.get_absolute_url() + "pad/")
    assert page.locator("#id_tower_block").input_value() == "3+6+3"
