"""Test changes to the programme of a running campaign. Finished games keep the rules by which they were scored."""

import pytest
from django.core.management import call_command
from django.urls import reverse

from campaign.campaigns.programme import PlannedMission, ProgrammeRefusedError, change_programme, plan_of_the_ten
from campaign.models import Campaign, Game
from campaign.scores.programmes import entry_of
from scoring import THE_TEN
from tests.factories import CLASSIC_CITY, CampaignFactory, enter, finished_game, open_game

RING_ROAD = {"line": "classic districts=4,2", "name": "The Ring Road", "story": "It began with a map."}
TEN = [PlannedMission(entry_of(mission), mission.number) for mission in THE_TEN]


def address(campaign):
    return reverse("programme", args=[campaign.public_id])


def sent(*rows, version=0):
    """Return the form data of the programme's page. A row is (old position, new position, number).

    In the row of a composed mission, the line, the name and the story follow.
    """
    data = {"missions-TOTAL_FORMS": str(len(rows)), "missions-INITIAL_FORMS": str(len(rows)), "version": str(version)}
    for number, (was, order, mission, *own) in enumerate(rows):
        values = dict(zip(("line", "name", "story"), own, strict=False))
        values |= {"was": was, "order": order, "mission": mission}
        data |= {f"missions-{number}-{name}": str(value) for name, value in values.items()}
    return data


def test_a_group_plays_three_missions_of_its_own_choice(as_owner, campaign):
    rows = (("", 2, "7"), ("", 1, "own", "classic districts=4,2", "The Ring Road", "It began."), ("", 3, "3"))
    assert as_owner.post(address(campaign), sent(*rows)).status_code == 302
    campaign.refresh_from_db()
    assert campaign.form == Campaign.Form.OWN
    assert [mission.number for mission in campaign.missions] == [0, 7, 3]
    assert (campaign.tiebreak_mission, campaign.best_of) == (3, 3)
    page = as_owner.get(campaign.get_absolute_url()).content.decode()
    assert "The Ring Road" in page
    assert "It began." in as_owner.get(open_game(campaign, 1).get_absolute_url()).content.decode()


def test_a_mission_moves_to_exactly_the_place_of_its_new_number(as_owner, campaign):
    for numbers, missions in (
        ({5: 2}, [1, 5, 2, 3, 4]),
        ({2: 4}, [1, 3, 4, 2, 5]),
        ({1: 2, 2: 1}, [2, 1, 3, 4, 5]),
        ({1: 5, 4: 1}, [4, 2, 3, 5, 1]),
        ({4: 2, 5: 2}, [1, 4, 5, 2, 3]),
        ({3: ""}, [1, 2, 4, 5, 3]),
        ({1: 99}, [2, 3, 4, 5, 1]),
        ({5: 0}, [5, 1, 2, 3, 4]),
    ):
        change_programme(campaign, TEN[:5])
        rows = [(number, numbers.get(number, number), number) for number in range(1, 6)]
        assert as_owner.post(address(campaign), sent(*rows, version=campaign.version)).status_code == 302, numbers
        campaign.refresh_from_db()
        assert [mission.number for mission in campaign.missions] == missions, numbers


def test_a_new_mission_gets_the_place_of_its_number(as_owner, campaign):
    change_programme(campaign, TEN[:3])
    rows = (*((number, number, number) for number in (1, 2, 3)), ("", 2, 9))
    as_owner.post(address(campaign), sent(*rows, version=campaign.version))
    campaign.refresh_from_db()
    assert [mission.number for mission in campaign.missions] == [1, 9, 2, 3]


def test_the_page_shows_the_lines_and_names_of_the_programme(as_owner, campaign):
    change_programme(campaign, [PlannedMission(RING_ROAD)])
    page = as_owner.get(address(campaign)).content.decode()
    assert "classic districts=4,2" in page
    assert "The Ring Road" in page


def test_games_move_with_their_missions(campaign):
    first, second = finished_game(campaign, 1), finished_game(campaign, 2)
    change_programme(campaign, [TEN[1], TEN[0], *TEN[2:]])
    places = {game.pk: (game.mission, game.in_standings) for game in Game.objects.all()}
    assert places == {first.pk: (2, True), second.pk: (1, True)}
    assert campaign.tiebreak_mission == 10


def test_a_replaced_mission_leaves_finished_games_their_rules(campaign):
    game = finished_game(campaign, 1)
    change_programme(campaign, [PlannedMission(RING_ROAD, 1), *TEN[1:]])
    game = Game.objects.get(pk=game.pk)
    assert game.rules_stamp.startswith("edition=1 mission=1 ")
    assert game.as_mission == THE_TEN[1]
    call_command("rescore")


def test_an_open_game_gets_the_new_rules_and_refuses_taps_made_under_the_old(campaign):
    game = open_game(campaign, 1)
    before = [evaluation.version for evaluation in game.present]
    change_programme(campaign, [PlannedMission(RING_ROAD, 1), *TEN[1:]])
    game = Game.objects.get(pk=game.pk)
    assert game.rules.line == RING_ROAD["line"]
    assert [evaluation.version for evaluation in game.present] == [version + 1 for version in before]


def test_a_campaign_can_return_to_the_ten_missions(as_owner, campaign):
    change_programme(campaign, [TEN[6], TEN[0]])
    game = finished_game(campaign, 1)
    data = {"version": str(campaign.version), "the_ten": "yes"}
    assert as_owner.post(address(campaign), data).status_code == 302
    campaign.refresh_from_db()
    assert (campaign.form, campaign.programme) == (Campaign.Form.TEN, [])
    game.refresh_from_db()
    assert game.mission == 7


def test_a_mission_with_a_game_cannot_be_removed(as_owner, campaign):
    finished_game(campaign, 1)
    response = as_owner.post(address(campaign), sent((1, 1, ""), (2, 2, "2"), version=campaign.version))
    assert response.status_code == 409
    assert "This mission has a game" in response.content.decode()
    campaign.refresh_from_db()
    assert campaign.form == Campaign.Form.TEN


def test_a_programme_cannot_change_the_mode_of_an_open_game_with_cities(campaign):
    enter(open_game(campaign, 1).present[0], CLASSIC_CITY)
    with pytest.raises(ProgrammeRefusedError):
        change_programme(campaign, [PlannedMission(entry_of(THE_TEN[5]), 1), *TEN[1:]])


def test_an_impossible_programme_is_refused_and_stays_on_the_page(as_owner, campaign):
    for rows, sentence in (
        ([], "A programme has 1 to 20 missions."),
        ([("", 1, "")], "A programme has 1 to 20 missions."),
        ([("", 1, "3")] * 21, "A programme has 1 to 20 missions."),
        ([("", 1, "11")], "Choose one of the ten, or a mission of your own."),
        ([("", 1, "own", "")], "This line is empty"),
        ([("", 1, "own", "classic chess=4")], "Word 2, chess=4"),
        ([("", 1, "own", "classic sets=3:3")], "Word 2, sets=3:3"),
        ([("", 1, "own", "classic", "a\u202eb")], "invisible character"),
        ([("", 1, "own", "classic", "a" * 61)], "at most 60 characters"),
        ([("", 1, "own", "classic", "<b>a</b>")], "Write plain text, without angle brackets."),
        ([("", 1, "own", "classic", "", "a" * 601)], "at most 600 characters"),
        ([(1, 1, "1"), (1, 2, "2")], "This page is out of date."),
        ([(11, 1, "1")], "This page is out of date."),
    ):
        response = as_owner.post(address(campaign), sent(*rows))
        assert response.status_code == 200, rows
        assert sentence in response.content.decode(), rows
        campaign.refresh_from_db()
        assert campaign.form == Campaign.Form.TEN, rows


def test_tags_in_a_title_are_escaped(as_owner, campaign):
    change_programme(campaign, [PlannedMission(RING_ROAD | {"name": "<b>x</b>", "story": "<i>y</i>"})])
    for page in (campaign.get_absolute_url(), open_game(campaign, 1).get_absolute_url()):
        assert "<b>x</b>" not in as_owner.get(page).content.decode()


def test_an_outdated_page_overwrites_nothing(as_owner, campaign):
    campaign.touch()
    assert as_owner.post(address(campaign), sent(("", 1, "3"))).status_code == 409
    campaign.refresh_from_db()
    assert campaign.form == Campaign.Form.TEN


def test_single_games_have_no_programme(as_owner, owner):
    assert as_owner.get(address(CampaignFactory(owner=owner, form=Campaign.Form.GAMES))).status_code == 404


def test_three_missions_end_with_an_election(as_owner, campaign):
    change_programme(campaign, [PlannedMission(RING_ROAD), TEN[1]])
    finished_game(campaign, 1)
    finished_game(campaign, 2)
    for name in ("election", "certificate", "standings", "log", "export_campaign"):
        assert as_owner.get(reverse(name, args=[campaign.public_id])).status_code == 200
    assert "The Ring Road" in as_owner.get(reverse("certificate", args=[campaign.public_id])).content.decode()


def test_the_plan_of_the_ten_keeps_each_game_at_its_place(campaign):
    assert plan_of_the_ten(campaign) == TEN
