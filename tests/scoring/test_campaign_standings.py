"""Test the standings of a campaign: totals, wins, awards, ties, absences, and who can still become mayor."""

from itertools import permutations

import pytest

from scoring import MISSIONS, DecidedBy, FinishedGame, HouseRules, Mission, Programme, Result, standings
from scoring.limits import highest_total
from tests.scoring.cities import BUILDING_CATEGORIES

POINTS, TIEBREAK_MISSION, MISSIONS_WON, INHABITANTS, SHARED = (
    DecidedBy.POINTS,
    DecidedBy.TIEBREAK_MISSION,
    DecidedBy.MISSIONS_WON,
    DecidedBy.INHABITANTS,
    DecidedBy.SHARED,
)
TRIO = ("ann", "bob", "cleo")
TOWERS, PARKS, LEFT, POLLUTION = "tower_block", "park", "unused_inhabitants", "unused_energy"


def game(mission, **results):
    """Make a finished game. `results` has the VP, or a whole Result, of each player."""
    return FinishedGame(
        mission,
        {
            player: Result(result, inhabitants_on_buildings=0, empty_squares=0) if isinstance(result, int) else result
            for player, result in results.items()
        },
    )


def campaign(*games, players=TRIO, house_rules=None):
    return standings(players, games, house_rules)


def rows(table):
    return {row.player: row for row in table.rows}


def order(table):
    return [(row.player, row.rank, row.decided_by) for row in table.rows]


# Totals and wins ------------------------------------------------------------------------------------------------------

THREE_GAMES = (
    game(1, ann=40, bob=50, cleo=30),
    game(2, ann=60, bob=45, cleo=30),
    game(3, ann=55, bob=54, cleo=70),
)


def test_the_scores_of_all_games_add_up():
    table = campaign(*THREE_GAMES)
    assert [(row.player, row.total, row.played) for row in table.rows] == [
        ("ann", 155, 3),
        ("bob", 149, 3),
        ("cleo", 130, 3),
    ]
    assert order(table) == [("ann", 1, POINTS), ("bob", 2, POINTS), ("cleo", 3, POINTS)]


def test_each_won_one_mission():
    assert {player: row.missions_won for player, row in rows(campaign(*THREE_GAMES)).items()} == dict.fromkeys(TRIO, 1)


def test_a_mission_won_on_the_tie_break_is_won():
    table = campaign(game(1, ann=Result(40, 12, 3), bob=Result(40, 13, 3)))
    assert (rows(table)["ann"].missions_won, rows(table)["bob"].missions_won) == (0, 1)


def test_a_shared_first_place_is_won_by_both():
    table = campaign(game(1, ann=40, bob=40, cleo=30))
    assert [row.missions_won for row in table.rows] == [1, 1, 0]


def test_the_order_of_the_games_does_not_matter():
    games = (*THREE_GAMES, game(10, ann=70, bob=76, cleo=9))
    tables = [campaign(*some) for some in permutations(games)]
    assert all(table == tables[0] for table in tables)
    assert order(tables[0]) == [("bob", 1, TIEBREAK_MISSION), ("ann", 2, TIEBREAK_MISSION), ("cleo", 3, POINTS)]


def test_the_missions_not_yet_played_remain():
    assert campaign(*THREE_GAMES).remaining == (4, 5, 6, 7, 8, 9, 10)


@pytest.mark.parametrize(
    ("vp", "best_mission"),
    [
        pytest.param((40, 30), 1, id="the best in VP and share"),
        pytest.param((45, 40), 2, id="nearer to the winner with fewer VP"),
        pytest.param((50, 41), 1, id="won twice: more VP"),
        pytest.param((0, 0), 1, id="nothing twice: the first"),
    ],
)
def test_the_best_mission_is_the_one_with_the_largest_share_of_its_best_score(vp, best_mission):
    table = campaign(game(1, ann=vp[0], bob=50), game(2, ann=vp[1], bob=41))
    assert rows(table)["ann"].best_mission == best_mission


# No games, no players -------------------------------------------------------------------------------------------------


def test_before_the_first_game_everybody_is_level():
    table = campaign()
    assert order(table) == [("ann", 1, SHARED), ("bob", 1, SHARED), ("cleo", 1, SHARED)]
    assert table.remaining == tuple(range(1, 11))
    assert table.mayors == table.most_consistent == table.resource_managers == ()
    assert set(table.specialists.values()) == {()}
    for row in table.rows:
        assert (row.total, row.played, row.missions_won, row.behind, row.needed) == (0, 0, 0, 0, 0)
        assert (row.best_mission, row.share, row.spread, row.of_best_possible) == (None,) * 4
        assert row.can_still_win


def test_a_campaign_without_players_has_empty_standings():
    assert campaign(players=()).rows == ()


def test_guests_count_for_the_ranks_of_their_game_but_have_no_row():
    table = campaign(game(1, ann=40, guest=50), players=("ann", "bob"))
    assert set(rows(table)) == {"ann", "bob"}
    assert rows(table)["ann"].missions_won == 0
    assert rows(table)["ann"].share == pytest.approx(0.8)


# Absences -------------------------------------------------------------------------------------------------------------


def test_an_absent_player_gains_nothing_and_wins_nothing():
    table = campaign(game(1, ann=40, bob=50), game(2, ann=30, bob=20, cleo=60))
    cleo = rows(table)["cleo"]
    assert (cleo.total, cleo.played, cleo.missions_won, cleo.best_mission) == (60, 1, 1, 2)
    assert cleo.behind == 10


def test_a_missed_mission_lowers_no_share():
    table = campaign(game(1, ann=40, bob=50), game(2, ann=30, bob=60, cleo=60))
    assert rows(table)["cleo"].share == 1
    assert rows(table)["bob"].share == 1
    assert rows(table)["ann"].share == pytest.approx(70 / 110)


def test_a_player_absent_from_all_games_is_last():
    table = campaign(game(1, ann=40, bob=50), game(2, ann=30, bob=20))
    cleo = table.rows[-1]
    assert (cleo.player, cleo.rank, cleo.total, cleo.played, cleo.missions_won) == ("cleo", 3, 0, 0, 0)
    assert (cleo.best_mission, cleo.share, cleo.spread, cleo.of_best_possible) == (None,) * 4
    assert "cleo" not in table.most_consistent
    assert "cleo" not in table.resource_managers


def test_playing_alone_wins_no_mission():
    table = campaign(game(1, ann=40))
    assert [row.missions_won for row in table.rows] == [0, 0, 0]


def test_a_player_absent_from_the_tie_break_mission_ranks_behind_its_players():
    table = campaign(game(1, ann=10, bob=0, cleo=40), game(10, ann=30, bob=40))
    assert order(table) == [("bob", 1, TIEBREAK_MISSION), ("ann", 2, TIEBREAK_MISSION), ("cleo", 3, TIEBREAK_MISSION)]


def test_an_absent_player_ranks_behind_a_player_who_lost_to_guests():
    guests = dict.fromkeys(("dan", "eve", "fay"), 50)
    table = campaign(game(1, ann=0, bob=30), game(10, ann=30, **guests), players=("ann", "bob"))
    assert order(table) == [("ann", 1, TIEBREAK_MISSION), ("bob", 2, TIEBREAK_MISSION)]


# Ties --------------------------------------------------------------------------------------------------------------


def test_a_tie_goes_to_the_better_rank_in_mission_ten():
    # Bob won two missions and has more Inhabitants on buildings, but Ann won mission 10, the tie-break mission.
    table = campaign(
        game(1, ann=10, bob=Result(20, 30, 0)),
        game(2, ann=10, bob=Result(20, 30, 0)),
        game(10, ann=50, bob=30),
        players=("ann", "bob"),
    )
    assert order(table) == [("ann", 1, TIEBREAK_MISSION), ("bob", 2, TIEBREAK_MISSION)]


@pytest.mark.parametrize(
    ("tiebreak_mission", "winner"),
    [pytest.param(2, "bob", id="mission 2"), pytest.param(1, "ann", id="mission 1"), pytest.param(10, "ann", id="10")],
)
def test_another_mission_breaks_ties_by_house_rule(tiebreak_mission, winner):
    table = campaign(
        game(1, ann=40, bob=30),
        game(2, ann=20, bob=50),
        game(10, ann=50, bob=30),
        players=("ann", "bob"),
        house_rules=HouseRules(tiebreak_mission=tiebreak_mission),
    )
    assert [row.total for row in table.rows] == [110, 110]
    assert order(table)[0] == (winner, 1, TIEBREAK_MISSION)


def test_the_rank_in_the_tie_break_mission_includes_its_own_tie_break():
    table = campaign(game(10, ann=Result(50, 9, 1), bob=Result(50, 9, 0)), players=("ann", "bob"))
    assert order(table) == [("bob", 1, TIEBREAK_MISSION), ("ann", 2, TIEBREAK_MISSION)]


def test_a_tie_before_the_tie_break_mission_goes_to_more_missions_won():
    table = campaign(
        game(1, ann=31, bob=30),
        game(2, ann=31, bob=30),
        game(3, ann=30, bob=Result(32, 99, 0)),
        players=("ann", "bob"),
    )
    assert order(table) == [("ann", 1, MISSIONS_WON), ("bob", 2, MISSIONS_WON)]


def test_a_tie_in_wins_goes_to_more_inhabitants_on_buildings():
    table = campaign(
        game(1, ann=Result(40, 5, 0), bob=Result(30, 9, 0)),
        game(2, ann=Result(30, 4, 0), bob=Result(40, 1, 0)),
        players=("bob", "ann"),
    )
    assert order(table) == [("bob", 1, INHABITANTS), ("ann", 2, INHABITANTS)]
    assert [row.inhabitants_on_buildings for row in table.rows] == [10, 9]


def test_equal_players_share_a_rank_and_the_next_rank_is_left_out():
    table = campaign(game(1, ann=40, bob=30, cleo=9), game(2, ann=30, bob=40, cleo=9))
    assert order(table) == [("ann", 1, SHARED), ("bob", 1, SHARED), ("cleo", 3, POINTS)]


def test_level_lists_the_other_players_with_the_same_score():
    table = campaign(game(1, ann=40, bob=50, cleo=30), game(2, ann=50, bob=40, cleo=30))
    assert {row.player: row.level for row in table.rows} == {"ann": ("bob",), "bob": ("ann",), "cleo": ()}


def test_players_without_tie_break_figures_can_share_the_first_rank():
    table = campaign(game(1, ann=Result(40), bob=Result(30)), game(2, ann=Result(30), bob=Result(40)))
    assert order(table)[:2] == [("ann", 1, SHARED), ("bob", 1, SHARED)]


# Shares and consistency -----------------------------------------------------------------------------------------------


def test_the_share_is_the_players_vp_divided_by_the_best_scores():
    table = campaign(game(1, ann=40, bob=50), game(2, ann=80, bob=40), players=("ann", "bob"))
    assert rows(table)["ann"].share == pytest.approx(120 / 130)
    assert rows(table)["bob"].share == pytest.approx(90 / 130)


def test_the_spread_is_the_standard_deviation_of_the_shares():
    # Ann's shares are 1/2 and 1, Bob's shares are 1 and 4/5.
    table = campaign(game(1, ann=25, bob=50), game(2, ann=50, bob=40), players=("ann", "bob"))
    assert rows(table)["ann"].spread == pytest.approx(0.25)
    assert rows(table)["bob"].spread == pytest.approx(0.1)
    assert table.most_consistent == ("bob",)


def test_a_player_with_equal_shares_has_a_spread_of_0():
    table = campaign(game(1, ann=25, bob=50), game(2, ann=20, bob=40), players=("ann", "bob"))
    assert {row.spread for row in table.rows} == {0}
    assert set(table.most_consistent) == {"ann", "bob"}


def test_one_game_shows_no_consistency():
    table = campaign(game(1, ann=25, bob=50))
    assert {row.spread for row in table.rows} == {None}
    assert table.most_consistent == ()


def test_consistency_does_not_count_the_missions_a_player_missed():
    table = campaign(game(1, ann=25, bob=50, cleo=25), game(2, ann=50, bob=40, cleo=25), game(3, ann=30, bob=30))
    assert rows(table)["cleo"].spread == 0
    assert table.most_consistent == ("cleo",)


@pytest.mark.parametrize("best", [0, -4])
def test_a_mission_nobody_scored_in_gives_no_share(best):
    table = campaign(game(1, ann=best, bob=best - 1), game(2, ann=30, bob=60))
    assert rows(table)["ann"].share == pytest.approx(0.5)
    assert rows(table)["bob"].share == 1
    assert rows(table)["ann"].spread is None
    assert rows(table)["ann"].total == 30 + best


def test_if_nobody_scored_in_the_only_mission_there_are_no_shares():
    table = campaign(game(1, ann=0, bob=-2))
    assert {(row.share, row.spread, row.best_mission) for row in table.rows} == {(None, None, None)}


def test_a_total_below_zero_is_a_share_below_zero():
    table = campaign(game(1, ann=-5, bob=50))
    assert rows(table)["ann"].share == pytest.approx(-0.1)


# The share of the best possible VP ------------------------------------------------------------------------------------


def test_the_best_possible_total_is_that_of_the_players_own_cities():
    table = campaign(
        game(1, ann=Result(40, best_possible=50), bob=Result(60, best_possible=60)),
        game(2, ann=Result(30, best_possible=30), bob=Result(20, best_possible=40)),
        players=("ann", "bob"),
    )
    assert rows(table)["ann"].of_best_possible == pytest.approx(70 / 80)
    assert rows(table)["bob"].of_best_possible == pytest.approx(80 / 100)


def test_a_pad_without_a_city_does_not_count_towards_the_best_possible():
    table = campaign(game(1, ann=Result(40, best_possible=50), bob=60), game(2, ann=70, bob=10))
    assert rows(table)["ann"].of_best_possible == pytest.approx(40 / 50)
    assert rows(table)["bob"].of_best_possible is None


def test_a_city_with_a_best_possible_total_of_0_gives_no_fraction():
    table = campaign(game(1, ann=Result(-3, best_possible=0), bob=60))
    assert rows(table)["ann"].of_best_possible is None


# Awards ---------------------------------------------------------------------------------------------------------------


def with_categories(total=40, **categories):
    return Result(total, categories=categories)


def test_the_specialist_of_a_category_has_the_most_vp_in_it_over_all_games():
    table = campaign(
        game(1, ann=with_categories(tower_block=20, park=4), bob=with_categories(tower_block=6, park=7)),
        game(2, ann=with_categories(tower_block=1), bob=with_categories(tower_block=10, park=2)),
    )
    assert table.specialists[TOWERS] == ("ann",)
    assert table.specialists[PARKS] == ("bob",)


def test_specialists_can_be_tied():
    table = campaign(game(1, ann=with_categories(park=4), bob=with_categories(park=4), cleo=with_categories(park=3)))
    assert table.specialists[PARKS] == ("ann", "bob")


def test_nobody_is_the_specialist_of_a_category_without_vp():
    table = campaign(game(1, ann=with_categories(park=0, monument=-5), bob=with_categories(park=0, monument=-10)))
    assert table.specialists[PARKS] == ()
    assert table.specialists["monument"] == ()


def test_there_is_a_specialist_for_each_kind_of_points_and_none_for_penalties():
    assert set(campaign().specialists) == {*BUILDING_CATEGORIES, "mission"}


def test_the_resource_manager_lost_fewest_vp_a_game_by_unused_resources():
    table = campaign(
        game(1, ann=with_categories(**{LEFT: -2, POLLUTION: -1}), bob=with_categories(**{LEFT: -1, POLLUTION: -1})),
        game(2, ann=with_categories(**{LEFT: 0, POLLUTION: 0}), bob=with_categories(**{LEFT: 0, POLLUTION: -2})),
    )
    # Ann lost 3 VP in two games, Bob lost 4 VP.
    assert table.resource_managers == ("ann",)


def test_unused_resources_are_compared_per_game_played():
    lost = with_categories(**{LEFT: -1})
    table = campaign(game(1, ann=lost, bob=lost), game(2, ann=with_categories(**{LEFT: 0})))
    # Ann lost half a VP per game, Bob one VP.
    assert table.resource_managers == ("ann",)
    assert {row.player: row.unused for row in table.rows} == {"ann": -0.5, "bob": -1, "cleo": None}


def test_resource_managers_can_be_tied():
    lost = with_categories(**{LEFT: -1})
    assert campaign(game(1, ann=lost, bob=lost)).resource_managers == ("ann", "bob")


def test_a_bare_total_says_nothing_about_resources():
    table = campaign(game(1, ann=Result(60), bob=with_categories(**{LEFT: -9})))
    assert table.resource_managers == ("bob",)
    assert {row.player: row.unused for row in table.rows} == {"ann": None, "bob": -9, "cleo": None}


# The election ---------------------------------------------------------------------------------------------------------


def all_but(*missions, **vp):
    return [game(number, **vp) for number in MISSIONS if number not in missions]


def test_behind_and_needed_are_counted_from_the_leader():
    table = campaign(*all_but(8, 9, 10, ann=40, bob=39, cleo=37))
    assert {row.player: (row.behind, row.needed) for row in table.rows} == {
        "ann": (0, 0),
        "bob": (7, 3),  # Bob is 7 VP behind with three missions left, so he needs 3 VP more in each
        "cleo": (21, 7),
    }


def test_nothing_is_needed_any_more_after_the_last_mission():
    table = campaign(*all_but(ann=40, bob=39))
    assert {row.needed for row in table.rows} == {None}
    assert rows(table)["bob"].behind == 10


@pytest.mark.parametrize("last", [1, 5, 6, 7, 9, 10])
@pytest.mark.parametrize(
    ("more", "possible"), [pytest.param(0, True, id="just within reach"), pytest.param(1, False, id="one VP too far")]
)
def test_a_player_too_far_behind_cannot_win_any_more(last, more, possible):
    reach = highest_total(MISSIONS[last].rules)
    games = all_but(last, ann=0, bob=0)
    games[0] = game(games[0].mission, ann=reach + more, bob=0)
    table = campaign(*games, players=("ann", "bob"))
    assert rows(table)["bob"].can_still_win == possible
    assert rows(table)["ann"].can_still_win


def test_house_rules_change_which_players_can_still_win():
    manual = HouseRules(manual_tower_points=True)
    more = highest_total(MISSIONS[1].rules.with_house_rules(manual))
    assert more >= highest_total(MISSIONS[1].rules)
    games = [game(2, ann=more, bob=0), *all_but(1, 2, ann=0, bob=0)]
    assert rows(campaign(*games, players=("ann", "bob"), house_rules=manual))["bob"].can_still_win


def test_early_in_the_campaign_everybody_can_still_win():
    assert all(row.can_still_win for row in campaign(game(1, ann=80, bob=10)).rows)


def test_the_mayor_is_elected_after_the_tenth_mission():
    games = all_but(ann=40, bob=39, cleo=41)
    assert campaign(*games[:-1]).mayors == ()
    table = campaign(*games)
    assert table.remaining == ()
    assert table.mayors == ("cleo",)
    assert {row.player: row.can_still_win for row in table.rows} == {"ann": False, "bob": False, "cleo": True}


def test_a_tie_at_the_end_is_broken_for_the_mayor_too():
    games = [game(1, ann=45, bob=35), *all_but(1, 10, ann=40, bob=40), game(10, ann=30, bob=40)]
    table = campaign(*games)
    assert [row.total for row in table.rows][:2] == [395, 395]
    assert table.mayors == ("bob",)
    assert not rows(table)["ann"].can_still_win


def test_two_can_share_the_office():
    table = campaign(*all_but(ann=40, bob=40, cleo=39))
    assert table.mayors == ("ann", "bob")


def test_players_can_be_any_hashable_values():
    table = standings([7, 3], [FinishedGame(1, {7: Result(1), 3: Result(2)})])
    assert [row.player for row in table.rows] == [3, 7]


def test_unknown_numbers_of_inhabitants_decide_no_campaign():
    games = (
        game(1, ann=Result(40), bob=Result(30, inhabitants_on_buildings=9, empty_squares=0)),
        game(
            2,
            ann=Result(30, inhabitants_on_buildings=5, empty_squares=0),
            bob=Result(40, inhabitants_on_buildings=3, empty_squares=0),
        ),
    )
    rows = standings(("ann", "bob"), games).rows
    assert [(row.player, row.rank, row.decided_by) for row in rows] == [("ann", 1, SHARED), ("bob", 1, SHARED)]


def test_the_campaign_ends_with_the_last_mission_of_its_programme():
    programme = Programme((MISSIONS[7], Mission.parse("classic districts=4,2")))
    first, second = game(1, ann=50, bob=40), game(2, ann=30)
    running = standings(("ann", "bob"), [first], programme=programme)
    assert (running.remaining, running.mayors) == ((2,), ())
    over = standings(("ann", "bob"), [first, second], programme=programme)
    assert (over.remaining, over.mayors) == ((), ("ann",))


def test_players_can_still_win_by_the_vp_of_the_remaining_missions():
    programme = Programme((MISSIONS[1], Mission.parse("classic"), Mission.parse("expert districts=9,9")))
    games = [game(1, ann=highest_total(MISSIONS[1].rules) + 1, bob=0)]
    one_left = standings(("ann", "bob"), games, programme=Programme(programme.missions[:2]))
    two_left = standings(("ann", "bob"), games, programme=programme)
    assert [row.can_still_win for row in one_left.rows] == [True, False]
    assert [row.can_still_win for row in two_left.rows] == [True, True]
