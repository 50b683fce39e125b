"""Test the evaluation log, which has every mission and every player."""

import re

from django.urls import reverse

from campaign.models import Campaign
from campaign.results.evaluation_log import EvaluationLog
from tests.factories import LOW, MIDDLE, TALL, CampaignFactory, finished_game, open_game
from tests.pages import Page


def page_of(client, campaign, **query):
    response = client.get(reverse("log", args=[campaign.public_id]), query)
    assert response.status_code == 200
    return response.content.decode()


def log_of(campaign, only=""):
    return EvaluationLog(Campaign.objects.get(pk=campaign.pk).prefetch_games(), only)


def test_every_entry_has_points_rank_share_and_a_verdict(as_owner, campaign):
    finished_game(campaign, cities=[TALL, MIDDLE, LOW], notes="Rain.", place="The Red Lion")
    entries = log_of(campaign).games[0].entries
    assert [(entry.player.name, entry.evaluation.total, entry.ranked.rank, entry.share) for entry in entries] == [
        ("Ada", 10, 1, "100%"),
        ("Ben", 6, 2, "60%"),
        ("Cleo", 1, 3, "10%"),
    ]
    page = page_of(as_owner, campaign)
    for words in ("Rain.", "The Red Lion", "60% of the mission&#x27;s best", *(entry.verdict for entry in entries)):
        assert words.replace("&#x27;", "'") in page.replace("&#x27;", "'")


def test_games_are_in_the_order_of_the_missions(campaign):
    finished_game(campaign, 2)
    finished_game(campaign, 1)
    assert [logged.game.mission for logged in log_of(campaign).games] == [1, 2]


def test_an_open_game_is_not_in_the_log(as_owner, campaign):
    open_game(campaign)
    assert "The log is empty" in page_of(as_owner, campaign)


def test_an_attempt_that_does_not_count_is_marked(as_owner, campaign):
    finished_game(campaign)
    assert "does not count" not in page_of(as_owner, campaign)
    finished_game(campaign)
    page = page_of(as_owner, campaign)
    assert page.count("does not count") == 1
    assert ("Attempt 1" in page, "Attempt 2" in page) == (True, True)


def test_the_log_can_be_filtered_by_player(as_owner, campaign):
    game = finished_game(campaign)
    ben = campaign.players.get(name="Ben")
    assert [entry.player.name for entry in log_of(campaign, str(ben.pk)).games[0].entries] == ["Ben"]
    page = page_of(as_owner, campaign, player=ben.pk)
    # the address occurs twice: for htmx, and as an ordinary link
    assert re.findall(r"cities/(\d+)/", page) == [str(ben.pk)] * 2
    assert game.place == ""


def test_an_unknown_player_in_the_filter_is_ignored(as_owner, campaign):
    finished_game(campaign)
    for nonsense in ("x", "-1", "999999999999999999999", "🏙", "1" * 10_000):
        assert page_of(as_owner, campaign, player=nonsense).count("Rank ") == 3, nonsense


def test_a_player_of_another_campaign_in_the_filter_is_ignored(campaign):
    finished_game(campaign)
    elsewhere = CampaignFactory().players.first()
    assert len(log_of(campaign, str(elsewhere.pk)).games[0].entries) == 3


def test_the_filter_sends_only_the_log_to_htmx(as_owner, campaign):
    finished_game(campaign)
    headers = {"HX-Request": "true", "HX-Target": "log"}
    response = as_owner.get(reverse("log", args=[campaign.public_id]), headers=headers)
    assert b"<html" not in response.content
    assert b'id="log"' in response.content


def test_entries_of_absences_and_score_pads_are_marked(as_owner, campaign):
    finished_game(campaign, cities=[LOW, {"tower_block": "3+6"}], absent=("Ben",))
    page = page_of(as_owner, campaign)
    assert "absent" in page
    assert "From the score pad" in page
    assert len(Page(page).all("details.log-entry__city")) == 1


def test_a_player_who_joins_later_has_no_earlier_entries(campaign):
    finished_game(campaign)
    joined = campaign.players.create(name="Dan", colour="purple", position=3)
    assert log_of(campaign, str(joined.pk)).games == []
