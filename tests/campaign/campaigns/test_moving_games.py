"""Test that a finished single game can be moved into a campaign of the same people."""

from django.core.management import call_command
from django.urls import reverse

from campaign.models import Campaign, Game
from tests.factories import CampaignFactory, finished_game, open_game
from tests.pages import Page

RING_ROAD = {"line": "classic districts=4,2", "name": "The Ring Road", "story": ""}


def address(game):
    return reverse("move_game", args=[game.campaign.public_id, game.pk])


def seven(table, **details):
    return finished_game(table, 7, in_standings=False, notes="A long night", **details)


def test_a_game_moves_to_its_mission_with_cities_seats_and_note(as_owner, campaign, table):
    game = seven(table, absent=["Cleo"])
    totals = {evaluation.player.name: evaluation.total for evaluation in game.present}
    response = as_owner.post(address(game), {"to": f"{campaign.public_id}-7"})
    moved = Game.objects.get()
    assert response["Location"] == moved.get_absolute_url()
    assert (moved.campaign, moved.mission, moved.in_standings, moved.notes) == (campaign, 7, True, "A long night")
    assert {evaluation.player.name: evaluation.total for evaluation in moved.present} == totals
    assert [evaluation.player.name for evaluation in moved.absent] == ["Cleo"]
    assert campaign.games_in_standings == {7: moved}
    call_command("rescore")


def test_a_second_tap_leads_to_the_moved_game_too(as_owner, stranger, campaign, table):
    page = address(seven(table))
    form = {"to": f"{campaign.public_id}-7", "once": Page(as_owner.get(page)).value("main [name=once]")}
    taps = [as_owner.post(page, form) for _tap in range(2)]
    assert [tap["Location"] for tap in taps] == [Game.objects.get().get_absolute_url()] * 2
    as_owner.force_login(stranger)
    assert as_owner.post(page, form).status_code == 404


def test_a_game_with_a_score_pad_moves_too(as_owner, campaign, table):
    game = finished_game(table, 1, in_standings=False, cities=[{"park": "2+4"}] * 3)
    as_owner.post(address(game), {"to": f"{campaign.public_id}-1"})
    assert [evaluation.total for evaluation in Game.objects.get().present] == [6, 6, 6]


def test_a_composed_mission_is_matched_to_its_place_by_its_rules(as_owner, owner, table):
    campaign = CampaignFactory(owner=owner, form=Campaign.Form.OWN, programme=[{"mission": 1}, RING_ROAD])
    game = finished_game(table, 0, line=RING_ROAD["line"], title="Another name", in_standings=False)
    page = as_owner.get(address(game)).content.decode()
    assert f"{campaign.public_id}-2" in page
    as_owner.post(address(game), {"to": f"{campaign.public_id}-2"})
    assert Game.objects.get().as_mission.name == "The Ring Road"


def test_a_game_that_already_counts_goes_on_counting(as_owner, campaign, table):
    first = finished_game(campaign, 7)
    game = seven(table)
    assert "another attempt counts" in as_owner.get(address(game)).content.decode()
    as_owner.post(address(game), {"to": f"{campaign.public_id}-7"})
    assert campaign.games_in_standings == {7: first}


def test_a_game_cannot_move_to_a_campaign_of_other_players(as_owner, owner, table):
    CampaignFactory(owner=owner, players=("Ada", "Ben"))
    page = as_owner.get(address(seven(table))).content.decode()
    assert "None of your campaigns has both this mission" in page


def test_a_game_cannot_move_to_a_campaign_of_another_user(as_owner, table):
    other = CampaignFactory()
    game = seven(table)
    response = as_owner.post(address(game), {"to": f"{other.public_id}-7"})
    assert "Choose one of the places below." in response.content.decode()
    assert Game.objects.get() == game


def test_a_solo_game_cannot_move(as_owner, campaign, table):
    game = seven(table, absent=["Ben", "Cleo"])
    as_owner.post(address(game), {"to": f"{campaign.public_id}-7"})
    assert Game.objects.get().campaign == table


def test_neither_open_games_nor_games_of_a_campaign_can_move(as_owner, campaign, table):
    assert as_owner.get(address(open_game(table, 1, in_standings=False))).status_code == 404
    assert as_owner.get(address(finished_game(campaign, 1))).status_code == 404


def test_the_result_offers_the_move_to_the_owner(as_owner, table):
    game = seven(table)
    assert address(game) in as_owner.get(game.get_absolute_url()).content.decode()


def test_all_persons_of_the_book_are_proposed_for_a_game(as_owner, campaign, table):
    CampaignFactory(owner=campaign.owner, players=("Dora", "Emil"))
    page = as_owner.get(reverse("play") + "?people=other").content.decode()
    for name in ("Ada", "Ben", "Cleo", "Dora", "Emil"):
        assert f'<option value="{name}">' in page
    assert 'list="known-people"' in page


def test_no_persons_are_proposed_to_a_visitor(client):
    assert "<datalist" not in client.get(reverse("play")).content.decode()
