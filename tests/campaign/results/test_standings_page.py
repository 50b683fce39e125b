"""Test the pages with a campaign's standings, charts, awards and election."""

from itertools import pairwise

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from campaign.models import Campaign, Game
from campaign.results.charts import HEIGHT, WIDTH, LineChart
from campaign.results.fairness import Fairness
from campaign.results.inauguration import Inauguration
from campaign.results.standings import CampaignStandings
from campaign.results.standings_charts import StandingsCharts
from scoring import MISSIONS, Mode
from tests.factories import LOW, MIDDLE, TALL, CampaignFactory, enter_all, finished_game
from tests.pages import Page, words
from tests.sweeps import sweep

WITH_FACTORY = "T1---/---F/----/---- 1i1e"  # 1 VP and one Inhabitant on a building
OF_TOWERS = {
    Mode.CLASSIC: "T4T4T4T4/T4T4T4T4/----/---- 0i8e",  # 80 VP
    Mode.EXPERT: "T5T5T5T5T5/T5T5T5T5T5/-----/----- 0i10e",  # 150 VP
}
HIGH_IN_EXPERT = "T5----/-----/-----/----- 0i1e"  # 15 VP


def standings_of(campaign):
    return CampaignStandings(Campaign.objects.get(pk=campaign.pk).prefetch_games(), has_seen_mayor=True)


def chances(campaign):
    return {row.player.name: row.chance for row in standings_of(campaign).rows}


def page_of(client, campaign, name="standings"):
    response = client.get(reverse(name, args=[campaign.public_id]))
    assert response.status_code == 200
    return response.content.decode()


def play_all(campaign, cities_of=lambda _mission: (), **details):
    for number in MISSIONS:
        finished_game(campaign, number, cities=cities_of(number), **details)


# --- The standings table ----------------------------------------------------------------------------------------------


def test_a_column_tells_how_much_of_their_cities_the_players_used_if_somebody_left_vp(as_owner, campaign):
    finished_game(campaign, cities=[TALL] * 3)
    assert "Used" not in Page(page_of(as_owner, campaign)).each("details th")
    by_hand = "T4T1--/----/----/---- 0i1e .+../..../..../...."  # 1 VP of the 10 that its Energy Unit could bring
    finished_game(campaign, 2, cities=[by_hand, TALL, {"tower_block": "4"}])
    page = Page(page_of(as_owner, campaign))
    [figures] = [table for table in page.all("details table") if "Used" in table.text_content()]
    rows = [(words(row[0]), words(row[-1])) for row in figures.cssselect("tbody tr")]
    assert rows == [("Ben", "100%"), ("Cleo", "100%"), ("Ada", "55%")]  # Ada: 11 of 20 VP


def test_the_standings_grow_with_the_finished_missions(as_owner, campaign):
    before = page_of(as_owner, campaign)
    assert "no mission is finished yet" in before
    assert campaign.get_absolute_url() in before
    for mission in range(4):
        if mission:
            finished_game(campaign, mission)
        standings = Page(page_of(as_owner, campaign))
        assert Page(page_of(as_owner, campaign, "campaign")).has("#standings") is (mission >= 1)
        assert standings.has("#chart") is (mission >= 2)  # after one mission there is no race to draw
        assert standings.has("#awards") is (mission >= 3)
        assert "Used" not in standings.words()  # nobody lost VP, so no column shows them


def test_every_player_is_told_what_it_takes_to_win(campaign):
    finished_game(campaign, cities=[TALL, LOW, LOW])
    assert chances(campaign) == {
        "Ada": "Leads by 9 VP.",
        "Ben": "9 VP behind: to draw level, must beat the leader by 1 VP in each remaining mission.",
        "Cleo": "9 VP behind: to draw level, must beat the leader by 1 VP in each remaining mission.",
    }


def test_a_player_with_a_shared_lead_leads_level_with_others(campaign):
    finished_game(campaign, cities=[TALL, TALL, LOW])
    assert chances(campaign)["Ada"] == "Leads, level with others."


def test_before_the_last_mission_the_gap_tells_what_it_takes_to_win(campaign):
    for number in list(MISSIONS)[:-1]:
        finished_game(campaign, number, cities=[TALL, LOW, LOW] if number == 1 else ())
    said = chances(campaign)["Ben"]
    assert said == "9 VP behind: to draw level, must beat the leader by as much in the last mission."


def test_a_gap_that_the_last_mission_cannot_close_is_told(campaign):
    for number, mission in list(MISSIONS.items())[:-1]:
        finished_game(campaign, number, cities=[OF_TOWERS[mission.rules.mode]])
    assert chances(campaign)["Ben"].endswith("VP behind: cannot catch up in the remaining missions.")


def test_a_tie_tells_what_decides_it(campaign):
    finished_game(campaign, cities=[LOW, WITH_FACTORY, TALL])
    decisions = {row.player.name: row.decision for row in standings_of(campaign).rows}
    assert decisions == {
        "Cleo": "",
        "Ben": "Level with Ada; the Inhabitants on buildings decide, 1 to 0.",
        "Ada": "Level with Ben; the Inhabitants on buildings decide, 0 to 1.",
    }


def test_players_who_share_a_place_are_not_level_with_the_winner_of_the_tiebreak(campaign):
    finished_game(campaign, cities=[WITH_FACTORY, LOW, LOW])
    decisions = {row.player.name: row.decision for row in standings_of(campaign).rows}
    assert decisions["Ben"] == "Level with Cleo in everything that counts: the place is shared."
    assert decisions["Cleo"] == "Level with Ben in everything that counts: the place is shared."


def test_a_player_behind_by_one_tiebreak_does_not_take_part_in_the_next(campaign):
    campaign.tiebreak_mission = 2
    campaign.save()
    finished_game(campaign, 2, cities=[WITH_FACTORY, LOW, LOW])
    finished_game(campaign, 1, cities=[LOW, LOW, WITH_FACTORY])
    decisions = {row.player.name: row.decision for row in standings_of(campaign).rows}
    assert decisions["Ada"].startswith("Level with Cleo and Ben; the rank in mission")
    assert decisions["Cleo"] == "Level with Ben; the missions won decide, 1 to 0."
    assert decisions["Ben"] == "Level with Cleo; the missions won decide, 0 to 1."


def test_an_absence_is_shown_as_absent_and_not_as_0_vp(as_owner, campaign):
    finished_game(campaign, absent=("Ben",))
    page = page_of(as_owner, campaign)
    assert page.count("absent") == 1
    row = next(row for row in standings_of(campaign).rows if row.player.name == "Ben")
    assert (row.standing.played, row.standing.total) == (0, 0)


def test_a_retired_player_stays_in_the_table_and_is_marked_as_gone(as_owner, campaign):
    finished_game(campaign, cities=[LOW, TALL, LOW])
    campaign.players.filter(name="Ada").update(retired_at=timezone.now())
    assert chances(campaign)["Ada"] == "Has left the campaign."
    assert "has left" in page_of(as_owner, campaign)


def test_a_player_who_retired_without_a_game_is_not_in_the_table(campaign):
    campaign.players.filter(name="Ada").update(retired_at=timezone.now())
    finished_game(campaign)
    assert [row.player.name for row in standings_of(campaign).rows] == ["Ben", "Cleo"]


def test_an_attempt_that_does_not_count_changes_nothing(campaign):
    finished_game(campaign, cities=[TALL, LOW, LOW])
    finished_game(campaign, cities=[LOW, TALL, LOW], in_standings=False)
    assert standings_of(campaign).rows[0].player.name == "Ada"


# --- The rule that decides the campaign -------------------------------------------------------------------------------


def decide_by(campaign, rule, best_of=8):
    campaign.election_by, campaign.best_of = rule, best_of
    campaign.save()


def scores(campaign):
    return {row.player.name: (row.standing.rank, row.score) for row in standings_of(campaign).rows}


@pytest.fixture
def ben_missed_one(campaign):
    """Return a campaign with two finished missions. In the first, Ada and Ben have equal VP. Ben misses the second."""
    finished_game(campaign, 1, cities=[TALL, TALL, LOW])
    finished_game(campaign, 2, cities=[LOW, LOW], absent=("Ben",))
    return campaign


def test_by_the_total_a_player_with_an_absence_is_behind(ben_missed_one):
    assert [rank for rank, _score in scores(ben_missed_one).values()] == [1, 2, 3]


@pytest.mark.parametrize(
    ("rule", "best_of", "column"),
    sweep([("average", 8, "Average"), ("share", 8, "Share"), ("par", 8, "Above par"), ("best", 1, "Best 1")], quick=2),
)
def test_by_a_fair_rule_an_absence_costs_nothing(as_owner, ben_missed_one, rule, best_of, column):
    decide_by(ben_missed_one, rule, best_of)
    behind = {row.player.name: row.standing.behind for row in standings_of(ben_missed_one).rows}
    assert behind["Ben"] == 0
    head = as_owner.get(reverse("standings", args=[ben_missed_one.public_id])).content.decode().split("<tbody>")[0]
    assert column in head.split("<thead>")[1]


@pytest.mark.parametrize(
    ("rule", "ben"),
    [
        ("average", "VP per mission behind: to draw level, needs"),
        ("share", "percentage points behind: can draw level only if the leader falls back."),
        ("best", "VP behind: to draw level, needs"),
    ],
)
def test_the_hint_how_to_win_follows_the_deciding_rule(campaign, rule, ben):
    finished_game(campaign, cities=[TALL, LOW, LOW])
    decide_by(campaign, rule, 4)
    assert ben in chances(campaign)["Ben"]
    assert chances(campaign)["Ada"].startswith("Leads by ")


def test_the_head_of_the_standings_tells_the_deciding_rule_and_its_effect(ben_missed_one):
    assert Fairness(standings_of(ben_missed_one)).sentences == [
        "The sum of all missions' points decides, as in the campaign manual."
    ]
    decide_by(ben_missed_one, "average")
    decides, levels, changes = Fairness(standings_of(ben_missed_one)).sentences
    assert decides == "The average VP of the missions each player has played decides."
    assert "A player who misses a low one has a higher average." in levels
    assert changes == "Ada would lead by the sum of all points."


def test_the_head_of_the_standings_says_if_only_lower_places_change(campaign):
    decide_by(campaign, "average")
    finished_game(campaign, 1, cities=[TALL, MIDDLE, LOW])
    finished_game(campaign, 2, cities=[TALL, MIDDLE], absent=("Ben",))
    assert (
        Fairness(standings_of(campaign)).sentences[-1]
        == "The sum of all points would give the same leader but another order behind."
    )


@pytest.mark.parametrize("counts", [True, False])
def test_a_guest_is_in_the_standings_only_if_they_count(campaign, counts):
    guest = campaign.invite("Dana", in_standings=counts)
    ada = campaign.players.get(name="Ada")
    game = Game.objects.start(campaign, 1, seats=[ada, guest])
    enter_all(game, LOW, TALL)
    game.finish()
    standings = standings_of(campaign)
    assert ("Dana" in {row.player.name for row in standings.rows}) is counts
    assert standings.missions[0].game.winners == [guest]


def test_a_guest_who_has_not_played_yet_has_no_row(campaign):
    finished_game(campaign)
    campaign.invite("Dana", in_standings=True)
    assert "Dana" not in scores(campaign)


# --- Charts and awards ------------------------------------------------------------------------------------------------


def test_lines_show_the_distance_of_each_player_from_the_leader(campaign):
    finished_game(campaign, 1, cities=[TALL, LOW, LOW])
    finished_game(campaign, 5, cities=[None, HIGH_IN_EXPERT])
    chart = StandingsCharts(standings_of(campaign)).race
    assert [then.mission for then in chart.after] == [1, 5]
    assert [row.behind for row in chart.after[0].scores.values()] == [0, 9, 9]
    assert [len(line.points) for line in chart.lines] == [3, 3, 3]


def test_the_race_numbers_each_of_ten_missions_and_every_second_of_twenty():
    for last, numbers in ((10, range(1, 11)), (20, range(2, 21, 2))):
        chart = LineChart((), (), {}, last=last)
        assert [mark.label for mark in chart.missions] == [str(number) for number in numbers]
        assert chart.missions[-1].at == chart.right


def test_every_point_of_the_chart_is_inside_it_and_no_chip_covers_another():
    campaign = CampaignFactory(players=("A", "B", "C", "D"))
    finished_game(campaign, cities=[TALL, TALL, TALL, LOW])
    lines = StandingsCharts(standings_of(campaign)).race.lines
    assert all(0 <= point.x <= WIDTH and 0 <= point.y <= HEIGHT for line in lines for point in line.points)
    chips = sorted(line.chip.y for line in lines)
    assert all(below - above >= 24 for above, below in pairwise(chips))
    assert chips[-1] <= HEIGHT - 12


def test_every_chart_has_a_table_with_its_figures(as_owner, campaign):
    finished_game(campaign, cities=[TALL, LOW, LOW])
    finished_game(campaign, mission=2, cities=[LOW, LOW, LOW])
    page = page_of(as_owner, campaign)
    assert Page(page).has("#chart #as-tables")
    assert "(−9)" in Page(page).words("#chart .as-table")
    assert "VP by building" in page
    charts = Page(page).each("svg:is(.chart__drawing, .meter, .profile__bar)", "aria-hidden")
    assert len(charts) > 3
    assert set(charts) == {"true"}


def test_no_drawing_has_a_style_attribute_or_a_decimal_comma(as_owner, campaign):
    finished_game(campaign, cities=[TALL, LOW, LOW])
    finished_game(campaign, mission=2, cities=[LOW, LOW, LOW])
    as_owner.cookies["django_language"] = "de"
    with translation.override("en"):  # the request itself is in German, whose numbers have decimal commas
        page = page_of(as_owner, campaign)
    assert "style=" not in page
    assert Page(page).has("[points]")
    assert not Page(page).has(", ".join(f"[{name}*=',']" for name in ("x", "y", "x1", "x2", "y1", "y2", "width")))


def test_points_by_building_and_style_agree_with_the_score_sheets(campaign):
    finished_game(campaign, cities=[TALL, "T1H-H/H---/----/---- 3i1e", LOW])
    standings = standings_of(campaign)
    totals = {row.player: row.standing.total for row in standings.rows}
    for player in standings.players:
        assert sum(by_player[player] for by_player in StandingsCharts(standings).by_category.values()) == totals[player]
    ada = next(profile for profile in StandingsCharts(standings).profiles if profile.player.name == "Ada")
    assert ada.summary == "Mostly Tower Blocks (100%)"
    assert max(part.x + part.width for part in ada.parts) == 600


def test_each_column_of_points_by_building_belongs_to_the_player_in_its_head(campaign):
    """Use a campaign in which the order of the ranks differs from the order of the columns."""
    finished_game(campaign, cities=["T---/----/----/---- 1i1e", "T3SU1-/P-FH2/----/---- 12i5e"])
    so_far = CampaignStandings(campaign, has_seen_mayor=True)
    assert [row.player for row in so_far.rows] != so_far.players
    assert all([bar.player for bar in row.bars] == so_far.players for row in StandingsCharts(so_far).kinds)


def test_awards_name_specialists_and_the_player_who_wastes_least(campaign):
    for mission in (1, 2, 3):
        finished_game(campaign, mission, cities=[TALL, "T1---/----/----/---- 3i1e", LOW])
    awards = {award.title: award for award in standings_of(campaign).awards}
    assert awards["Specialist: Tower Blocks"].names == "Ada"
    assert awards["Specialist: Tower Blocks"].reason == "Scored 30 VP with it."
    assert awards["Resource manager"].names == "Ada and Cleo"
    assert awards["Resource manager"].reason == "Loses least to unused Inhabitants and Energy Units: 0.0 VP a game."


def test_the_award_for_resources_compares_and_tells_vp_lost_per_game(campaign):
    wasted = "T---/----/----/---- 2i3e"  # unused resources cost this city 4 VP
    finished_game(campaign, 1, cities=[wasted, wasted, wasted])
    finished_game(campaign, 2, cities=[LOW, wasted, wasted])
    finished_game(campaign, 3, cities=[LOW, wasted], absent=["Ada"])
    manager = next(award for award in standings_of(campaign).awards if award.title == "Resource manager")
    # Unused resources cost Ada 4 VP in two games, and Ben 8 VP in three games.
    assert manager.names == "Ada"
    assert manager.reason == "Loses least to unused Inhabitants and Energy Units: 2.0 VP a game."


def test_the_most_consistent_player_gets_an_award(campaign):
    finished_game(campaign, 1, cities=[TALL, TALL, LOW])
    for mission in (2, 3):
        finished_game(campaign, mission, cities=[TALL, LOW, LOW])
    awards = {award.title: award.names for award in standings_of(campaign).awards}
    assert awards["Consistency"] == "Ada and Cleo"


# --- The election -----------------------------------------------------------------------------------------------------


def test_there_is_no_election_before_the_last_mission(as_owner, campaign):
    finished_game(campaign)
    page = page_of(as_owner, campaign, "election")
    assert f"{len(MISSIONS) - 1} missions are left to play" in page
    assert "new mayor" not in page


def test_after_the_last_mission_the_leader_is_mayor(as_owner, campaign):
    play_all(campaign, lambda number: [None, TALL, TALL] if number == 1 else ())
    page = page_of(as_owner, campaign, "election")
    mayor = standings_of(campaign).mayor_names
    assert Page(page).words(".election h2") == f"{mayor} is the new mayor"
    assert "The city of the campaign" in page
    assert reverse("election", args=[campaign.public_id]) in page_of(as_owner, campaign, "campaign")


def test_a_campaign_that_ends_in_a_full_tie_has_several_mayors(as_owner, campaign):
    play_all(campaign)
    page = Page(page_of(as_owner, campaign, "election"))
    assert page.words(".election h2") == "Ada, Ben and Cleo are the new mayors"
    assert "are to govern together" in page.words(".speech")


def test_the_wall_of_the_election_has_a_stone_in_the_winners_colour_for_each_mission(as_owner, campaign):
    cities = {1: [TALL, LOW, LOW], 2: [LOW, TALL, LOW]}
    play_all(campaign, lambda number: cities.get(number, ()))
    page = Page(page_of(as_owner, campaign, "election"))
    stones = page.each(".stone")
    assert stones[:3] == [
        "1. A New Beginning: Ada",
        "2. Public Opinion: Ben",
        "3. Senior Architect: Ada Ben Cleo",
    ]
    assert page.each(".stone", "class")[:3] == ["stone player--blue", "stone player--green", "stone"]
    assert len(stones) == len(MISSIONS)


def test_a_campaign_with_score_pads_only_has_a_mayor_without_a_city(campaign):
    play_all(campaign)
    for game in campaign.games.all():
        game.evaluations.update(city="", allocation="", pad={"tower_block": "3"})
    assert Inauguration(standings_of(campaign)).showpiece is None


# --- Queries and access -----------------------------------------------------------------------------------------------


def test_a_mayor_by_a_tiebreak_is_said_to_have_been_level(campaign):
    play_all(campaign, lambda mission: [WITH_FACTORY, LOW, LOW] if mission == 1 else ())
    assert (
        Inauguration(standings_of(campaign))
        .speech[0]
        .startswith("The votes are level, so the cities decide. Ada takes the keys")
    )


def test_a_member_sees_the_election_as_the_owner_does(client, campaign, owner, member):
    finished_game(campaign)
    seen = []
    for person in (owner, member):
        client.force_login(person)
        seen.append(Page(page_of(client, campaign, "election")).words("main"))
    assert seen[0] == seen[1]


def test_the_switch_for_tables_is_on_only_for_readers_who_chose_it(as_owner, campaign):
    finished_game(campaign, cities=[TALL, LOW, LOW])
    finished_game(campaign, mission=2, cities=[LOW, LOW, LOW])
    for cookie in ("", "tables", "nonsense"):
        as_owner.cookies["figures"] = cookie
        for address in (f"{campaign.get_absolute_url()}standings/", "/book/"):
            switched_on = Page(as_owner.get(address)).has("#as-tables[checked]")
            assert switched_on == (cookie == "tables"), address
