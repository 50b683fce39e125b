"""Test that one tap leads from each building, score line and note to its rule."""

import pytest
from django.urls import reverse

from campaign.library import contents
from campaign.library.tags import rule_address
from campaign.scores.stamps import RulesStamp
from scoring import CATEGORIES, MISSIONS, HouseRules, Kind
from tests.factories import enter, finished_game, open_game
from tests.pages import Page
from tests.sweeps import sweep

MANUAL = RulesStamp(9, HouseRules(manual_tower_points=True))


@pytest.mark.parametrize("about", sweep([*CATEGORIES, *(kind.value for kind in Kind), "D5"], quick=6))
def test_every_kind_category_and_decision_links_to_a_rule(client, about):
    assert client.get(rule_address(about, MANUAL)).status_code == 200


def test_the_link_to_a_rule_keeps_the_house_rules():
    assert rule_address("tower_block", MANUAL) == "/rules/tower-block/?manual_tower_points=1"
    assert rule_address("D5", MANUAL) == "/rules/decisions/?manual_tower_points=1#D5"
    assert rule_address("mission", MANUAL) == "/missions/9-unemployment/?manual_tower_points=1#scoring"


def links_of(page):
    return Page(page).each(".rule-link", "href")


def test_each_category_of_the_calculators_sheet_leads_to_its_rule(client):
    page = client.get("/calculator/", {"mission": 2, "city": "GTGS/T-G-/----/---- 6i3e"})
    assert {"/rules/tower-block/", "/rules/shop/", "/rules/park/", "/rules/pollution/"} <= set(links_of(page))
    assert f"{contents.address_of_mission(MISSIONS[2])}#scoring" in links_of(page)


@pytest.mark.django_db
def test_each_line_of_a_result_leads_to_its_rule(as_owner, campaign):
    game = finished_game(campaign)
    entry = game.evaluations.exclude(city="").first()
    page = as_owner.get(reverse("city", args=[campaign.public_id, game.pk, entry.player_id]))
    assert len(links_of(page)) >= page.content.decode().count('class="sheet-line ')


@pytest.mark.django_db
def test_each_square_of_a_result_leads_to_its_rule(as_owner, campaign):
    game = finished_game(campaign, cities=["TS--/----/----/---- 1i2e"])
    entry = game.present[0]
    for address in (reverse("city", args=[campaign.public_id, game.pk, entry.player_id]), entry.get_absolute_url()):
        leading = Page(as_owner.get(address)).all("[href^='/rules/'][data-square]")
        squares = {link.get("data-square"): link.get("href") for link in leading}
        assert len(squares) == 16
        assert (squares["A1"], squares["B1"], squares["C1"]) == (
            "/rules/tower-block/",
            "/rules/shop/",
            "/rules/placement/",
        )


@pytest.mark.django_db
def test_a_selected_square_in_the_editor_links_to_its_rule(as_owner, campaign):
    for square, rule in (("A1", "/rules/tower-block/"), ("B3", "/rules/placement/")):
        entry = open_game(campaign).present[0]
        enter(entry, "T---/----/----/---- 0i1e")
        tap = {"version": entry.version, "square": square, "do": "tap", "brush": ""}
        page = as_owner.post(entry.get_absolute_url(), tap, headers={"HX-Request": "true", "HX-Target": "city"})
        assert rule in links_of(page), square
