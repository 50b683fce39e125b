"""Test the coach: the result of a finished game names the best swap for each city."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from campaign.analysis.views import COACH_WORKS
from campaign.models import Game, Job
from scoring import MISSIONS, City, best_swap
from tests.factories import CampaignFactory, enter, enter_all, finished_game, open_game
from tests.pages import Page

CITY = "T3SU1-/P-FH2/--S-/--FT 9i5e"
pytestmark = pytest.mark.usefixtures("work_at_once")
ENDS = 286  # after an answer with this HTTP status, htmx stops asking


def coach_of(client, game):
    return client.get(reverse("game_coach", args=[game.campaign.public_id, game.pk]))


def finish(client, game, capture):
    with capture(execute=True):
        client.post(reverse("finish_game", args=[game.campaign.public_id, game.pk]), {"sure": "1"})


def test_each_row_names_its_best_swap_and_links_to_the_analysis(as_owner, campaign, django_capture_on_commit_callbacks):
    game = open_game(campaign)
    ada, ben, cleo = game.present
    enter_all(game, CITY, "T---/----/----/---- 1i0e", {"tower_block": "3"})
    finish(as_owner, game, django_capture_on_commit_callbacks)
    response = coach_of(as_owner, game)
    swap = best_swap(City.parse(CITY), MISSIONS[1].rules)
    page = Page(response)
    one, other = swap.squares
    said = page.words(f"#coach-{ada.player_id}")
    assert f"{one} and {other} swapped: {swap.gain} VP more." in said
    changes = [int(vp.replace("−", "-")) for vp in re.findall(r": ([+−]\d+)", said)]
    assert sum(changes) == swap.gain
    assert "No swap improves this city." in page.words(f"#coach-{ben.player_id}")
    assert not page.has(f"#coach-{cleo.player_id}")
    [link] = page.each(f"#coach-{ada.player_id}", "href")
    assert link == reverse("city_analysis", args=[campaign.public_id, game.pk, ada.player_id])
    assert response.status_code == ENDS
    assert set(page.each("[id^=coach]", "id")) <= set(Page(as_owner.get(game.get_absolute_url())).each("[id]", "id"))


def test_the_result_is_shown_before_the_coach_and_asks_again(as_owner, campaign):
    game = finished_game(campaign)  # nothing has been analysed yet
    page = Page(as_owner.get(game.get_absolute_url()))
    assert len(page.all("a[id^=coach]")) == len(game.present)
    assert coach_of(as_owner, game).status_code == 200
    Game.objects.update(finished_at=timezone.now() - COACH_WORKS)
    assert coach_of(as_owner, game).status_code == ENDS


@pytest.mark.parametrize("allowed", [False, True])
def test_an_open_game_has_no_coach_but_the_table_leads_to_an_analysis_if_allowed(as_owner, campaign, allowed):
    campaign.analyses_open_games = allowed
    campaign.save()
    game = open_game(campaign)
    for evaluation in game.present:
        enter(evaluation, CITY)
    assert coach_of(as_owner, game)["Location"] == game.get_absolute_url()
    builder = game.present[0]
    analysis = reverse("city_analysis", args=[campaign.public_id, game.pk, builder.player_id])
    assert (analysis in Page(as_owner.get(builder.get_absolute_url())).each("a", "href")) is allowed
    assert (analysis in Page(as_owner.get(game.get_absolute_url())).each("#cities a", "href")) is allowed
    assert not Job.objects.exists()


def test_the_whole_analysis_can_be_requested_after_the_coach(as_owner, campaign, django_capture_on_commit_callbacks):
    game = open_game(campaign)
    for evaluation in game.present:
        enter(evaluation, CITY)
    finish(as_owner, game, django_capture_on_commit_callbacks)
    address = reverse("city_analysis", args=[campaign.public_id, game.pk, game.present[0].player_id])
    assert Page(as_owner.get(address)).has("form button.button--primary")


@pytest.mark.parametrize("players", [("Ada", "Ben"), ("Ada", "Ben", "Cleo", "Dan")])
def test_the_coach_takes_as_many_queries_for_two_as_for_four(client, players, django_assert_num_queries):
    game = finished_game(CampaignFactory(players=players))
    client.force_login(game.campaign.owner)
    with django_assert_num_queries(7):
        coach_of(client, game)
