"""Test that the pages of a campaign ask as often for many games as for one, and less often when they are kept."""

import pytest
from django.urls import reverse

from tests.factories import finished_game, many_finished_games

pytestmark = pytest.mark.django_db

# The number of queries of each page: session, user; campaign, players, games, and their evaluations. The chronicle also
# asks for a link to share it. Of the queries of the table, 18 count the downloads of this address and account.
FIRST = {"campaign": 6, "standings": 6, "election": 6, "log": 6, "chronicle": 7, "log_csv": 23}
# A page that was rendered before: session, user and campaign.
AGAIN = dict.fromkeys(("campaign", "standings", "log"), 3)
MISSION = "/missions/7-price-of-silence/?players=3"


@pytest.mark.parametrize("games", [1, 10, 30])
def test_the_pages_of_a_campaign_take_as_many_queries_for_many_games(
    as_owner, campaign, django_assert_num_queries, games
):
    many_finished_games(campaign, games)
    found = FIRST | ({"election": 7} if games >= 10 else {})  # a decided one also looks for the group's next campaign
    for name, queries in found.items():
        with django_assert_num_queries(queries):
            as_owner.get(reverse(name, args=[campaign.public_id])).getvalue()
    for name, queries in AGAIN.items():
        with django_assert_num_queries(queries):
            as_owner.get(reverse(name, args=[campaign.public_id]))


@pytest.mark.parametrize("played", [0, 20])
def test_a_result_and_a_mission_take_as_many_queries_for_many_games(
    as_owner, campaign, django_assert_num_queries, played
):
    many_finished_games(campaign, played)
    result = finished_game(campaign).get_absolute_url()
    as_owner.get(MISSION)
    # The result asks for its game too. A kept mission asks for the games of all campaigns.
    for address, queries in ((result, 7), (result, 4), (MISSION, 3)):
        with django_assert_num_queries(queries):
            as_owner.get(address)
