"""Test the Public Services expansion: an evening with it, special tiles by keys and by taps, and small screens."""

import pytest

from campaign.models import Game
from tests.browser.conftest import LAPTOP, PHONE, SMALLEST
from tests.browser.test_editor import stored, wait_until_taken
from tests.factories import CampaignFactory, finished_game, open_game

TOUCHING = 2  # the letters of a square may overlap its VP label by this many pixels
RECEIPT = "special Public Service, as the table counted: 13 VP"


def test_an_evening_with_an_x_tile(open_page, owner):
    campaign = CampaignFactory(owner=owner, players=("Ada", "Ben"))
    page = open_page(owner, f"{campaign.get_absolute_url()}games/new/", **PHONE)
    page.locator("#further summary").click()
    page.locator("#id_services").check()
    page.locator(".button--start").click()
    page.wait_for_url("**/games/*/")
    game = Game.objects.get()
    assert game.services
    assert "11 special Public Services" in page.locator("#tick-services").inner_text()
    for evaluation in game.present:
        page.goto(evaluation.get_absolute_url())
        page.locator('.brush:has([value="X"])').tap()
        page.locator("#board-A1").tap()
        wait_until_taken(page)
        page.locator("#tray-typed").fill("13")
        page.locator("#tray-typed").press("Enter")
        wait_until_taken(page)
        page.locator("#inhabitants").fill("1")
        page.locator("#inhabitants").press("Enter")
        wait_until_taken(page)
        assert stored(evaluation) == "X13---/----/----/---- 1i0e"
    assert RECEIPT in page.locator("#sheet").text_content()
    game.refresh_from_db()
    game.finish()
    page.goto(game.present[0].get_absolute_url())
    assert RECEIPT in page.locator("main").text_content()


def test_on_a_small_phone_no_code_of_a_public_service_is_covered_by_its_points(open_page, owner, campaign):
    city = "CU2X13L-/BF-T3-/DP-M-/E---W 14i6e"
    game = finished_game(campaign, 6, services=True, cities=[city] * 3)
    page = open_page(owner, game.present[0].get_absolute_url(), **SMALLEST)
    squares = page.locator("#board .square:has(.square__vp--shared)")
    assert squares.count() == 8
    for square in squares.all():
        code, points = (square.locator(part).bounding_box() for part in (".square__code", ".square__vp--shared"))
        assert code["x"] + code["width"] <= points["x"] + TOUCHING, square.text_content()


def test_keys_type_a_number_of_two_digits(open_page, owner, campaign):
    evaluation = open_game(campaign, 10, services=True).present[0]
    page = open_page(owner, evaluation.get_absolute_url(), **LAPTOP)
    page.locator("#board-A1").focus()
    page.keyboard.type("x13xt25")
    wait_until_taken(page)
    # For an X tile, two typed digits make one number. For a Tower Block, each digit replaces the number of floors.
    assert stored(evaluation) == "X13XT5--/-----/-----/----- 0i0e"


@pytest.mark.parametrize("mission", [1, 2, 5, 10])
def test_on_a_small_phone_the_expansion_moves_neither_board_nor_tools(open_page, owner, campaign, mission):
    places = {}
    for services in (False, True):
        evaluation = open_game(campaign, mission, services=services).present[0]
        page = open_page(owner, evaluation.get_absolute_url(), **SMALLEST)
        page.locator('.brush:has([value="U"])').tap()
        page.locator("#board-A1").tap()
        wait_until_taken(page)
        board, dock = page.locator("#board").bounding_box(), page.locator(".dock").bounding_box()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        places[services] = (board["y"], dock["y"] + dock["height"])
        if services:
            page.locator('.brush:has([value="X"])').tap()
            page.locator("#board-B1").tap()
            wait_until_taken(page)
            for tool in ("#tray-down", "#tray-typed", "#tray-up", "#tray-clear"):
                box = page.locator(tool).bounding_box()
                assert box["x"] >= 0
                assert box["x"] + box["width"] <= 360, tool
                assert min(box["width"], box["height"]) >= 26, tool
    assert places[False] == places[True]


def test_a_named_tile_is_chosen_beside_its_square(open_page, owner, campaign):
    evaluation = open_game(campaign, 5, services=True).present[0]
    page = open_page(owner, evaluation.get_absolute_url(), **SMALLEST)
    page.locator('.brush:has([value="X"])').tap()
    page.locator("#board-A1").tap()
    wait_until_taken(page)
    page.locator("#tray-tile").select_option("C")
    wait_until_taken(page)
    assert stored(evaluation) == "C----/-----/-----/----- 0i0e"
    box, dock = page.locator("#tray-tile").bounding_box(), page.locator(".dock").bounding_box()
    assert box["y"] >= dock["y"]
    assert box["x"] + box["width"] <= 360
    page.locator("#board-B1").tap()
    wait_until_taken(page)
    assert stored(evaluation) == "CX---/-----/-----/----- 0i0e"
