"""Test the campaign's page: its plan with a plot a mission, its rows, and the line about a recovery code."""

import pytest
from django.urls import reverse

from campaign.models import Campaign, User
from scoring import MISSIONS
from tests.factories import LOW, MIDDLE, TALL, CampaignFactory, finished_game, many_finished_games, open_game
from tests.pages import Page, words

LARGEST = 100_000  # the most bytes of a page before compression
FULL_EXPERT_CITY = "T3SU1FO/PFFH2O/T3SPMO/T3SPFO 12i5e"


def plan(client, campaign):
    return Page(client.get(campaign.get_absolute_url()))


def test_a_played_plot_is_the_winners_city_in_their_colour_with_the_points(as_owner, campaign):
    game = finished_game(campaign, cities=[LOW, TALL, MIDDLE])
    plot = plan(as_owner, campaign).all("#missions .plot")[0]
    assert "player--green" in plot.get("class")
    assert [use.get("href").partition("#")[2] for use in plot.cssselect(".board use")] == ["tower_block-4"]
    assert plot.cssselect("a")[0].get("href") == game.get_absolute_url()
    assert words(plot) == "The flood Ben 1 A New Beginning 10 VP"


def test_a_shared_first_place_shows_every_winner(as_owner, campaign):
    finished_game(campaign, cities=[TALL, TALL, LOW])
    assert plan(as_owner, campaign).each(".plot__chips .player__name") == ["Ada", "Ben"]


def test_a_plot_of_a_score_pad_has_the_emblem_of_its_mission(as_owner, campaign):
    finished_game(campaign, cities=[{"total": "48"}, {"total": "40"}, {"total": "44"}])
    plot = plan(as_owner, campaign).all("#missions .plot")[0]
    assert plot.cssselect(".plot__lot > svg use")[0].get("href").endswith("#emblem-1")
    assert "48" in plot.text_content()


def test_the_next_plot_asks_to_be_played_and_later_plots_lead_to_their_missions(as_owner, campaign):
    finished_game(campaign)
    page = plan(as_owner, campaign)
    [ask] = page.all(".plot--next a")
    assert ask.get("href") == f"{reverse('new_game', args=[campaign.public_id])}?mission=2"
    assert page.words(".plot__ask") == "Play"
    assert page.each(".plot a", "href")[9].startswith(f"/missions/10-{MISSIONS[10].slug}/")
    assert page.one("#next .button--start").get("href") == ask.get("href")


def test_a_game_on_the_table_is_the_plot_that_asks(as_owner, campaign):
    game = open_game(campaign, 3)
    page = plan(as_owner, campaign)
    assert page.each(".plot--next a", "href") == [game.get_absolute_url()]
    assert page.words(".plot__ask") == "Go on"


def test_a_reader_by_a_link_is_not_asked_to_play(browser_of, campaign):
    finished_game(campaign)
    page = plan(browser_of("look link"), campaign)
    assert not page.has(".plot__ask")
    assert not page.has("#next")


def test_a_programme_of_its_own_has_a_plot_a_mission_and_no_chapters(as_owner, owner):
    for count in (1, 3, 20):
        programme = [{"line": "expert", "name": f"Own {place}", "story": ""} for place in range(count)]
        campaign = CampaignFactory(owner=owner, form=Campaign.Form.OWN, programme=programme, tiebreak_mission=count)
        page = plan(as_owner, campaign)
        assert len(page.all("#missions .plot")) == count
        assert not page.has(".plot__chapter")
        assert f"follows mission {count}" in page.words(".plan__hall")


def test_the_ten_missions_have_their_four_chapters(as_owner, campaign):
    assert len(plan(as_owner, campaign).all(".plot__chapter")) == 4


def test_while_the_mayor_is_secret_no_plot_names_a_winner(as_owner, campaign):
    many_finished_games(campaign, len(MISSIONS))
    page = plan(as_owner, campaign)
    assert page.has(".plot__chips")
    assert page.has(".plan__hall a")
    Campaign.objects.filter(pk=campaign.pk).update(awaits_votes=True)
    campaign.touch()
    page = plan(as_owner, campaign)
    assert len(page.all(".plot .board")) == len(MISSIONS)
    assert not page.has(".plot__chips")
    assert not page.has(".plot__points")
    assert not page.has(".plot[class*=player--]")
    assert page.words(".plan__hall") == "Town hall The count decides who is mayor"


def test_twenty_full_cities_are_a_page_of_less_than_100_000_bytes(as_owner, owner):
    programme = [{"line": "expert", "name": "'" * 60, "story": ""}] * 20
    campaign = CampaignFactory(
        owner=owner, form=Campaign.Form.OWN, programme=programme, players=("Ada", "Ben", "Cleo", "Dan")
    )
    for place in campaign.missions.positions:
        finished_game(campaign, place, cities=[FULL_EXPERT_CITY] * 4)
    assert len(as_owner.get(campaign.get_absolute_url()).content) < LARGEST


def test_a_row_of_the_standings_tells_the_distance_to_the_leader(as_owner, campaign):
    finished_game(campaign, cities=[LOW, TALL, MIDDLE])
    page = plan(as_owner, campaign)
    assert page.each(".stand > .soft") == ["leads", "−4", "−9"]
    assert page.each(".stand .meter__fill", "width") == ["100", "60", "10"]


@pytest.fixture
def guest(client):
    guest = User.make_guest()
    client.force_login(guest)
    return guest


def test_a_guest_is_offered_a_recovery_code_after_the_first_game_until_they_put_it_off(client, guest):
    campaign = CampaignFactory(owner=guest)
    assert not plan(client, campaign).has("#recovery")
    finished_game(campaign)
    assert plan(client, campaign).each("#recovery a", "href") == [reverse("recovery")]
    answer = client.post(reverse("put_off_recovery", args=[campaign.public_id]))
    assert answer["Location"] == campaign.get_absolute_url()
    assert not plan(client, campaign).has("#recovery")


def test_an_account_needs_no_recovery_line(as_owner, campaign):
    finished_game(campaign)
    assert not plan(as_owner, campaign).has("#recovery")
