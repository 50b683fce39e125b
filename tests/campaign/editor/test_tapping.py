"""Test the effect of each tap on a city, and the number of database queries for a tap."""

from urllib.parse import urljoin

import pytest

from campaign.models import Evaluation
from scoring import City
from tests.campaign.editor.tapping import EMPTY, REAL_CITY
from tests.factories import enter, open_game
from tests.pages import Page

pytestmark = pytest.mark.django_db


# --- The effect of a tap ----------------------------------------------------------------------------------------------


def test_a_tap_changes_its_square(editor):
    for before, tap, after, case in (
        ("----", {"square": "B1", "brush": "S"}, "-S--", "a brush places its building"),
        ("T---", {"square": "A1", "brush": "T"}, "T2---", "again on a tower, one floor more"),
        ("H---", {"square": "A1", "brush": "H"}, "H1---", "again on a Harbor, one printed VP more"),
        ("H3---", {"square": "A1", "brush": "H"}, "H---", "printed VP go round"),
        ("U2---", {"square": "A1", "brush": "U"}, "U---", "on a Public Service too"),
        ("S---", {"square": "A1", "brush": "S"}, "S---", "a Shop is a Shop"),
        ("T3---", {"square": "A1", "brush": "P"}, "P---", "another brush replaces"),
        ("T3---", {"square": "A1", "brush": ""}, "T3---", "without a brush nothing changes"),
        ("T3---", {"square": "A1", "brush": "T", "do": "type"}, "T---", "a typed letter starts anew"),
        ("T---", {"at": "A1", "do": "up"}, "T2---", "up"),
        ("T2---", {"at": "A1", "do": "down"}, "T---", "down"),
        ("U---", {"square": "A1", "do": "digit", "digit": "2"}, "U2---", "a digit is printed VP"),
        ("T---", {"square": "A1", "do": "digit", "digit": "4"}, "T4---", "or floors"),
        ("T---", {"at": "A1", "digit": "3"}, "T3---", "a digit of the tray"),
        ("T2---", {"square": "A1", "do": "mayor"}, "T2*---", "a Mayor tile"),
        ("T2**---", {"square": "A1", "do": "mayor"}, "T2---", "no more Mayor tiles than floors"),
        ("T2**---", {"square": "A1", "do": "down"}, "T*---", "a floor less takes its Mayor tile along"),
        ("TS--", {"square": "A1", "do": "clear"}, "-S--", "clear"),
    ):
        assert editor.row_after(before, **tap) == after, case


def test_an_impossible_tap_is_refused_and_changes_nothing(editor):
    for before, tap, sentence in (
        ("T4---", {"square": "A1", "brush": "T"}, "A1: 4 floors at most."),
        ("T---", {"square": "A1", "do": "down"}, "A1: at least 1 floor."),
        ("H3---", {"square": "A1", "do": "up"}, "A1: at most 3 printed VP."),
        ("H---", {"square": "A1", "do": "down"}, "A1: at least 0 printed VP."),
        ("T---", {"square": "A1", "do": "digit", "digit": "9"}, "A1: 4 floors at most."),
        ("S---", {"square": "A1", "do": "up"}, "A1: this building (Shop) takes no digit."),
        ("S---", {"square": "A1", "do": "mayor"}, "the Mayor mark * stands only behind a Tower Block"),
        ("S---", {"square": "B1", "do": "up"}, "B1 is empty (-), so nothing can follow on that square."),
        ("S---", {"square": "A1", "brush": "M"}, "A1: Monument belongs to Expert Mode"),
    ):
        city = f"{before}/----/----/---- 3i2e"
        editor.begin_with(city)
        editor.tap(**tap)
        assert editor.response.status_code == 200, sentence
        assert sentence in editor.said
        assert editor.city == city, sentence


def test_the_seventeenth_tile_gets_a_message_at_the_count_of_tiles(editor):
    editor.begin_with("T4T4T4T4/----/----/---- 0i4e")
    editor.tap("A2", brush="S")
    assert "17 of 16 tiles" in editor.page
    assert "17 tiles built, but a game has only 16 turns." in editor.page


def test_the_palette_has_the_buildings_of_the_mission(as_owner, campaign):
    for mission, letters in ((1, "TSUPFH"), (2, "TSUPGFH"), (5, "TSUPFHOM"), (10, "TSUPGFHOM")):
        page = Page(as_owner.get(open_game(campaign, mission).present[0].get_absolute_url()))
        assert page.each("[name=brush]:not([value=''])", "value") == list(letters), mission


# --- The queries of a tap ---------------------------------------------------------------------------------------------


def test_a_real_city_of_twenty_tiles_takes_at_most_one_request_a_tap(expert, django_assert_max_num_queries):
    city = City.parse(REAL_CITY)
    taps = 0
    for name, building in zip(city.board.names, city.squares, strict=True):
        for _ in range(building.floors if building else 0):
            # queries: session, user, campaign, evaluation; the write and its history
            with django_assert_max_num_queries(6):
                expert.tap(name, brush=str(building)[0])
            taps += 1
    with django_assert_max_num_queries(6):
        expert.tap(do="supply", inhabitants="17", energy="9")
    assert taps == city.tile_count == 20
    assert expert.city == REAL_CITY
    assert '<span class="vp__number">103</span>' in expert.page


def test_showing_a_whole_city_takes_at_most_six_queries(as_owner, campaign, django_assert_max_num_queries):
    evaluation = open_game(campaign, 10).present[0]
    enter(evaluation, REAL_CITY)
    with django_assert_max_num_queries(6):  # queries: session, user, campaign, evaluation, history, the next player
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


def test_a_city_that_is_cleared_again_does_not_count_as_entered(editor):
    editor.tap("A1", brush="T").tap("A1", do="clear")
    editor.evaluation.refresh_from_db()
    assert not editor.evaluation.is_in


# --- Supply -----------------------------------------------------------------------------------------------------------


def test_a_bad_supply_is_explained_and_kept_as_typed(editor):
    for figure in ("", "x", "-1", "1.5", "1000", "9" * 10_000, "🏙️", "٣ ٤"):
        editor.tap(do="supply", inhabitants=figure, energy="1")
        assert editor.response.status_code == 200, figure
        assert "Type a whole number from 0 to 999." in editor.said, figure
        assert f'value="{figure}"' in editor.page, figure
        assert editor.city == EMPTY, figure


def test_a_tap_also_sends_the_figures_of_the_supply(editor):
    editor.tap("A1", brush="T", inhabitants="4", energy="2")
    assert editor.city == "T---/----/----/---- 4i2e"


def test_without_a_supply_no_square_is_marked_inactive_and_the_box_check_waits(editor):
    editor.tap("A1", brush="T").tap("B1", brush="S")
    assert "not activated" not in editor.page
    assert "is-idle" not in editor.page
    assert "Energy Units" not in Page(editor.response).words("#findings")
    editor.tap(do="supply", inhabitants="1", energy="0")
    assert 'aria-label="A1, Tower Block, 1 floor, not activated' in editor.page


def test_a_full_city_asks_for_the_supply_and_then_links_to_the_next_city(editor):
    ada, ben, cleo = editor.evaluation.game.present
    for name in ("A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2", "A3", "B3", "C3", "D3", "A4", "B4", "C4"):
        editor.tap(name, brush="P")
    assert supply_link(editor) == "All placed: Now your Inhabitants and Energy"
    editor.tap("D4", brush="P")
    assert editor.said == "All tiles are placed."
    assert supply_link(editor) == "Now your Inhabitants and Energy"
    assert 'id="done"' not in editor.page
    editor.tap(do="supply", inhabitants="1", energy="1")
    assert "All tiles are placed." in editor.page
    assert 'id="to-supply"' not in editor.page
    assert link_on(editor) == ("Done: next is Ben", ben.get_absolute_url())
    enter(ben)
    editor.tap(do="supply", inhabitants="2", energy="1")
    assert link_on(editor) == ("Done: next is Cleo", cleo.get_absolute_url())
    enter(cleo)
    editor.tap("D4", brush="")
    assert link_on(editor) == ("Finish", ada.game.get_absolute_url())


def test_the_last_building_can_still_be_given_its_printed_vp(editor):
    editor.begin_with("PPPP/PPPP/PPPP/PPP- 0i0e")
    editor.tap("D4", brush="U")
    assert Page(editor.response).has("#tray-2")
    assert supply_link(editor) == "All placed: Now your Inhabitants and Energy"
    editor.tap(at="D4", digit="2")
    assert editor.city == "PPPP/PPPP/PPPP/PPPU2 0i0e"


def test_a_city_that_is_not_full_links_to_the_next_city_too(editor):
    editor.tap("A1", brush="P").tap(do="supply", inhabitants="1", energy="1")
    assert link_on(editor) == ("Done: next is Ben", editor.evaluation.game.present[1].get_absolute_url())


def supply_link(editor):
    link = Page(editor.response).one("#to-supply")
    return link.get("aria-label") or link.text_content().strip()


def link_on(editor):
    link = Page(editor.response).one("#done")
    return link.get("aria-label"), urljoin(editor.address, link.get("href"))
