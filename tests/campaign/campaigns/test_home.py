"""Test the home page for a visitor, for a user with one campaign, and for a user with several."""

from datetime import date, timedelta

import pytest
from django.urls import reverse
from django.utils.timezone import localdate

from campaign.models import Campaign, ShareLink
from tests.factories import CampaignFactory, finished_game, many_finished_games, open_game
from tests.pages import Page


def test_a_visitor_finds_two_doors_a_way_back_in_and_a_city_that_counts_itself(client):
    page = Page(client.get("/"))
    assert page.each(".hello__door", "href") == [reverse("new_campaign"), reverse("play")]
    assert page.each(".hello__back a", "href") == [reverse("login")]
    counted = [int(points.replace("−", "-")) for points in page.each(".hello__step .vp__number")]
    assert f"{sum(counted)} VP" in page.words(".hello__sum").replace("VP", " VP").replace("  ", " ")


def test_a_returning_user_finds_the_next_mission_of_the_latest_campaign(as_owner, owner, campaign):
    CampaignFactory(owner=owner, name="Never played")
    finished_game(campaign)
    page = as_owner.get("/").content.decode()
    assert f"{reverse('new_game', args=[campaign.public_id])}?mission=2" in page
    assert "Never played" in page


def test_a_game_that_has_begun_comes_first(as_owner, campaign):
    game = open_game(campaign, 4)
    CampaignFactory(owner=campaign.owner, name="Never played")
    assert Page(as_owner.get("/")).one("main .button--start").get("href") == game.get_absolute_url()


def test_inside_a_campaign_its_tab_is_marked_and_leads_to_it(as_owner, campaign):
    game = open_game(campaign)
    inside = ["", "standings/", "log/", "settings/", "sharing/"]
    addresses = [campaign.get_absolute_url() + part for part in inside]
    for address in [*addresses, game.get_absolute_url(), game.present[0].get_absolute_url()]:
        tab = Page(as_owner.get(address)).one(".site-nav a[aria-current=page]")
        assert tab.get("href") == campaign.get_absolute_url(), address
    assert Page(as_owner.get("/?own")).one(".site-nav a[aria-current=page]").text_content().strip() == "Play"


def test_a_page_that_belongs_to_a_section_marks_its_tab(as_owner):
    for name, tab in (
        ("tiles", "Rules"),
        ("architects", "Rules"),
        ("par", "Missions"),
        ("book", "Play"),
        ("bin", "Play"),
    ):
        page = Page(as_owner.get(reverse(name)))
        assert page.words(".site-nav a[aria-current=page]") == tab, name


def test_home_tells_the_mayor_only_to_those_who_may_know(browser_of, campaign):
    for mission in campaign.missions.positions:
        finished_game(campaign, mission, cities=["T4T4--/----/----/---- 9i9e"] if mission == 1 else ())
    reader = browser_of("owner")
    assert "Ben and Cleo are the new mayors." in Page(reader.get("/?own")).words(".latest")
    campaign.await_votes()
    hidden = Page(reader.get("/?own")).words(".latest")
    assert "mayor" not in hidden
    assert "In the lead" not in hidden
    reader.post(reverse("see_mayor", args=[campaign.public_id]))
    assert "Ben and Cleo are the new mayors." in Page(reader.get("/?own")).words(".latest")


def test_a_visitor_before_the_first_result_sees_no_heading_without_entries(browser_of, campaign):
    address = campaign.get_absolute_url()
    assert "This campaign" not in Page(browser_of("look link").get(address)).each("h2")
    assert "This campaign" in Page(browser_of("owner").get(address)).each("h2")


def test_home_redirects_to_an_only_campaign(browser_of, campaign):
    for person in ("owner", "member", "look link"):
        browser = browser_of(person)
        assert browser.get("/")["Location"] == campaign.get_absolute_url(), person
        page = Page(browser.get(campaign.get_absolute_url()))
        assert page.has("main a[href='/?own']"), person
        if person == "owner":
            assert all(page.has(f"main a[href='{reverse(name)}']") for name in ("book", "account"))
        everything = Page(browser.get("/?own"))
        assert everything.each("h1") == ["Your campaigns"], person
        assert everything.has(f"main h2 a[href='{campaign.get_absolute_url()}']"), person
        assert everything.has(f"main a[href='{reverse('new_campaign')}']"), person


def test_the_page_of_single_games_leads_to_the_composer(as_owner, owner):
    table = CampaignFactory(owner=owner, form=Campaign.Form.GAMES)
    assert Page(as_owner.get(table.get_absolute_url())).has(f"main a[href='{reverse('compose')}']")


def test_a_visitor_of_two_campaigns_finds_both_with_what_is_next(client, campaign):
    other = CampaignFactory(name="The Club")
    open_game(other, 3)
    for each in (campaign, other):
        client.get(reverse("join", args=[ShareLink.renew(each, "look").token]))
    page = Page(client.get("/"))
    assert page.each("main h2")[0] == "The Club"
    assert any(line.startswith("River Town Next: 1. ") for line in page.each("#others li")), page.each("main li")
    assert page.has(f"main a[href='{reverse('login')}']")
    assert not page.has("main a[href*='games/new']")


def test_home_shows_next_mission_leader_and_day_of_each_campaign(as_owner, owner, campaign):
    finished_game(campaign, 1, cities=["T4T4--/----/----/---- 9i9e"], played_on=date(2024, 5, 4))
    other = CampaignFactory(owner=owner, name="The Club")
    open_game(other, 3, played_on=localdate() + timedelta(days=7))
    page = Page(as_owner.get("/"))
    assert page.each("main h2")[0] == "The Club"
    assert page.words(".latest .eyebrow") == "3. Senior Architect"
    (line,) = page.each("#others li")
    said = ("River Town", "Next: 2. ", "In the lead: ", "Last evening: May 4, 2024.")
    assert all(part in line for part in said), line
    assert page.each("main .soft")[0].startswith("Planned for")


def test_a_russian_date_ends_a_sentence_with_one_full_stop(as_owner, owner, campaign):
    finished_game(campaign, 1, played_on=date(2024, 5, 4))
    open_game(CampaignFactory(owner=owner), 3)
    (line,) = Page(as_owner.get("/", headers={"accept-language": "ru"})).each("#others li")
    assert " 4 мая 2024." in line
    assert ".." not in line


def test_the_top_card_has_a_mark_a_mission_in_its_winners_colour(as_owner, campaign):
    CampaignFactory(owner=campaign.owner, name="Never played")
    finished_game(campaign, 1, cities=["T4T4--/----/----/---- 9i9e"])
    page = Page(as_owner.get("/"))
    first, second, *later = page.all(".dot")
    assert "player--green" in first.get("class")
    assert "dot--next" in second.get("class")
    assert len(later) == 8
    assert page.words("#next b") == "2. Public Opinion"


@pytest.mark.parametrize("games", [1, 30])
def test_home_finds_the_one_campaign_in_three_queries(as_owner, campaign, django_assert_num_queries, games):
    many_finished_games(campaign, games)
    with django_assert_num_queries(3):  # queries: session, user, campaigns
        as_owner.get("/")


@pytest.mark.parametrize("campaigns", [2, 20])
def test_home_takes_six_queries_however_many_campaigns(as_owner, owner, django_assert_num_queries, campaigns):
    for campaign in CampaignFactory.create_batch(campaigns, owner=owner):
        open_game(campaign)
    # queries: session, user, campaigns, players, games, and the evaluations, to find the leader
    with django_assert_num_queries(6):
        as_owner.get("/")


def test_home_shows_ten_campaigns_a_page(as_owner, owner):
    CampaignFactory.create_batch(13, owner=owner)
    first, second = (Page(as_owner.get("/", {"own": "", "page": number})) for number in (1, 2))
    assert len(first.all("#others li")) == 9  # the latest of the ten campaigns stands above this list
    assert len(second.all("#others li")) == 3
    assert first.has("main .segment[href='?own=&page=2']")
