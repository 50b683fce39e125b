"""Test single games. Each has one mission and one evening. They have records, but no standings and no election."""

from itertools import zip_longest

import pytest
from django.core.management import call_command
from django.urls import reverse

from campaign.models import Campaign, Colour, Game
from campaign.results import table_records
from scoring import Rules
from tests.factories import enter_all, finished_game, open_game
from tests.forms import evening, roster
from tests.pages import Page
from tests.sweeps import sweep

PLAY = reverse("play")
LINE = "classic playgrounds wild=1 districts=4,2"


def sent(mission, *names):
    """Return the form data for a single game of this mission by players with these names."""
    return roster(*zip_longest(names, Colour.values, fillvalue=""), mission=mission)


def begin(client, mission, *names, query=""):
    response = client.post(PLAY + query, sent(mission, *names))
    assert response.status_code == 302, response.content.decode()
    return Game.objects.select_related("campaign").latest("pk")


def finish(game):
    enter_all(game)
    game.finish()
    return game


def single(table, **mission):
    return finished_game(table, in_standings=False, **(mission or {"mission": 0, "line": "classic"}))


def test_a_visitor_begins_a_game_and_becomes_a_guest(client):
    game = begin(client, "expert", "Ada", "Ben")
    assert (game.mission, game.line, game.in_standings) == (0, "expert", False)
    assert game.campaign.form == Campaign.Form.GAMES
    assert client.get(game.get_absolute_url()).status_code == 200


@pytest.mark.parametrize("mission", sweep(["classic", "expert", *map(str, range(1, 11))]))
def test_both_modes_and_all_ten_missions_can_be_single_games(client, mission):
    assert client.get(begin(client, mission, "Ada", "Ben").get_absolute_url()).status_code == 200


def test_a_game_is_begun_with_the_public_services_expansion(client):
    assert Page(client.get(reverse("play"))).one("#id_services").get("checked") is None
    assert client.post(reverse("play"), sent("1", "Ada", "Ben") | {"services": "on"}).status_code == 302
    assert Game.objects.get().rules == Rules.parse("classic services")


def test_a_single_game_can_have_the_line_of_a_composed_mission(client):
    query = f"?line={LINE}&name=The Ring Road"
    assert "The Ring Road" in client.get(PLAY + query).content.decode()
    assert begin(client, LINE, "Ada", "Ben", query=query).numbered_title == "The Ring Road"


def test_an_impossible_mission_is_explained_and_stores_nothing(client):
    for query in ("line=chess", *(f"line=classic&name={name}" for name in ("x" * 61, "a%E2%80%AEb", "<b>a</b>"))):
        page = client.get(f"{PLAY}?{query}")
        assert page.status_code == 200
        assert "alert--error" in page.content.decode(), query
    assert not Campaign.objects.exists()


def test_a_mission_that_is_not_offered_is_refused(client):
    response = client.post(PLAY, sent("classic sequence", "Ada", "Ben"))
    assert response.status_code == 200
    assert "Choose a mission." in response.content.decode()


def test_the_same_people_play_again_at_their_table(client):
    first, second = (begin(client, "classic", "Ada", "Ben") for _ in range(2))
    assert first.campaign == second.campaign
    assert begin(client, "classic", "Ada", "Cleo").campaign != first.campaign


def test_the_people_of_the_last_campaign_are_proposed(as_owner, campaign):
    page = as_owner.get(PLAY).content.decode()
    assert all(f'value="{name}"' in page for name in ("Ada", "Ben", "Cleo"))


def test_a_user_with_a_single_game_is_led_to_its_table(as_owner, table):
    single(table)
    response = as_owner.get(PLAY)
    assert response["Location"] == reverse("new_game", args=[table.public_id])
    page = as_owner.get(response["Location"]).content.decode()
    assert page.count("button--start") == 1
    assert as_owner.get(PLAY + "?people=other").status_code == 200


def test_the_way_to_a_table_keeps_the_composed_mission(as_owner, table):
    single(table)
    response = as_owner.get(PLAY, {"line": "classic sequence", "name": "In a Row"})
    assert response["Location"].endswith("?line=classic+sequence&name=In+a+Row")
    assert "In a Row" in as_owner.get(response["Location"]).content.decode()


def test_the_page_of_a_table_begins_a_game(as_owner, table):
    data = evening(table, mission="7")
    as_owner.post(reverse("new_game", args=[table.public_id]), data)
    game = Game.objects.get()
    assert (game.mission, game.line, game.in_standings) == (7, "", False)


def test_the_mission_of_a_game_is_corrected(as_owner, table):
    game = open_game(table, 0, line="classic", in_standings=False)
    data = evening(table, mission="8", version=game.version)
    assert as_owner.post(reverse("edit_game", args=[table.public_id, game.pk]), data).status_code == 302
    game.refresh_from_db()
    assert (game.mission, game.line) == (8, "")
    assert as_owner.get(reverse("game_history", args=[table.public_id, game.pk])).status_code == 200


def test_a_table_lists_games_and_records_and_no_standings(as_owner, table):
    single(table)
    single(table)
    game = single(table, mission=0, line=LINE, title="The Ring Road")
    page = as_owner.get(table.get_absolute_url()).content.decode()
    assert page.count("The Ring Road") >= 2
    assert "2 games" in page
    for name in ("standings", "election", "certificate"):
        assert reverse(name, args=[table.public_id]) not in page
        assert as_owner.get(reverse(name, args=[table.public_id]))["Location"] == table.get_absolute_url()
    result = as_owner.get(game.get_absolute_url()).content.decode()
    assert "The Ring Road" in result
    assert "does not count" not in result
    assert reverse("standings", args=[table.public_id]) not in result
    for name in ("log", "new_game", "campaign_settings", "export_campaign", "sharing"):
        assert as_owner.get(reverse(name, args=[table.public_id])).status_code == 200
    assert as_owner.post(reverse("count_game", args=[table.public_id, game.pk])).status_code == 404


def test_a_table_lists_the_records_of_the_missions_played_most(as_owner, table, monkeypatch):
    monkeypatch.setattr(table_records, "RECORDS_SHOWN", 2)
    for line in ("classic", "expert", "classic wild=1", "expert", "classic wild=1"):
        single(table, mission=0, line=line)
    records = as_owner.get(table.get_absolute_url()).context["records"]
    assert [(record.game.line, record.games) for record in records] == [("classic wild=1", 2), ("expert", 2)]


def test_an_empty_table_says_what_to_do_and_its_button_opens_the_qr_code(as_owner, table):
    page = as_owner.get(table.get_absolute_url()).content.decode()
    assert "Play a game" in page
    assert 'id="records"' not in page
    assert 'popovertarget="code"' in page
    assert 'id="code"' in page


def test_every_page_of_an_evening_takes_a_composed_mission(as_owner, table):
    game = open_game(table, 0, line=LINE, title="The Ring Road", in_standings=False)
    for address in (game.get_absolute_url(), game.present[0].get_absolute_url()):
        assert as_owner.get(address).status_code == 200
    finish(game)
    for name in ("game_history", "take_along"):
        assert as_owner.get(reverse(name, args=[table.public_id, game.pk])).status_code == 200
    assert as_owner.get(reverse("book")).status_code == 200
    call_command("rescore")


def test_a_table_of_20_games_makes_six_queries(as_owner, table, django_assert_max_num_queries):
    for _ in range(20):
        single(table)
    with django_assert_max_num_queries(6):
        as_owner.get(table.get_absolute_url())


def test_home_offers_a_game_to_a_visitor(client):
    assert f'href="{PLAY}"' in client.get("/").content.decode()


def test_home_offers_a_game_to_a_group(as_owner, campaign):
    finished_game(campaign)
    assert f'href="{PLAY}"' in as_owner.get("/?own").content.decode()
