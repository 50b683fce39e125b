"""Test games with the Public Services expansion, whose special tiles have typed VP, and games without it."""

import json
from io import StringIO
from urllib.parse import urlencode

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaign.campaigns.move_single_game import destinations, move
from campaign.campaigns.programme import PlannedMission, ProgrammeRefusedError, change_programme
from campaign.models import Campaign, Game
from campaign.par.levels import city_par
from campaign.transfer import ImportRefusedError, exported, import_campaign
from scoring import City, Rules
from tests.factories import CampaignFactory, enter, finished_game, open_game
from tests.forms import evening, roster
from tests.pages import Page
from tests.sweeps import TELLING_MISSIONS, sweep

COUNTED = "X6--U1/----/----/---- 2i0e"  # 5 VP for two districts, 1 VP printed on U1, 6 VP that the players typed for X
VP = 5 + 1 + 6
UNSAID = ("special Public Service", "special tiles", 'value="X"', "data-special")


def begin(client, campaign, **more):
    response = client.post(reverse("new_game", args=[campaign.public_id]), evening(campaign, **more))
    assert response.status_code == 302, response.content.decode()
    return Game.objects.for_evening().order_by("-pk")[0]


def pages_of(game):
    yield game.get_absolute_url()
    for evaluation in game.present:
        yield evaluation.get_absolute_url()


def test_a_game_is_begun_with_the_expansion_and_the_next_one_proposes_it(as_owner, campaign):
    assert not Page(as_owner.get(reverse("new_game", args=[campaign.public_id]))).one("#id_services").get("checked")
    game = begin(as_owner, campaign, services="on")
    assert game.services
    assert game.as_mission.number == 1
    assert game.rules == Rules.parse("classic services")
    page = Page(as_owner.get(reverse("new_game", args=[campaign.public_id])))
    assert page.one("#id_services").get("checked") is not None


def test_the_expansion_can_be_switched_off_and_the_history_says_so(as_owner, campaign):
    game = begin(as_owner, campaign, services="on")
    edit = reverse("edit_game", args=[campaign.public_id, game.pk])
    shown = Page(as_owner.get(edit)).value("[name=version]")
    assert as_owner.post(edit, evening(campaign, version=shown)).status_code == 302
    game = Game.objects.get(pk=game.pk)
    assert not game.services
    assert game.rules == Rules.parse("classic")
    history = Page(as_owner.get(reverse("game_history", args=[campaign.public_id, game.pk]))).words()
    assert "Without the expansion." in history


def test_the_evening_has_its_steps_in_the_setup_and_before_every_round(as_owner, campaign):
    game = open_game(campaign, 1, services=True)
    page = Page(as_owner.get(game.get_absolute_url()))
    assert "Shuffle the 11 special Public Services of Classic" in page.words("#tick-services")
    for number in (2, 3, 4):
        assert "turn up 4 new ones" in page.words(f"#tick-services-{number}")


@pytest.mark.parametrize("number", sweep(TELLING_MISSIONS, quick=2))
def test_the_expansion_is_listed_among_the_new_rules_of_the_evening(as_owner, campaign, number):
    new = {}
    for services in (False, True):
        game = open_game(campaign, number, services=services)
        new[services] = Page(as_owner.get(game.get_absolute_url())).each("#story li")
    (more,) = [sentence for sentence in new[True] if sentence not in new[False]]
    assert more.endswith("special Public Services of the expansion are in play.")
    assert [sentence for sentence in new[True] if sentence != more] == new[False]


def test_a_table_without_the_expansion_does_not_read_of_it(as_owner, campaign):
    game = open_game(campaign, 1)
    enter(game.present[0])
    for address in (*pages_of(game), "/missions/1-a-new-beginning/pad/", "/calculator/?mission=1"):
        page = as_owner.get(address).content.decode()
        assert [word for word in UNSAID if word in page] == [], address


def test_the_expansion_makes_no_further_query(as_owner, campaign):
    counts = []
    for services in (False, True):
        game = open_game(campaign, 1, services=services)
        enter(game.present[0], COUNTED)
        address = game.present[0].get_absolute_url()
        as_owner.get(address)
        with CaptureQueriesContext(connection) as caught:
            as_owner.get(address)
        counts.append(len(caught))
    assert counts[0] == counts[1]


def test_the_receipt_tells_the_typed_vp_of_a_special_service(as_owner, campaign):
    game = finished_game(campaign, 1, cities=[COUNTED] * 3, services=True)
    assert {evaluation.total for evaluation in game.present} == {VP}
    page = Page(as_owner.get(game.present[0].get_absolute_url())).words()
    assert "special Public Service, as the table counted: 6 VP" in page


@pytest.mark.parametrize("parks_only", [False, True])
def test_the_house_rule_about_a_park_district_is_applied_and_stamped(as_owner, campaign, parks_only):
    campaign.park_district_parks_only = parks_only
    campaign.save()
    game = finished_game(campaign, 10, cities=["DPG--/-----/-----/----- 2i0e"] * 3, services=True)
    assert {evaluation.categories["public_service"] for evaluation in game.present} == {3 if parks_only else 4}
    assert ("park_district_parks_only=1" in game.rules_stamp) is parks_only
    page = Page(as_owner.get(game.present[0].get_absolute_url())).words()
    assert ("House rule: “Park District” counts only Parks" in page) is parks_only
    Campaign.objects.update(park_district_parks_only=not parks_only)
    call_command("rescore", stdout=StringIO())


def test_a_finished_game_keeps_its_rules_and_is_scored_again_by_them(campaign):
    game = finished_game(campaign, 3, services=True)
    game = Game.objects.get(pk=game.pk)
    assert game.rules_stamp.startswith("edition=1 mission=3 services=1 ")
    assert game.as_mission.number == 3
    assert game.rules == Rules.parse("classic playgrounds services wild=1")
    call_command("rescore", stdout=StringIO())


@pytest.mark.parametrize("services", [False, True])
def test_only_a_game_without_the_expansion_doubts_a_special_tile(as_owner, campaign, services):
    evaluation = open_game(campaign, 1, services=services).present[0]
    enter(evaluation, COUNTED)
    page = Page(as_owner.get(evaluation.get_absolute_url())).words()
    assert ("This mission is played without the expansion" in page) is not services


def test_the_campaigns_file_keeps_the_expansion(campaign, stranger):
    finished_game(campaign, 1, cities=[COUNTED] * 3, services=True)
    open_game(campaign, 2, services=True)
    file = exported(campaign)
    copied = import_campaign(json.dumps(file).encode(), stranger)
    games = copied.games.order_by("pk")
    assert [game.services for game in games] == [True, True]
    assert [str(evaluation.as_city) for evaluation in games[0].present] == [str(City.parse(COUNTED))] * 3
    without_date = [{**each, "exported_at": ""} for each in (file, exported(copied))]
    assert without_date[0] == without_date[1]


def test_a_file_whose_stamp_contradicts_the_expansion_is_refused(campaign, stranger):
    finished_game(campaign, 1, services=True)
    file = exported(campaign)
    file["games"][0]["services"] = False
    with pytest.raises(ImportRefusedError, match="another mission"):
        import_campaign(json.dumps(file).encode(), stranger)


def test_a_single_game_with_the_expansion_is_taken_to_the_place_of_its_mission(owner):
    table = CampaignFactory(owner=owner, form="games")
    game = finished_game(table, 0, line="classic services", title="", in_standings=False, cities=[COUNTED] * 3)
    campaign = CampaignFactory(owner=owner)
    (destination,) = [each for each in destinations(game, owner) if each.campaign == campaign]
    moved = move(game, destination)
    assert (moved.mission, moved.services) == (1, True)
    assert {evaluation.total for evaluation in moved.present} == {VP}


def test_a_game_with_the_expansion_has_the_par_of_its_mission(campaign):
    plain, game = finished_game(campaign, 1), finished_game(campaign, 1, services=True)
    assert city_par(game) == city_par(plain) > 0


def test_the_score_pad_says_that_the_special_tiles_belong_to_the_public_services(as_owner, campaign):
    for services in (True, False):
        evaluation = open_game(campaign, 1, services=services).present[0]
        pad = Page(as_owner.get(f"{evaluation.get_absolute_url()}pad/"))
        assert ("VP of special tiles" in pad.words("#pad")) is services
        described = pad.one("#id_public_service").get("aria-describedby")
        assert (described == "id_public_service_helptext") is services


LONG = (  # this line has no room for the word `services`, because at most 160 characters are allowed
    "classic playgrounds wild=1 shared sequence inhabitants=2 unemployed=2 pollution=3 offer=2 sets=2:4 mayors=9"
    " districts=1,1 jobs=3 rows=1 variety=5 corners=3"
)
NO_ROOM = "This mission's line has no room for one more word: it has 160 characters at most."
RING, FULL = ({"line": line, "name": "Ring", "story": ""} for line in ("classic services rows=2", LONG))


def test_the_form_names_missions_that_always_have_the_expansion(as_owner, owner):
    own = CampaignFactory(owner=owner, form="own", programme=[{"mission": 1}, RING])
    table = CampaignFactory(owner=owner, form="games")
    for address, said in (
        (reverse("new_game", args=[own.public_id]), "enter the VP. Always with the expansion: 2. Ring."),
        (
            reverse("new_game", args=[table.public_id]) + "?line=classic+services&name=Ring",
            "Always with the expansion: Ring.",
        ),
        (reverse("play") + "?people=other&line=classic+services&name=Ring", "Always with the expansion: Ring."),
        (reverse("new_game", args=[table.public_id]), "enter the VP."),
        (reverse("new_game", args=[CampaignFactory(owner=owner).public_id]), "enter the VP."),
        (reverse("play") + "?people=other", "enter the VP."),
    ):
        assert Page(as_owner.get(address)).words("#id_services_helptext").endswith(said), address


def test_a_line_too_long_for_the_word_cannot_have_the_expansion(as_owner, owner):
    own = CampaignFactory(owner=owner, form="own", programme=[FULL])
    table = CampaignFactory(owner=owner, form="games")
    for campaign, mission, query in ((own, "1", ""), (table, LONG, "?" + urlencode({"line": LONG}))):
        data = evening(campaign, mission=mission, services="on")
        address = reverse("new_game", args=[campaign.public_id]) + query
        page = Page(as_owner.post(address, data))
        assert NO_ROOM in page.words("#further[open]")
        assert not Game.objects.exists()
        del data["services"]
        assert as_owner.get(as_owner.post(address, data)["Location"]).status_code == 200
        Game.objects.all().delete()


def test_a_new_table_gets_the_same_message_about_a_line_without_room(client):
    rows = roster(("Ada", "red"))
    address = f"{reverse('play')}?{urlencode({'line': LONG})}"
    assert NO_ROOM in Page(client.post(address, rows | {"mission": LONG, "services": "on"})).words()
    assert not Game.objects.exists()
    assert client.post(address, rows | {"mission": LONG}).status_code == 302


def test_a_place_with_an_open_game_of_the_expansion_needs_a_line_with_room(campaign):
    open_game(campaign, 2, services=True)
    with pytest.raises(ProgrammeRefusedError, match="A game with the expansion is open here") as refused:
        change_programme(campaign, [PlannedMission({"mission": 1}, 1), PlannedMission(FULL, 2)])
    assert refused.value.was == 2
    assert change_programme(campaign, [PlannedMission(FULL, 1), PlannedMission({"mission": 2}, 2)])


def test_a_reopened_game_of_the_expansion_stays_readable_if_its_line_is_too_long(as_owner, campaign):
    game = finished_game(campaign, 1, services=True)
    change_programme(campaign, [PlannedMission(FULL, 1)])
    Game.objects.get(pk=game.pk).reopen()
    assert as_owner.get(game.get_absolute_url()).status_code == 200
    copied = import_campaign(json.dumps(exported(Campaign.objects.get(pk=campaign.pk))).encode(), campaign.owner)
    assert as_owner.get(copied.games.get().get_absolute_url()).status_code == 200
