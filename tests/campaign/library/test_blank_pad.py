"""Test printed forms: the score pad of a mission, and the certificate of an election."""

import re

import pytest
from django.urls import reverse

from campaign.library.blank_pad import pad_rows
from campaign.scores.score_pad import pad_categories
from scoring import MISSIONS, HouseRules, Kind
from tests.factories import finished_game, many_finished_games
from tests.sweeps import TELLING_MISSIONS, sweep

pytestmark = pytest.mark.django_db


def row_of(number, category, house_rules=None):
    rules = MISSIONS[number].rules.with_house_rules(house_rules or HouseRules())
    return next((row for row in pad_rows(rules) if row.category == category), None)


@pytest.mark.parametrize("number", sweep(TELLING_MISSIONS, quick=2))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_pad_has_the_categories_of_its_mission_and_a_column_for_each_player(client, number, players):
    html = client.get(f"/missions/{number}-{MISSIONS[number].slug}/pad/?players={players}").content.decode()
    rows = html.count('<span class="building kind kind--')
    assert rows == len(pad_categories(MISSIONS[number].rules))
    parts = html.count('class="blank-pad__part"')
    # each player also has a cell for the total, and two cells for a tie
    assert html.count("<td></td>") == players * (rows + parts + 3)


def test_only_pads_of_missions_with_playgrounds_name_playgrounds():
    assert "Playground" not in str(row_of(1, "park").label)
    assert "Playground" in str(row_of(3, "park").label)
    assert Kind.PLAYGROUND not in dict(row_of(5, "monument").neighbours)
    assert Kind.PLAYGROUND in dict(row_of(10, "monument").neighbours)


def test_a_mission_without_extra_vp_has_no_row_for_them():
    assert row_of(1, "mission") is None
    assert [str(extra) for extra in row_of(2, "mission").extras] == ["Every full set of 3 Playgrounds brings 3 VP."]


def test_the_figures_of_a_pad_follow_the_house_rules():
    plain, manual = (row_of(1, "tower_block", HouseRules(manual_tower_points=on)).figures.rows[0][1] for on in (0, 1))
    assert (plain[:2], manual[:2]) == ((1, 3), (2, 5))


def test_unemployed_inhabitants_cost_the_vp_of_the_mission():
    assert row_of(1, "unused_inhabitants").lost == "1 VP lost for each"
    assert row_of(9, "unused_inhabitants").lost == "2 VP lost for each"


def test_there_is_no_certificate_before_the_election(as_owner, campaign):
    finished_game(campaign)
    answer = as_owner.get(reverse("certificate", args=[campaign.public_id]))
    assert answer.headers["Location"] == reverse("election", args=[campaign.public_id])


def test_the_certificate_names_mayors_missions_totals_and_day(as_owner, campaign, django_assert_num_queries):
    many_finished_games(campaign, 20)
    with django_assert_num_queries(6):
        html = as_owner.get(reverse("certificate", args=[campaign.public_id])).content.decode()
    assert "Ada, Ben and Cleo" in html
    assert "have been elected mayors together" in html
    assert html.count('<th scope="row">') == len(MISSIONS)
    assert len(re.findall(r'decided__figure">\d+<', html)) == len(("Ada", "Ben", "Cleo"))
    assert campaign.name in html
