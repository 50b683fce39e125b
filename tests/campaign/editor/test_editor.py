"""The city editor: what each tap does, what it costs, what becomes of those that come too late or make no sense."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from campaign.editor.moves import Do
from campaign.models import Evaluation
from campaign.models.history import UNNAMED
from scoring import City, settle
from tests.factories import UserFactory, enter, finished_game, open_game
from tests.pages import Page

pytestmark = pytest.mark.django_db

EMPTY = "----/----/----/---- 0i0e"
REAL_CITY = "-OFH-/TPOFS/GTPOF/T4GT-S 17i9e"  # the first of tests/scoring/boards.json, 103 VP
HTMX = {"HX-Request": "true", "HX-Target": "city"}


class Editor:
    """Somebody at the editor of one evaluation, tapping as htmx does."""

    def __init__(self, client, evaluation):
        self.client = client
        self.evaluation = evaluation
        self.address = evaluation.get_absolute_url()
        self.version = evaluation.version
        self.response = None

    def tap(self, square="", do="", **more):
        values = {"version": self.version, "square": square, "do": do, **more}
        self.response = self.client.post(self.address, values, headers=HTMX)
        if self.response.status_code == 200:
            self.version = int(Page(self.response).all("[name=version]")[0].get("value"))
        return self

    @property
    def page(self):
        return unescape(self.response.content.decode())

    @property
    def said(self):
        return " ".join(Page(self.response).each("#said"))

    @property
    def whole_page(self):
        return unescape(self.client.get(self.address).content.decode())

    @property
    def city(self):
        self.evaluation.refresh_from_db()
        return str(self.evaluation.as_city or EMPTY)


@pytest.fixture
def editor(as_owner, campaign):
    return Editor(as_owner, open_game(campaign, 1).present[0])


@pytest.fixture
def expert(as_owner, campaign):
    return Editor(as_owner, open_game(campaign, 10).present[0])


# --- What a tap does --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "tap", "after"),
    [
        pytest.param(EMPTY, {"square": "B1", "brush": "S"}, "-S--", id="a brush places its building"),
        pytest.param("T---", {"square": "A1", "brush": "T"}, "T2---", id="again on a tower, one floor more"),
        pytest.param("H---", {"square": "A1", "brush": "H"}, "H1---", id="again on a Harbor, one printed VP more"),
        pytest.param("H3---", {"square": "A1", "brush": "H"}, "H---", id="printed VP go round"),
        pytest.param("U2---", {"square": "A1", "brush": "U"}, "U---", id="on a Public Service too"),
        pytest.param("S---", {"square": "A1", "brush": "S"}, "S---", id="a Shop is a Shop"),
        pytest.param("T3---", {"square": "A1", "brush": "P"}, "P---", id="another brush replaces"),
        pytest.param("T3---", {"square": "A1", "brush": ""}, "T3---", id="without a brush nothing changes"),
        pytest.param("T3---", {"square": "A1", "brush": "T", "do": "type"}, "T---", id="a typed letter starts anew"),
        pytest.param("T---", {"at": "A1", "do": "up"}, "T2---", id="up"),
        pytest.param("T2---", {"at": "A1", "do": "down"}, "T---", id="down"),
        pytest.param("U---", {"square": "A1", "do": "digit", "digit": "2"}, "U2---", id="a digit is printed VP"),
        pytest.param("T---", {"square": "A1", "do": "digit", "digit": "4"}, "T4---", id="or floors"),
        pytest.param("T2---", {"square": "A1", "do": "mayor"}, "T2*---", id="a Mayor tile"),
        pytest.param("T2**---", {"square": "A1", "do": "mayor"}, "T2---", id="no more Mayor tiles than floors"),
        pytest.param("T2**---", {"square": "A1", "do": "down"}, "T*---", id="a floor less takes its Mayor tile along"),
        pytest.param("TS--", {"square": "A1", "do": "clear"}, "-S--", id="clear"),
    ],
)
def test_a_tap(editor, before, tap, after):
    editor.version = 0
    if before != EMPTY:
        enter(editor.evaluation, f"{before}/----/----/---- 3i2e")
        editor.version = 1
    editor.tap(**tap)
    assert editor.response.status_code == 200
    assert editor.city.startswith(f"{after}/")


@pytest.mark.parametrize(
    ("before", "tap", "sentence"),
    [
        ("T4---", {"square": "A1", "brush": "T"}, "A1: 4 floors at most."),
        ("T---", {"square": "A1", "do": "down"}, "A1: 1 floor at least."),
        ("H3---", {"square": "A1", "do": "up"}, "A1: 3 printed VP at most."),
        ("H---", {"square": "A1", "do": "down"}, "A1: 0 printed VP at least."),
        ("T---", {"square": "A1", "do": "digit", "digit": "9"}, "A1: 4 floors at most."),
        ("S---", {"square": "A1", "do": "up"}, "A1: a digit means nothing on this building (Shop)."),
        ("S---", {"square": "A1", "do": "mayor"}, "the Mayor mark * stands only behind a Tower Block"),
        ("S---", {"square": "B1", "do": "up"}, "B1 is empty (-), so nothing can follow on that square."),
        ("S---", {"square": "A1", "brush": "M"}, "A1: Monument belongs to Expert Mode"),
    ],
)
def test_what_cannot_be_is_said_and_changes_nothing(editor, before, tap, sentence):
    city = f"{before}/----/----/---- 3i2e"
    enter(editor.evaluation, city)
    editor.version = 1
    editor.tap(**tap)
    assert editor.response.status_code == 200
    assert sentence in editor.said
    assert editor.city == city


def test_the_seventeenth_tile_is_said_where_tiles_are_counted(editor):
    enter(editor.evaluation, "T4T4T4T4/----/----/---- 0i4e")
    editor.version = 1
    editor.tap("A2", brush="S")
    assert "17 of 16 tiles" in editor.page
    assert "17 tiles built, but a game has only 16 turns." in editor.page


@pytest.mark.parametrize(
    ("mission", "letters"),
    [(1, "TSUPFH"), (2, "TSUPGFH"), (5, "TSUPFHOM"), (10, "TSUPGFHOM")],
)
def test_the_palette_has_what_the_mission_has(as_owner, campaign, mission, letters):
    page = Page(as_owner.get(open_game(campaign, mission).present[0].get_absolute_url()))
    assert page.each("[name=brush]:not([value=''])", "value") == list(letters)


# --- One tap, one request, six queries --------------------------------------------------------------------------------


def test_a_real_city_of_twenty_tiles_takes_at_most_one_request_a_tap(expert, django_assert_max_num_queries):
    city = City.parse(REAL_CITY)
    taps = 0
    for name, building in zip(city.board.names, city.squares, strict=True):
        for _ in range(building.floors if building else 0):
            with django_assert_max_num_queries(6):  # session, user, campaign, evaluation; the write and its history
                expert.tap(name, brush=str(building)[0])
            taps += 1
    with django_assert_max_num_queries(6):
        expert.tap(do="supply", inhabitants="17", energy="9")
    assert taps == city.tiles == 20
    assert expert.city == REAL_CITY
    assert '<span class="vp__number">103</span>' in expert.page


def test_a_whole_city_takes_few_queries_more_to_show(as_owner, campaign, django_assert_max_num_queries):
    evaluation = open_game(campaign, 10).present[0]
    enter(evaluation, REAL_CITY)
    with django_assert_max_num_queries(6):  # session, user, campaign, evaluation, history, who is next
        as_owner.get(evaluation.get_absolute_url())


def test_from_each_city_a_link_leads_to_the_next_clockwise(as_owner, campaign):
    ada, ben, cleo = open_game(campaign).present
    for evaluation, following in ((ada, ben), (ben, cleo), (cleo, ada)):
        link = Page(as_owner.get(evaluation.get_absolute_url())).one("a[rel=next]")
        assert (link.get("href"), link.get("aria-label")) == (
            following.get_absolute_url(),
            f"Next: {following.player.name}",
        )


def test_a_tap_that_changes_nothing_writes_nothing(editor):
    editor.tap("A1", brush="")
    assert Evaluation.objects.get(pk=editor.evaluation.pk).version == 0


def test_a_city_that_is_cleared_again_is_not_in(editor):
    editor.tap("A1", brush="T").tap("A1", do="clear")
    editor.evaluation.refresh_from_db()
    assert not editor.evaluation.is_in


# --- Supply -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("figure", ["", "x", "-1", "1.5", "1000", "9" * 10_000, "🏙️", "٣ ٤"])
def test_a_bad_supply_is_explained_and_kept_as_typed(editor, figure):
    editor.tap(do="supply", inhabitants=figure, energy="1")
    assert editor.response.status_code == 200
    assert "Type a whole number from 0 to 999." in editor.said
    assert f'value="{figure}"' in editor.page
    assert editor.city == EMPTY


def test_what_stands_in_the_steppers_comes_along_with_a_tap(editor):
    editor.tap("A1", brush="T", inhabitants="4", energy="2")
    assert editor.city == "T---/----/----/---- 4i2e"


def test_until_there_is_a_supply_nothing_is_hatched_and_the_box_check_waits_for_it(editor):
    editor.tap("A1", brush="T").tap("B1", brush="S")
    assert "not activated" not in editor.page
    assert "is-idle" not in editor.page
    assert "Energy Units" not in Page(editor.response).words("#findings")
    editor.tap(do="supply", inhabitants="1", energy="0")
    assert 'aria-label="A1, Tower Block, 1 floor, not activated' in editor.page


def test_a_full_city_asks_for_the_supply_and_then_leads_on(editor):
    ada, ben, cleo = editor.evaluation.game.present
    for name in ("A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2", "A3", "B3", "C3", "D3", "A4", "B4", "C4"):
        editor.tap(name, brush="P")
    assert 'id="done"' not in editor.page
    editor.tap("D4", brush="P")
    assert editor.said == "Now your Inhabitants and Energy"
    assert 'id="done"' not in editor.page
    editor.tap(do="supply", inhabitants="1", energy="1")
    assert "All tiles are placed." in editor.page
    assert link_on(editor) == ("Done: next is Ben", ben.get_absolute_url())
    enter(ben)
    editor.tap(do="supply", inhabitants="2", energy="1")
    assert link_on(editor) == ("Done: next is Cleo", cleo.get_absolute_url())
    enter(cleo)
    editor.tap("D4", brush="")
    assert link_on(editor) == ("Finish", ada.game.get_absolute_url())


def link_on(editor):
    link = Page(editor.response).one("#done")
    return link.get("aria-label"), link.get("href")


# --- By hand ----------------------------------------------------------------------------------------------------------


def test_resources_are_moved_by_hand(editor):
    enter(editor.evaluation, "T3S--/P-F-/----/---- 2i2e")
    editor.version = 1
    editor.tap(do="by_hand")
    editor.evaluation.refresh_from_db()
    best = settle(editor.evaluation.as_city.unsettled, editor.evaluation.game.rules)
    assert editor.evaluation.allocation == str(best)
    assert "No better use exists" in editor.page
    editor.tap("A1")
    assert editor.city.endswith(" .2../+.../..../....")
    assert "VP left in the supply" in editor.page
    editor.tap("A2")
    assert editor.city.endswith(" .2../e.../..../....")
    editor.tap("A1")
    assert "no Energy Unit is left" in editor.said
    assert "A1" in editor.said
    editor.tap(do="best")
    assert editor.city == "T3S--/P-F-/----/---- 2i2e"


@pytest.mark.parametrize(
    ("tap", "mark"),
    [
        ({"do": "tap"}, "3"),
        ({"do": "up"}, "3"),
        ({"do": "down"}, "1"),
        ({"do": "digit", "digit": "0"}, "0"),
        ({"do": "digit", "digit": "4"}, "4"),
    ],
)
def test_customers_of_a_shop(editor, tap, mark):
    enter(editor.evaluation, "S---/----/----/---- 4i1e 2.../..../..../....")
    editor.version = 1
    editor.tap("A1", **tap)
    assert editor.city.endswith(f" {mark}.../..../..../....")


def test_a_shop_that_has_everybody_closes_at_the_next_tap(editor):
    enter(editor.evaluation, "S---/----/----/---- 2i1e 2.../..../..../....")
    editor.version = 1
    editor.tap("A1")
    assert editor.city.endswith(" ..../..../..../....")


def test_a_smaller_supply_takes_back_what_is_not_there_any_more(editor):
    enter(editor.evaluation, "S---/F---/----/---- 3i1e 2.../+.../..../....")
    editor.version = 1
    editor.tap(do="supply", inhabitants="2", energy="1")
    assert editor.city == "S---/F---/----/---- 2i1e 2.../..../..../...."


@pytest.mark.parametrize("tap", [{"square": "B1"}, {"square": "A2"}, {"square": "A1", "do": "type", "brush": "P"}])
def test_what_cannot_be_given_by_hand_is_said(editor, tap):
    city = "S---/P---/----/---- 2i0e ..../+.../..../...."
    enter(editor.evaluation, city)
    editor.version = 1
    editor.tap(**tap)
    assert "data-refused" in editor.page
    assert editor.city == city


# --- Taps that travel together ----------------------------------------------------------------------------------------


def together(editor, *taps):
    """Send taps as a page does when an answer was awaited before them."""
    sent = [urlencode({"key": f"k{number}"} | tap) for number, tap in enumerate(taps)]
    editor.response = editor.client.post(editor.address, {"version": editor.version, "tap": sent}, headers=HTMX)
    if editor.response.status_code == 200:
        editor.version = int(re.search(r'name="version" value="(\d+)"', editor.page)[1])
    return editor


SHOP, FACTORY = {"square": "A1", "brush": "S"}, {"square": "B1", "brush": "F"}


def test_taps_that_come_together_are_each_a_step_of_the_history(editor):
    together(editor, SHOP, FACTORY, {"do": "supply", "inhabitants": 3, "energy": 2})
    assert editor.city == "SF--/----/----/---- 3i2e"
    steps = editor.evaluation.history.filter(version__gt=0).order_by("history_id")
    assert list(steps.values_list("version", "city")) == [
        (1, "S---/----/----/---- 0i0e"),
        (2, "SF--/----/----/---- 0i0e"),
        (3, "SF--/----/----/---- 3i2e"),
    ]
    editor.tap(do="undo")
    assert editor.city == "SF--/----/----/---- 0i0e"


@pytest.mark.parametrize("count", [1, 20])
def test_taps_that_come_together_take_as_many_queries_as_one(editor, count, django_assert_num_queries):
    names = editor.evaluation.game.rules.board.names
    with django_assert_num_queries(6):
        together(editor, *({"square": name, "brush": "T"} for name in (names + names)[:count]))
    assert editor.evaluation.history.filter(version__gt=0).count() == count


def test_taps_that_come_together_and_again_are_carried_out_once(editor):
    taps = [SHOP, {"square": "B1", "brush": "T"}, {"square": "B1", "brush": "T"}]
    together(editor, *taps)
    editor.version = 0  # the answer was lost
    together(editor, *taps)
    assert editor.city == "ST2--/----/----/---- 0i0e"
    assert editor.evaluation.version == 3


def test_one_tap_of_several_is_refused_with_its_sentence_and_the_others_count(editor):
    together(editor, SHOP, {"square": "A1", "do": "up"}, FACTORY)
    assert editor.city == "SF--/----/----/---- 0i0e"
    assert "A1" in editor.said


def test_a_tap_of_several_that_comes_too_late_ends_them(editor, member):
    other = Client()
    other.force_login(member)
    Editor(other, editor.evaluation).tap("B1", brush="U")
    together(editor, SHOP, FACTORY, {"square": "C1", "brush": "T"})
    assert editor.response.status_code == 409
    assert editor.city == "SU--/----/----/---- 0i0e"
    assert "B1" in editor.said


def test_the_supply_is_what_was_typed_last_even_if_that_is_what_stood_there_first(editor):
    figures = [{"inhabitants": 5, "energy": 1}, {"inhabitants": 0, "energy": 0}]
    together(editor, SHOP, *({"do": "supply", **each} for each in figures))
    assert editor.city == "S---/----/----/---- 0i0e"


def test_a_tap_after_four_hundred_costs_what_the_first_did(editor, django_assert_num_queries):
    def cost(square):
        shown = " ".join(tags(editor.whole_page).values())
        with django_assert_num_queries(6):
            editor.tap(square, brush="P", seen=shown)
        return len(editor.response.content)

    first = cost("A1")
    cities = (City.parse("P---/----/----/---- 1i0e"), City.parse("P---/----/----/---- 0i0e"))
    editor.evaluation.refresh_from_db()
    editor.evaluation.record_each([(city, UNNAMED) for city in cities * 200], version=editor.version)
    editor.version = editor.evaluation.version
    assert editor.version == 401
    assert cost("B1") < first * 1.5


def test_undo_travels_alone(editor):
    together(editor, SHOP, {"do": "undo"})
    assert editor.city == "S---/----/----/---- 0i0e"


def test_more_taps_than_a_page_sends_at_once_are_refused(editor):
    together(editor, *[SHOP] * 21)
    assert editor.response.status_code == 400
    assert editor.city == EMPTY


# --- What an answer brings --------------------------------------------------------------------------------------------


def tags(page):
    """The parts of a page by their ids, each with the tag of what it shows."""
    parts = (part for part in re.findall(r"<\w+[^>]*>", page) if "data-part" in part)
    return {re.search(r'\sid="([^"]*)"', part)[1]: re.search(r'data-part="([^"]*)"', part)[1] for part in parts}


def test_a_tap_brings_what_has_changed_and_nothing_else(editor):
    shown = tags(editor.whole_page)
    editor.tap("A1", brush="P", seen=" ".join(shown.values()))
    assert {"board-A1", "bar", "state", "line", "prompt", "steps"} <= tags(editor.page).keys()
    assert "board-B1" not in tags(editor.page)
    shown |= tags(editor.page)
    editor.tap("C3", brush="T", seen=" ".join(shown.values()))
    squares = {name for name in tags(editor.page) if name.startswith("board-")}
    assert squares == {"board-A1", "board-C3"}, "the one that was chosen, and the one that is"
    shown |= tags(editor.page)
    editor.tap("C3", brush="T", seen=" ".join(shown.values()))
    assert "sheet" not in tags(editor.page)
    assert "sheet-tower_block" in tags(editor.page)


def test_a_page_that_took_taps_shows_what_it_shows_when_it_is_loaded_anew(editor):
    shown = tags(editor.whole_page)
    taps = ({"square": "A1", "brush": "S"}, {"square": "B1", "brush": "F"}, {"square": "C1", "brush": "P"})
    for tap in (*taps, {"do": "supply", "at": "C1", "inhabitants": 4, "energy": 3}):
        editor.tap(**tap, seen=" ".join(shown.values()))
        shown |= tags(editor.page)
    anew = tags(editor.whole_page)
    of_the_steppers = {"supply"}  # they stay as they were typed
    assert {name: shown[name] for name in anew.keys() - of_the_steppers} == {
        name: anew[name] for name in anew.keys() - of_the_steppers
    }


# --- What was replaced, and undone ---------------------------------------------------------------------------------


def test_a_replaced_building_is_said_with_an_undo(editor):
    editor.tap("B3", brush="T").tap("B3", brush="S")
    assert editor.said == "B3: Shop replaces Tower Block."
    assert Page(editor.response).has("button.prompt__offer[value=undo]")
    editor.tap(do="undo")
    assert editor.city == "----/----/-T--/---- 0i0e"
    assert editor.said.startswith("Undone: B3 Shop (you, ")
    assert Page(editor.response).has("button.prompt__offer[value=redo]")


def undoes(page):
    return Page(page).one("#undo").get("aria-label")


def test_undo_names_square_and_building(editor):
    editor.tap("B3", brush="T")
    assert undoes(editor.page) == undoes(editor.whole_page) == "Undo B3 Tower Block"
    editor.tap("B3", do="clear")
    assert undoes(editor.page) == undoes(editor.whole_page) == "Undo B3 Tower Block"
    editor.tap(do="supply", inhabitants="3", energy="1")
    assert undoes(editor.page) == undoes(editor.whole_page) == "Undo the supply"
    editor.tap(do="paste", city="TTTT/T---/----/---- 3i1e")
    assert undoes(editor.page) == undoes(editor.whole_page) == "Undo the city"


# --- Undo and redo ----------------------------------------------------------------------------------------------------


def test_undo_and_redo_outlive_reloads_and_devices(editor, member):
    editor.tap("A1", brush="T").tap("B1", brush="S").tap("C1", brush="P")
    elsewhere = Client()
    elsewhere.force_login(member)
    other = Editor(elsewhere, Evaluation.objects.for_editor().get(pk=editor.evaluation.pk))
    other.tap(do="undo").tap(do="undo")
    assert other.city.startswith("T---/")
    other.tap(do="redo")
    assert other.city.startswith("TS--/")
    assert re.fullmatch(r"Done again: B1 Shop \(the owner of the campaign, \d\d:\d\d\)\.", other.said)
    other.tap("D1", brush="F")
    other.tap(do="redo")
    assert other.said == "There is nothing to redo."
    for _ in range(3):
        other.tap(do="undo")
    assert other.city == EMPTY
    assert other.said.startswith("Undone: A1 Tower Block (the owner of the campaign, ")
    other.tap(do="undo")
    assert other.said == "There is nothing to undo."


def test_undo_brings_a_score_pad_back(editor):
    editor.evaluation.record_pad({"shop": "3+4"}, version=0)
    editor.version = 1
    editor.tap("A1", brush="T").tap(do="undo")
    editor.evaluation.refresh_from_db()
    assert editor.evaluation.pad == {"shop": "3+4"}


def test_undo_after_reopening_goes_back_to_before_the_last_tap(editor):
    editor.tap("A1", brush="T").tap("B1", brush="S")
    for evaluation in editor.evaluation.game.present[1:]:
        enter(evaluation)
    game = type(editor.evaluation.game).objects.get()
    game.finish()
    game.reopen()
    editor.evaluation.refresh_from_db()
    editor.version = editor.evaluation.version
    editor.tap(do="undo")
    assert editor.city.startswith("T---/")


# --- The line of text -------------------------------------------------------------------------------------------------


def test_a_pasted_city_takes_the_place_of_the_old_one(expert):
    expert.tap("A1", brush="T").tap(do="paste", city=REAL_CITY)
    assert expert.city == REAL_CITY
    assert 'id="supply"' in expert.page


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "A city is a line such as"),
        ("T5---/----/----/---- 0i0e", "A1: Tower Block with 5 floors"),
        (REAL_CITY, "This city stands on the board of Expert Mode"),
        ("T" * 10_000, "a city never needs more than 200"),
        ("🏙️---/----/----/---- 0i0e", "does not belong to the notation"),
        ("----/----/----/---- 1000i0e", "No city has more than 999"),
        ("T---/----/----/---- -1i0e", "is no supply"),
        ("<script>alert(1)</script>", "Row 1 has 16 squares"),
    ],
)
def test_a_bad_line_is_explained_at_the_field_and_kept(editor, text, sentence):
    editor.tap(do="paste", city=text)
    assert editor.response.status_code == 200
    assert sentence in editor.page
    assert text in editor.page
    assert "<script>alert" not in editor.response.content.decode()
    assert editor.city == EMPTY


@pytest.mark.parametrize(
    "text",
    [
        "t3su1-/p-fh2/----/---- 12i5e",
        "T3SU1-/P-FH2/----/---- 12I5E",
        "t3su1-/p-fh2/----/---- 12i5E +4+./e.++/..../....",
    ],
)
def test_a_pasted_line_is_read_in_small_letters_too(editor, text):
    editor.tap(do="paste", city=text)
    assert editor.response.status_code == 200
    assert editor.city.startswith("T3SU1-/P-FH2/----/---- 12i5e")


def test_the_wrong_character_is_marked(editor):
    editor.tap(do="paste", city="TX--/----/----/---- 0i0e")
    assert "<code>T<mark>X</mark>--/" in editor.page


# --- Versions ---------------------------------------------------------------------------------------------------------


def test_the_slower_of_two_phones_sees_what_the_other_did(editor, member, campaign):
    elsewhere = Client()
    elsewhere.force_login(member)
    other = Editor(elsewhere, editor.evaluation)
    other.tap("B3", brush="S")
    editor.tap("B3", brush="T")
    assert editor.response.status_code == 409
    assert editor.said == "Ben changed B3 first. Your change was not saved."
    assert 'aria-label="B3, Shop' in editor.page
    assert editor.city == "----/----/-S--/---- 0i0e"
    editor.version = 1
    editor.tap("B3", brush="T")
    assert editor.city == "----/----/-T--/---- 0i0e"


def test_two_phones_on_two_squares_of_one_city_both_get_their_tap(editor, member):
    elsewhere = Client()
    elsewhere.force_login(member)
    other = Editor(elsewhere, editor.evaluation)
    other.tap("B3", brush="S").tap(do="supply", inhabitants="4", energy="2")
    editor.tap("A1", brush="T", inhabitants="0", energy="0")
    assert editor.response.status_code == 200
    assert editor.said == "Ben changed B3."
    assert editor.city == "T---/----/-S--/---- 4i2e"
    assert 'value="4"' in editor.page
    assert editor.evaluation.history.filter(version=3).count() == 1  # a step each


def test_a_supply_that_somebody_else_changed_meanwhile_is_not_written_over(editor):
    editor.tap(do="supply", inhabitants="4", energy="2")
    editor.version = 0
    editor.tap("A1", brush="T", inhabitants="7", energy="0")
    assert editor.response.status_code == 409
    assert editor.city.endswith(" 4i2e")


@pytest.mark.parametrize("tap", [{"do": "undo"}, {"do": "paste", "city": "TT--/----/----/---- 0i0e"}])
def test_what_is_meant_for_a_whole_city_does_not_come_too_late(editor, tap):
    editor.tap("A1", brush="T")
    editor.version = 0
    editor.tap(**tap)
    assert editor.response.status_code == 409
    assert editor.city.startswith("T---/")


def test_a_tap_from_before_a_game_was_finished_and_reopened_comes_too_late(editor):
    game = editor.evaluation.game
    for evaluation in game.present:
        enter(evaluation)
    editor.evaluation.refresh_from_db()
    before, version = editor.city, editor.evaluation.version
    game.finish()
    game.reopen()
    editor.version = version
    editor.tap("D4", brush="T")
    assert editor.response.status_code == 409
    assert editor.city == before


def test_resources_by_hand_on_two_phones_collide_on_the_same_building_only(editor):
    enter(editor.evaluation, "SS--/----/----/---- 4i2e 1.../..../..../....")
    editor.version = 1
    editor.tap("A1")
    assert editor.city.endswith(" 2.../..../..../....")
    editor.version = 1
    editor.tap("A1")
    assert editor.response.status_code == 409
    editor.version = 1
    editor.tap("B1")
    assert editor.response.status_code == 200
    assert editor.city.endswith(" 20../..../..../....")


def test_a_tap_sent_again_for_want_of_an_answer_counts_once(editor):
    editor.tap("A1", brush="T", key="one-tap")
    editor.version = 0
    editor.tap("A1", brush="T", key="one-tap")
    assert editor.response.status_code == 200
    assert editor.city.startswith("T---/")


def test_a_pasted_line_survives_a_conflict(editor):
    editor.tap("A1", brush="T")
    editor.version = 0
    line = "SS--/----/----/---- 1i1e"
    editor.tap(do="paste", city=line)
    assert editor.response.status_code == 409
    assert line in editor.page


def test_a_finished_game_refuses_with_a_sentence(as_owner, campaign):
    evaluation = finished_game(campaign).present[0]
    editor = Editor(as_owner, Evaluation.objects.for_editor().get(pk=evaluation.pk))
    before = editor.city
    editor.tap("A1", brush="S")
    assert editor.response.status_code == 409
    assert "This game is finished" in editor.said
    assert editor.city == before
    page = as_owner.get(editor.address).content.decode()
    assert "This game is finished" in page
    assert 'id="palette"' not in page


# --- Nonsense ---------------------------------------------------------------------------------------------------------

NONSENSE = ["", "x", "-1", "Z9", "🏙️", "0" * 10_000, "<b>", "NaN", "1e9"]


@pytest.mark.parametrize("text", NONSENSE)
@pytest.mark.parametrize("name", ["version", "square", "do", "brush", "digit", "at", "key"])
def test_nonsense_is_answered_with_a_sentence_and_never_stored(editor, name, text):
    values = {"version": "0", "square": "A1", "brush": "T", "do": "tap"} | {name: text}
    response = editor.client.post(editor.address, values, headers=HTMX)
    assert response.status_code in (200, 409)
    assert "<b>" not in response.content.decode()
    assert editor.city in (EMPTY, "T---/----/----/---- 0i0e")


@pytest.mark.parametrize("do", list(Do))
def test_every_action_stands_a_body_with_nothing_else_in_it(editor, do):
    response = editor.client.post(editor.address, {"version": "0", "do": do.value}, headers=HTMX)
    assert response.status_code == 200


# --- Without scripts, and for others ----------------------------------------------------------------------------------


def test_a_plain_browser_is_sent_back_to_the_page_with_its_brush(editor):
    response = editor.client.post(editor.address, {"version": "0", "square": "B2", "brush": "S"})
    assert response.status_code == 302
    page = Page(editor.client.get(response["Location"]))
    assert page.each("[name=brush][checked]", "value") == ["S"]
    assert page.has("[aria-label^='B2, Shop']")


def test_a_plain_browser_sees_why_nothing_happened(editor):
    response = editor.client.post(editor.address, {"version": "0", "square": "B2", "do": "up"})
    assert response.status_code == 200
    assert "<html" in response.content.decode()
    assert "B2 is empty" in response.content.decode()


def test_a_stranger_gets_the_page_that_is_not_there(editor, stranger):
    elsewhere = Client()
    elsewhere.force_login(stranger)
    pad = reverse("pad", args=[editor.evaluation.game.campaign.public_id, editor.evaluation.game_id, 1])
    for address in (editor.address, pad):
        assert elsewhere.get(address).status_code == 404
        assert elsewhere.post(address, {"version": "0", "square": "A1", "brush": "T"}).status_code == 404
    assert editor.city == EMPTY


def test_somebody_absent_has_no_city(as_owner, campaign):
    game = open_game(campaign, absent=("Cleo",))
    assert as_owner.get(game.absent[0].get_absolute_url()).status_code == 404


@pytest.mark.parametrize("faster", ["the owner of the campaign", "somebody"])
def test_whoever_was_faster_and_does_not_play_is_not_called_by_their_account(editor, campaign, owner, faster):
    elsewhere = Client()
    elsewhere.force_login(owner)
    Editor(elsewhere, editor.evaluation).tap("A1", brush="S")
    if faster == "somebody":  # who has had a place and has none any more
        campaign.owner = UserFactory()
        campaign.save()
    editor.client.force_login(campaign.owner)
    editor.tap("A1", brush="T")
    assert editor.said.startswith(f"{faster[0].upper()}{faster[1:]} changed A1 first.")
