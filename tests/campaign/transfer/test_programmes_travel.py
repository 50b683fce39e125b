"""Test the export and import of campaigns with composed missions, and of single games."""

import json

import pytest
from django.core.management import call_command

from campaign.campaigns.programme import PlannedMission, change_programme
from campaign.models import Campaign
from campaign.transfer import exported, import_campaign
from tests.campaign.transfer.conftest import refusal, text_of, without_date
from tests.factories import CampaignFactory, finished_game, open_game
from tests.sweeps import sweep

RING_ROAD = {"line": "classic districts=4,2", "name": "The Ring Road", "story": "It began\nwith a map."}
ROWS = {"line": "classic rows=3", "name": "Rows", "story": ""}


@pytest.fixture
def own(owner):
    """Return a campaign with two finished games. After them, the programme's first mission was replaced."""
    campaign = CampaignFactory(owner=owner, form=Campaign.Form.OWN, programme=[RING_ROAD, {"mission": 7}])
    finished_game(campaign, 1)
    finished_game(campaign, 2)
    change_programme(campaign, [PlannedMission(ROWS, 1), PlannedMission({"mission": 7}, 2)])
    campaign.refresh_from_db()
    return campaign


@pytest.fixture
def table(owner):
    campaign = CampaignFactory(owner=owner, form=Campaign.Form.GAMES)
    finished_game(campaign, 7, in_standings=False)
    finished_game(campaign, 0, line=RING_ROAD["line"], title="The Ring Road", in_standings=False)
    finished_game(campaign, 0, line="expert", in_standings=False, absent=["Ben", "Cleo"])
    open_game(campaign, 0, line="classic rounds=2", title="Short", in_standings=False)
    return campaign


def copied(campaign, owner):
    return import_campaign(json.dumps(exported(campaign)).encode(), owner)


@pytest.mark.parametrize("which", ["own", "table"])
def test_own_programmes_and_single_games_are_imported_unchanged(which, request, stranger):
    campaign = request.getfixturevalue(which)
    assert without_date(exported(copied(campaign, stranger))) == without_date(exported(campaign))
    call_command("rescore")


def test_an_imported_result_keeps_its_rules_after_the_programme_changed(own, stranger):
    game = copied(own, stranger).games.get(mission=1)
    assert (game.stamp.line, game.title) == (RING_ROAD["line"], "The Ring Road")
    assert [one.total for one in game.present] == [one.total for one in own.games.get(mission=1).present]


def test_imported_single_games_stay_single_games(table, stranger, client):
    there = copied(table, stranger)
    assert there.is_single_games
    assert [game.line for game in there.games.all()] == ["", "classic districts=4,2", "expert", "classic rounds=2"]
    client.force_login(stranger)
    assert "The Ring Road" in client.get(there.get_absolute_url()).content.decode()


@pytest.mark.parametrize(
    ("programme", "where"),
    sweep(
        [
            ([], "programme"),
            ([{"mission": 1}] * 21, "programme"),
            ([{"mission": 11}], "programme"),
            ([{"line": "classic " + "x" * 10_000, "name": "", "story": ""}], "programme"),
            ([{"line": "classic sets=3:3", "name": "", "story": ""}], "Word 2, sets=3:3"),
            ([{"line": "classic", "name": "x" * 61, "story": ""}], "name"),
            ([{"line": "classic", "name": "", "story": "x" * 601}], "story"),
        ]
    ),
)
def test_an_impossible_programme_is_refused_with_the_place_of_the_error(own, owner, programme, where):
    file = exported(own) | {"games": []}
    file["campaign"]["programme"] = programme
    assert where in refusal(json.dumps(file).encode(), owner)


def test_a_title_is_imported_without_invisible_characters(own, owner):
    file = json.loads(json.dumps(exported(own)))
    file["campaign"]["programme"][0]["name"] = "Ring\u202eRoad"
    assert import_campaign(text_of(file), owner).missions[1].name == "RingRoad"


def test_a_single_game_that_was_scored_by_another_line_is_refused(table, owner):
    file = json.loads(json.dumps(exported(table)))
    file["games"][1]["rules_stamp"] = file["games"][1]["rules_stamp"].replace("districts=4,2", "districts=4,1")
    assert "another mission" in refusal(text_of(file), owner)


def test_a_table_without_people_is_refused(table, owner):
    file = json.loads(json.dumps(exported(table)))
    for player in file["players"]:
        player["retired_at"] = "2026-01-31T20:15:00+00:00"
    assert "1 to 4 players" in refusal(text_of(file), owner)


def test_a_game_outside_the_programme_is_refused(own, owner):
    file = json.loads(json.dumps(exported(own)))
    file["games"][0]["mission"] = 3
    assert "the programme has no such mission" in refusal(text_of(file), owner)
