"""The home page: for a visitor, for somebody with one campaign, and for somebody with several."""

from datetime import date, timedelta

import pytest
from django.urls import reverse
from django.utils.timezone import localdate

from tests.factories import CampaignFactory, finished_game, many_finished_games, open_game
from tests.pages import Page

pytestmark = pytest.mark.django_db


def test_a_visitor_is_told_what_this_is_and_finds_one_button(client):
    page = client.get("/")
    assert page.status_code == 200
    assert page.content.count(b"button--start") == 1
    assert reverse("new_campaign").encode() in page.content


def test_who_comes_back_finds_the_next_mission_of_the_latest_campaign(as_owner, owner, campaign):
    CampaignFactory(owner=owner, name="Never played")
    finished_game(campaign)
    page = as_owner.get("/").content.decode()
    assert f"{reverse('new_game', args=[campaign.public_id])}?mission=2" in page
    assert "Never played" in page


def test_an_evening_that_has_begun_comes_first(as_owner, campaign):
    game = open_game(campaign, 4)
    assert game.get_absolute_url() in as_owner.get("/").content.decode()


def test_inside_a_campaign_its_tab_is_lit_and_leads_to_it(as_owner, campaign):
    game = open_game(campaign)
    inside = ["", "standings/", "log/", "settings/", "sharing/"]
    addresses = [campaign.get_absolute_url() + part for part in inside]
    for address in [*addresses, game.get_absolute_url(), game.present[0].get_absolute_url()]:
        tab = Page(as_owner.get(address)).one(".site-nav a[aria-current=page]")
        assert tab.get("href") == campaign.get_absolute_url(), address
    assert Page(as_owner.get("/")).one(".site-nav a[aria-current=page]").text_content().strip() == "Campaign"


def test_home_says_of_each_campaign_what_is_next_who_leads_and_when(as_owner, owner, campaign):
    finished_game(campaign, 1, cities=["T4T4--/----/----/---- 9i9e"], played_on=date(2024, 5, 4))
    other = CampaignFactory(owner=owner, name="The Club")
    open_game(other, 3, played_on=localdate() + timedelta(days=7))
    page = Page(as_owner.get("/"))
    assert page.each("h1") == ["The Club"]
    (line,) = page.each("main .ruled li")
    said = ("River Town", "Next: 2. ", "In the lead: ", "Last evening: May 4, 2024.")
    assert all(part in line for part in said), line
    assert any(part.startswith("Planned for") for part in page.each("main .soft span"))


@pytest.mark.parametrize("games", [1, 30])
def test_home_takes_five_queries(as_owner, campaign, django_assert_num_queries, games):
    many_finished_games(campaign, games)
    with django_assert_num_queries(5):  # session, user, campaigns, players, games
        as_owner.get("/")


@pytest.mark.parametrize("campaigns", [2, 20])
def test_home_takes_six_queries_however_many_campaigns(as_owner, owner, django_assert_num_queries, campaigns):
    for campaign in CampaignFactory.create_batch(campaigns, owner=owner):
        open_game(campaign)
    with django_assert_num_queries(6):  # and the evaluations, which say who leads
        as_owner.get("/")
