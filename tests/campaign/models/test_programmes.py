"""Test that a campaign plays its own programme, and that finished games keep the rules by which they were played."""

import pytest
from django.core.management import call_command

from campaign.models import Campaign, Game, OtherModeError
from campaign.scores.programmes import entry_of, programme_of
from scoring import MISSIONS, THE_TEN, Mission
from tests.factories import CampaignFactory, played_game

pytestmark = pytest.mark.django_db

RING_ROAD = "classic playgrounds wild=1 districts=4,2"
ENTRIES = [
    {"line": RING_ROAD, "name": "The Ring Road", "story": "It began with a map.\n\nAnd a pen."},
    {"mission": 7},
    {"line": "expert sequence", "name": "", "story": ""},
]


def of_its_own(entries=ENTRIES, **values):
    return CampaignFactory(form=Campaign.Form.OWN, programme=entries, tiebreak_mission=len(entries), **values)


def test_without_a_programme_of_its_own_a_campaign_plays_the_ten():
    assert CampaignFactory().missions is THE_TEN


def test_a_programme_may_have_one_of_the_ten_at_any_place():
    missions = of_its_own().missions
    assert [mission.number for mission in missions] == [0, 7, 0]
    assert missions[2] == MISSIONS[7]


@pytest.mark.parametrize("entry", ENTRIES, ids=str)
def test_a_mission_gives_back_its_entry_of_the_programme(entry):
    (mission,) = programme_of([entry])
    assert entry_of(mission, entry.get("story", "")) == entry


def test_the_next_mission_is_the_first_place_without_a_finished_game():
    campaign = of_its_own()
    played_game(campaign, 1)
    assert campaign.next_mission == 2
    played_game(campaign, 2)
    played_game(campaign, 3)
    assert Campaign.objects.get(pk=campaign.pk).next_mission is None


def test_a_game_of_the_programme_is_stamped_with_its_line():
    game = played_game(of_its_own(), 1)
    assert "rules=classic;playgrounds;wild=1;districts=4,2 " in game.rules_stamp
    assert game.numbered_title == "1. The Ring Road"


def test_a_game_of_one_of_the_ten_is_stamped_with_its_number_at_any_place():
    assert played_game(of_its_own(), 2).rules_stamp.startswith("edition=1 mission=7 ")


def test_a_finished_game_keeps_rules_and_name_when_its_place_changes():
    campaign = of_its_own()
    game = played_game(campaign, 1)
    totals = [evaluation.total for evaluation in game.present]
    campaign.programme = [{"line": "classic", "name": "Quiet", "story": ""}, *ENTRIES[1:]]
    campaign.save()
    game = Game.objects.get(pk=game.pk)
    assert game.as_mission == Mission.parse(RING_ROAD, "The Ring Road")
    assert [evaluation.compute().total for evaluation in game.present] == totals
    call_command("rescore")


def test_a_finished_game_is_not_reopened_if_its_place_has_the_other_mode():
    campaign = of_its_own()
    game = played_game(campaign, 1)
    campaign.programme = [{"line": "expert", "name": "Loud", "story": ""}, *ENTRIES[1:]]
    campaign.save()
    game = Game.objects.get(pk=game.pk)
    with pytest.raises(OtherModeError):
        game.reopen()
    assert Game.objects.get(pk=game.pk).is_finished
