"""Test pages that a real Chromium prints as PDF: each has the intended number of sheets, in light colours."""

import re

import pytest

from scoring import MISSIONS
from tests.browser.conftest import PHONE
from tests.browser.thumb import tap
from tests.factories import many_finished_games

A4 = {"format": "A4", "margin": dict.fromkeys(("top", "bottom", "left", "right"), "12mm")}


def pages_of(page):
    return len(re.findall(rb"/Type\s*/Page[^s]", page.pdf(**A4)))


# German and Russian texts are longer than English ones.
@pytest.mark.parametrize("language", ["de", "ru"])
@pytest.mark.parametrize("printed", ["pad/?players=4", "?players=2"], ids=["score pad for four", "setup for two"])
def test_each_mission_prints_on_one_page(visit, printed, language):
    page = visit("/missions/", color_scheme="dark", locale=language)
    for number, mission in MISSIONS.items():
        page.goto(f"/missions/{number}-{mission.slug}/{printed}")
        assert pages_of(page) == 1, mission.slug


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_a_certificate_is_one_page(open_page, owner, campaign, language):
    campaign.players.filter(name="Cleo").update(name="Maximiliane von und zu Hohenstein")
    many_finished_games(campaign, len(MISSIONS))
    address = f"{campaign.get_absolute_url()}election/certificate/"
    page = open_page(owner, address, color_scheme="dark", locale=language)
    assert page.locator("html").get_attribute("lang") == language
    assert pages_of(page) == 1


def test_a_log_of_ten_missions_takes_at_most_three_pages(open_page, owner, campaign):
    many_finished_games(campaign, len(MISSIONS))
    assert pages_of(open_page(owner, f"{campaign.get_absolute_url()}log/")) <= 3


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_a_chronicle_of_ten_missions_is_two_to_four_pages(open_page, owner, campaign, language):
    many_finished_games(campaign, len(MISSIONS))
    page = open_page(owner, f"{campaign.get_absolute_url()}chronicle/", color_scheme="dark", locale=language)
    assert 2 <= pages_of(page) <= 4


def test_the_print_button_prints(visit):
    page = visit("/missions/3-senior-architect/pad/", **PHONE)
    page.evaluate("window.print = () => (window.printed = true)")
    tap(page.locator("[data-print]"))
    assert page.evaluate("window.printed")
