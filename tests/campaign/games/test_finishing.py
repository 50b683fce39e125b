"""Test the page before a game is finished: it lists the findings of the box check and asks for confirmation."""

import pytest
from django.urls import reverse

from tests.factories import enter, enter_all, open_game
from tests.pages import Page

WITHOUT_SUPPLY = "T2SST/PU1-F/H-S-/T-P- 0i0e"


@pytest.fixture
def game(campaign, cities):
    game = open_game(campaign)
    enter_all(game, *cities)
    return game


def finish(client, game, **data):
    game = game.campaign.games.for_evening().get(pk=game.pk)
    response = client.post(
        reverse("finish_game", args=[game.campaign.public_id, game.pk]), {"seen": game.evening_version} | data
    )
    game.refresh_from_db()
    return response, game.is_finished


def put(game, name, city):
    enter(game.evaluations.get(player__name=name), city)


def test_a_game_without_findings_is_finished_at_once(as_owner, game):
    assert finish(as_owner, game)[1]


@pytest.mark.parametrize(
    ("city", "said"),
    [("TTTT/TTTT/TTTT/TTTT2 9i9e", "17 tiles"), (WITHOUT_SUPPLY, "Inhabitants and Energy Units are missing.")],
)
def test_doubts_about_a_city_are_listed_under_its_players_name_and_must_be_confirmed(as_owner, game, city, said):
    put(game, "Ben", city)
    response, is_finished = finish(as_owner, game)
    assert not is_finished
    page = response.content.decode()
    of_ben = page.split("Ben", 1)[1].split("</section>")[0]
    assert said in of_ben
    assert page.count("button--start") == 1
    assert finish(as_owner, game, sure="1")[1]


def test_a_confirmation_of_an_outdated_page_is_asked_for_again(as_owner, game):
    put(game, "Ben", WITHOUT_SUPPLY)
    seen = game.campaign.games.for_evening().get().evening_version
    put(game, "Cleo", WITHOUT_SUPPLY)
    response, is_finished = finish(as_owner, game, sure="1", seen=seen)
    assert response.status_code == 302
    assert not is_finished


def test_a_tie_with_a_pad_names_the_missing_figure_its_player_and_its_place(as_owner, campaign):
    game = open_game(campaign)
    ada = game.present[0]
    enter_all(
        game, {"tower_block": "40"}, {"tower_block": "40", "inhabitants_on_buildings": "7"}, {"tower_block": "30"}
    )
    response, is_finished = finish(as_owner, game)
    assert not is_finished
    pad = reverse("pad", args=[campaign.public_id, game.pk, ada.player_id])
    (section,) = Page(response).each("main section")
    said = "Tied at 40 VP. To break the tie, enter “Inhabitants on buildings” on the score pad."
    assert section.split() == ["Ada", "Fix:", "Ada", *said.split()]
    assert Page(response).all("main section a")[0].get("href") == pad
    finish(as_owner, game, sure="1")
    result = as_owner.get(game.get_absolute_url())
    assert f"Ada: {said} Reopen the game and add it there: Score pad" in Page(result).each("main .alert")
    game.reopen()
    ada.refresh_from_db()
    ada.record({**ada.pad, "inhabitants_on_buildings": "5"}, version=ada.version)
    assert finish(as_owner, game)[1]
