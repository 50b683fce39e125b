"""Help where the question arises: each building, score line and note leads to its rule in one tap."""

import re

import pytest
from django.urls import reverse

from campaign.library import shelf
from campaign.stamps import RulesStamp
from campaign.templatetags.library import rule_address
from scoring import CATEGORIES, MISSIONS, HouseRules, Kind
from tests.factories import finished_game

MANUAL = RulesStamp(9, HouseRules(manual_tower_points=True))


@pytest.mark.parametrize("about", [*CATEGORIES, *(kind.value for kind in Kind), "D5"])
def test_every_kind_category_and_decision_has_a_rule_to_lead_to(client, about):
    assert client.get(rule_address(about, MANUAL)).status_code == 200


def test_a_rule_is_read_as_the_table_plays_it():
    assert rule_address("tower_block", MANUAL) == "/rules/tower-block/?manual_tower_points=1"
    assert rule_address("D5", MANUAL) == "/rules/decisions/?manual_tower_points=1#D5"
    assert rule_address("mission", MANUAL) == "/missions/9-unemployment/?manual_tower_points=1#scoring"


def links_of(page):
    return re.findall(r'class="rule-link" href="([^"]+)"', page.content.decode())


def test_each_category_of_the_calculators_sheet_leads_to_its_rule(client):
    page = client.get("/calculator/", {"mission": 2, "city": "GTGS/T-G-/----/---- 6i3e"})
    assert {"/rules/tower-block/", "/rules/shop/", "/rules/park/", "/rules/pollution/"} <= set(links_of(page))
    assert f"{shelf.address_of_mission(MISSIONS[2])}#scoring" in links_of(page)


@pytest.mark.django_db
def test_each_line_of_a_result_leads_to_its_rule(as_owner, campaign):
    game = finished_game(campaign)
    entry = game.evaluations.exclude(city="").first()
    page = as_owner.get(reverse("city", args=[campaign.public_id, game.pk, entry.player_id]))
    assert len(links_of(page)) >= page.content.decode().count('class="sheet-line ')
