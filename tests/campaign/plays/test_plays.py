"""Test that old plays of BG Stats and BoardGameGeek become finished games with totals."""

import json
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from campaign.models import Campaign, Evaluation, Game
from campaign.plays.reading import MOST_PLAYS, PlaysFile
from campaign.takeaway.game import BGG_ID
from campaign.transfer import ImportRefusedError
from tests.pages import Page

pytestmark = pytest.mark.django_db

HERE = "/campaigns/plays/"
PEOPLE = {1: "Ada", 2: "Ben", 3: "Cleo"}


def bg_stats(*plays, **more):
    """Return an export of BG Stats with these plays: (day, {number of the player: points})."""
    return {
        "games": [{"id": 7, "name": "Quadropolis", "bggId": BGG_ID}, {"id": 8, "name": "Another Game", "bggId": 13}],
        "players": [{"id": number, "name": name, "uuid": f"p{number}"} for number, name in PEOPLE.items()],
        "locations": [{"id": 1, "name": "At Ada's"}],
        "plays": [
            {
                "uuid": f"play {number}",
                "gameRefId": 7,
                "locationRefId": 1,
                "playDate": f"{day} 20:15:00",
                "ignored": False,
                "playerScores": [
                    {"playerRefId": who, "score": str(points), "seatOrder": 0, "startPlayer": who == 2, "rank": 0}
                    for who, points in scores.items()
                ],
            }
            | more
            for number, (day, scores) in enumerate(plays)
        ],
    }


def bgg(*plays, name="Quadropolis", objectid=BGG_ID):
    """Return a list of plays as BoardGameGeek's XML API gives it: (day, {name of the player: points})."""
    rows = "".join(
        f'<play id="{number}" date="{day}" quantity="1" length="60" incomplete="0" nowinstats="0" location="Home">'
        f'<item name="{name}" objecttype="thing" objectid="{objectid}"/><players>'
        + "".join(
            f'<player username="" userid="0" name="{who}" startposition="{seat}" score="{points}" win="0"/>'
            for seat, (who, points) in enumerate(scores.items(), start=1)
        )
        + "</players></play>"
        for number, (day, scores) in enumerate(plays)
    )
    return f'<?xml version="1.0" encoding="utf-8"?><plays username="ada" total="{len(plays)}">{rows}</plays>'.encode()


EVENING = ("2019-05-03", {1: 61, 2: 54})


def send(client, file):
    raw = file if isinstance(file, bytes) else json.dumps(file).encode()
    return client.post(HERE, {"file": SimpleUploadedFile("plays.json", raw)})


def confirm(client, page, **typed):
    """Send the second form with what the page proposes, and with `typed`."""
    page = Page(page)
    data = {field.get("name"): field.get("value", "") for field in page.all("main form input:not([type=radio])")}
    data["into"] = next(iter(page.each("select[name=into] option[selected]", "value")), "")
    return client.post(HERE, data | {"mode": "classic"} | typed, follow=True)


def test_an_export_of_bg_stats_becomes_finished_games_with_totals(as_owner, owner):
    page = confirm(as_owner, send(as_owner, bg_stats(EVENING, ("2020-01-01", {1: 40, 2: 40, 3: 55}))))
    assert "2 games came in." in Page(page).words()
    first, second = Game.objects.order_by("played_on")
    assert (first.played_on, first.place, first.first_player.name) == (date(2019, 5, 3), "At Ada's", "Ben")
    assert [(one.player.name, one.total, one.rank) for one in first.present] == [("Ada", 61, 1), ("Ben", 54, 2)]
    assert [(one.player.name, one.rank) for one in second.present] == [("Ada", 2), ("Ben", 2), ("Cleo", 1)]
    assert first.is_finished
    assert first.campaign.owner == owner
    assert first.campaign.is_single_games
    assert Evaluation.history.count() == 5
    assert as_owner.get(first.get_absolute_url()).status_code == 200


def test_a_list_of_plays_from_boardgamegeek_becomes_finished_games(as_owner):
    confirm(as_owner, send(as_owner, bgg(("2021-02-03", {"Ben": 33, "Ada": "30+14"}))), mode="expert")
    game = Game.objects.get()
    assert [(one.player.name, one.total) for one in game.present] == [("Ben", 33), ("Ada", 44)]
    assert (game.first_player.name, game.place, str(game.rules.mode)) == ("Ben", "Home", "expert")


def test_a_visitor_without_an_account_becomes_a_guest_who_owns_the_games(client):
    confirm(client, send(client, bg_stats(EVENING)))
    assert Campaign.objects.get().owner.is_guest


def test_the_same_play_twice_is_one_game(as_owner):
    again = bg_stats(EVENING, EVENING, ("2019-06-01", {1: 50, 2: 51}))
    confirm(as_owner, send(as_owner, bg_stats(EVENING)))
    page = send(as_owner, again)
    assert "1 more play is here already." in Page(page).words()
    confirm(as_owner, page)
    assert Game.objects.count() == 2
    assert Campaign.objects.count() == 1
    answer = as_owner.post(HERE, {"file": SimpleUploadedFile("plays.json", json.dumps(again).encode())}, follow=True)
    assert "All plays of this file are here already." in Page(answer).words()


def test_a_play_is_known_again_under_the_names_here(as_owner):
    for _time in range(2):
        page = confirm(as_owner, send(as_owner, bg_stats(EVENING)), **{"who-0": "Anna"})
    assert "All plays of this file are here already." in Page(page).words()
    assert (Game.objects.count(), Campaign.objects.count()) == (1, 1)


def test_the_reader_says_who_is_who(as_owner):
    page = send(as_owner, bg_stats(("2019-05-03", {1: 61, 2: 54}), ("2019-05-04", {3: 10, 2: 20})))
    assert [field.get("value") for field in Page(page).all("input[list]")] == ["Ada", "Ben", "Cleo"]
    confirm(as_owner, page, **{"who-2": "ada"})
    assert sorted(player.name for player in Campaign.objects.get().players.all()) == ["Ben", "ada"]


def test_two_who_played_against_each_other_are_two_people(as_owner):
    page = Page(confirm(as_owner, send(as_owner, bg_stats(EVENING)), **{"who-1": "Ada"}))
    assert "so they are different people: Ada, Ben." in page.words()
    assert page.value("input[name=who-1]") == "Ada"
    assert not Game.objects.exists()


def test_people_known_here_are_proposed_by_their_name_here(as_owner):
    confirm(as_owner, send(as_owner, bg_stats(EVENING)), **{"who-0": "ADA"})
    assert Page(send(as_owner, bg_stats(("2022-01-01", {1: 1, 2: 2})))).value("input[name=who-0]") == "ADA"


def test_plays_that_are_no_finished_game_are_left_out_and_counted(as_owner):
    five = dict.fromkeys((1, 2, 3), 10)
    page = send(
        as_owner,
        bg_stats(
            EVENING,
            ("2019-05-03", {1: "", 2: 54}),
            ("1999-05-03", five),
            ("2999-05-03", five),
            ("2019-05-04", {1: 9_999, 2: 54}),
            ("2019-05-05", {1: "many", 2: 54}),
            ("no day", five),
        ),
    )
    assert "6 plays are left out" in Page(page).words()
    assert "1 game of Quadropolis" in Page(page).words()


def test_everything_else_in_the_file_is_left_alone(as_owner):
    file = bg_stats(EVENING)
    file["plays"].append(file["plays"][0] | {"gameRefId": 8})
    file["plays"].append(file["plays"][0] | {"ignored": True, "playDate": "2018-01-01 10:00:00"})
    confirm(as_owner, send(as_owner, file))
    assert Game.objects.count() == 1


@pytest.mark.parametrize(
    ("file", "said"),
    [
        (b"{", "cannot be read as JSON"),
        (b"[]", "neither an export of BG Stats"),
        (b'{"games": [{"bggId": 176396}], "players": [], "plays": []}', "neither an export of BG Stats"),
        (b"<plays", "neither an export of BG Stats"),
        (b'<!DOCTYPE plays [<!ENTITY a "aaaa">]><plays>&a;</plays>', "neither an export of BG Stats"),
        (bgg(("2021-02-03", {"Ben": 33}), name="Azul", objectid=230802), "no play of Quadropolis"),
    ],
)
def test_other_files_are_refused_with_a_sentence(file, said):
    with pytest.raises(ImportRefusedError, match=said):
        PlaysFile.read(file)


def test_changed_plays_between_the_two_forms_are_refused(as_owner):
    page = confirm(as_owner, send(as_owner, bg_stats(EVENING)), plays="nonsense")
    assert "The file did not arrive. Please choose it again." in Page(page).words()
    assert not Game.objects.exists()


def test_nobody_brings_games_into_the_list_of_somebody_else(as_owner, browser_of):
    confirm(as_owner, send(as_owner, bg_stats(EVENING)))
    member = browser_of("member")
    page = confirm(member, send(member, bg_stats(EVENING)), into=Game.objects.get().campaign_id)
    assert Page(page).has(".field--error")
    assert Game.objects.count() == 1


def test_twenty_plays_come_in_by_45_queries(as_owner, django_assert_max_num_queries):
    page = send(as_owner, bg_stats(*((f"2019-05-{day + 1:02}", {1: day, 2: 50}) for day in range(20))))
    fields = {
        field.get("name"): field.get("value", "") for field in Page(page).all("main form input:not([type=radio])")
    }
    with django_assert_max_num_queries(45):
        as_owner.post(HERE, fields | {"mode": "classic", "into": ""})
    assert Game.objects.count() == 20


def test_an_import_has_a_bound_and_the_next_one_brings_the_rest(as_owner):
    days = [
        (f"{year}-{month:02}-{day:02}", {1: 5, 2: 50})
        for year in (2018, 2019)
        for month in range(1, 13)
        for day in range(1, 14)
    ]
    page = send(as_owner, bg_stats(*days))
    assert f"{len(days) - MOST_PLAYS} more plays come in when you choose this file again." in Page(page).words()


def test_the_page_of_imports_leads_to_old_plays():
    assert Page(Client().get(reverse("import_campaign"))).has(f'main a[href="{HERE}"]')
