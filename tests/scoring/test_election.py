"""Test the rules that rank the players of a campaign, such as the sum of VP or the average VP per mission."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import MISSIONS, CountBy, DecidedBy, ElectionRule, FinishedGame, Result, standings
from scoring.campaign_standings import scores as scores_so_far
from scoring.drafts.measured import mean_vp
from scoring.election import Score
from scoring.limits import highest_total

TOTAL, AVERAGE, SHARE = ElectionRule(), ElectionRule(CountBy.AVERAGE), ElectionRule(CountBy.SHARE)
PAR = ElectionRule(CountBy.PAR)
BEST_TWO = ElectionRule(CountBy.BEST, best_of=2)
RULES = pytest.mark.parametrize(
    "rule",
    [TOTAL, AVERAGE, SHARE, PAR, BEST_TWO, ElectionRule(CountBy.BEST)],
    ids=lambda rule: f"{rule.by}-{rule.best_of}",
)
PLAYERS = ("ann", "bob", "cleo")
PARS = {number: mean_vp(mission.rules, len(PLAYERS)) for number, mission in MISSIONS.items()}


def finished(games):
    """Make games of missions 1, 2 and so on. Each entry maps players to VP; {} is a game without players."""
    return [
        FinishedGame(mission, {player: Result(vp) for player, vp in game.items()}, par=PARS[mission])
        for mission, game in enumerate(games, start=1)
    ]


def campaign(rule, *games, players=PLAYERS):
    """Return the standings of these games under this rule."""
    return standings(players, finished(games), election=rule)


def row(table, player):
    return next(row for row in table.rows if row.player == player)


def scores(table):
    return {row.player: row.score for row in table.rows}


# Cleo missed the first game, and had the most VP in both later games.
AN_ABSENCE = ({"ann": 40, "bob": 50}, {"ann": 30, "bob": 20, "cleo": 60}, {"ann": 45, "bob": 35, "cleo": 54})


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        pytest.param(TOTAL, {"ann": 115, "bob": 105, "cleo": 114}, id="all VP: the absence costs the lead"),
        pytest.param(AVERAGE, {"ann": Fraction(115, 3), "bob": 35, "cleo": 57}, id="VP a mission played"),
        pytest.param(
            SHARE,
            {
                "ann": (Fraction(40, 50) + Fraction(30, 60) + Fraction(45, 54)) / 3,
                "bob": (1 + Fraction(20, 60) + Fraction(35, 54)) / 3,
                "cleo": 1,
            },
            id="shares of the best scores",
        ),
        pytest.param(BEST_TWO, {"ann": 85, "bob": 85, "cleo": 114}, id="the best two missions"),
    ],
)
def test_a_missed_evening_counts_as_the_group_agreed(rule, expected):
    assert scores(campaign(rule, *AN_ABSENCE)) == expected


def above_par(*games):
    """Return standings by VP above par. Each game is (par, VP of each player), such as (46, {"ann": 50, "bob": 44})."""
    finished = [
        FinishedGame(mission, {player: Result(vp) for player, vp in game.items()}, par)
        for mission, (par, game) in enumerate(games, start=1)
    ]
    return standings(PLAYERS, finished, election=PAR)


def test_vp_above_par_are_averaged_over_the_missions_played():
    table = above_par((46, {"ann": 50, "bob": 44}), (82, {"ann": 80, "bob": 90, "cleo": 86}))
    assert scores(table) == {"ann": 1, "bob": 3, "cleo": 4}


def test_above_par_an_easy_mission_counts_no_more_than_a_hard_one():
    generous, sparing = (60, {"ann": 66, "bob": 60}), (40, {"ann": 40, "bob": 46})
    table = above_par(generous, sparing)
    assert scores(table)["ann"] == scores(table)["bob"] == 3


def test_the_vp_needed_above_par_draw_level_and_one_less_does_not():
    played = (46, {"ann": 58, "bob": 46})
    needed = row(above_par(played), "bob").needed
    # Ann's average is 12 VP above par. With 14 VP in nine missions, Bob's average is (0 + 9 * 14) / 10 = 12.6.
    assert needed == 14
    for vp, level in ((needed, True), (needed - 1, False)):
        later = [(50, {"bob": 50 + vp})] * 9
        assert (scores(above_par(played, *later))["bob"] >= 12) == level


@RULES
def test_scores_returns_the_same_figures_as_the_standings(rule):
    table = campaign(rule, *AN_ABSENCE)
    expected = {row.player: (row.score, row.behind) for row in table.rows}
    assert scores_so_far(PLAYERS, finished(AN_ABSENCE), rule) == expected


def test_without_players_there_are_no_scores():
    assert scores_so_far((), finished(AN_ABSENCE), TOTAL) == {}


def test_the_manual_adds_up_all_missions():
    assert standings(PLAYERS, []) == standings(PLAYERS, [], election=TOTAL)


def test_of_two_equal_missions_the_earlier_counts():
    table = campaign(BEST_TWO, {"ann": 40}, {"ann": 50}, {"ann": 40})
    assert row(table, "ann").counted == (1, 2)
    assert row(table, "bob").counted == ()


def test_the_worst_of_three_missions_does_not_count_even_if_it_is_the_first():
    assert row(campaign(BEST_TWO, {"ann": 30}, {"ann": 50}, {"ann": 40}), "ann").counted == (2, 3)


@RULES
def test_ties_are_broken_in_the_same_way_under_every_rule(rule):
    table = campaign(rule, {"ann": 40, "bob": 30}, {"ann": 30, "bob": 40}, players=("ann", "bob"))
    assert {row.decided_by for row in table.rows} == {DecidedBy.SHARED}


@RULES
def test_nobody_has_played_yet(rule):
    table = campaign(rule)
    assert {row.score for row in table.rows} == {row.behind for row in table.rows} == {0}
    assert all(row.can_still_win for row in table.rows)


def test_a_mission_in_which_nobody_scored_has_no_share():
    assert scores(campaign(SHARE, {"ann": 0, "bob": -2}, {"ann": 30, "bob": 60}))["ann"] == Fraction(1, 2)


def test_a_best_score_of_one_point_gives_shares():
    assert scores(campaign(SHARE, {"ann": 1, "bob": 0}))["ann"] == 1


def test_a_guest_has_no_row_and_still_sets_the_best_score():
    table = campaign(SHARE, {"ann": 30, "guest": 60}, players=("ann",))
    assert scores(table) == {"ann": Fraction(1, 2)}


@pytest.mark.parametrize("best_of", [0, -3])
def test_at_least_one_mission_counts(best_of):
    with pytest.raises(ValueError, match="at least one mission"):
        ElectionRule(CountBy.BEST, best_of=best_of)


# Players who can still win --------------------------------------------------------------------------------------------

# Maps each remaining mission to the most VP that it can bring.
LEFT = {4: 50, 5: 90, 6: 60}


def test_an_average_is_highest_after_only_the_mission_that_can_bring_most():
    assert AVERAGE.highest(Score({}, {}), LEFT) == 90


def test_an_average_is_lowest_after_missions_that_bring_nothing():
    assert AVERAGE.lowest(Score({1: 40}, {1: 40}), LEFT) == 10


MOST = {number: highest_total(mission.rules) for number, mission in MISSIONS.items()}


def played_on(rule, games, rest):
    return campaign(rule, *games, *rest)


@st.composite
def campaigns_under_way(draw):
    """Generate two lists of games: the games so far, which some players may have missed, and the remaining games."""
    count = draw(st.integers(1, 9))
    random = Random(draw(st.integers(0, 2**32)))
    games = [
        {player: random.randint(0, MOST[mission]) for player in PLAYERS if random.random() < 0.8}
        for mission in range(1, count + 1)
    ]
    rest = [
        {player: random.choice((0, MOST[mission], random.randint(0, MOST[mission]))) for player in PLAYERS}
        for mission in range(count + 1, 11)
    ]
    return games, rest


@pytest.mark.slow
@RULES
@settings(deadline=None)
@given(under_way=campaigns_under_way())
def test_the_final_winners_could_still_win_before(rule, under_way):
    games, rest = under_way
    could = {row.player for row in campaign(rule, *games).rows if row.can_still_win}
    assert set(played_on(rule, games, rest).mayors) <= could


def all_goes_the_way_of(winner, rule, games, left):
    """Return results of the remaining games that are best for `winner` and worst for all other players.

    More games can lower a player's average, so try each number of games.
    """
    above = {mission: MOST[mission] - PARS[mission] * (rule.by is CountBy.PAR) for mission in left}
    evenings = {mission: {} for mission in left}
    for player in PLAYERS:
        vp, best = (MOST, max) if player == winner else (dict.fromkeys(left, 0), min)
        first = sorted(left, key=(above if player == winner else PARS).__getitem__, reverse=True)
        fewest = 0 if player == winner or rule.by is CountBy.PAR else len(left)
        ways = [{mission: {player: vp[mission]} for mission in first[:count]} for count in range(fewest, len(left) + 1)]

        def score(way, player=player):
            return row(played_on(rule, games, [way.get(mission, {}) for mission in left]), player).score

        for mission, result in best(ways, key=score).items():
            evenings[mission] |= result
    return [evenings[mission] for mission in left]


@pytest.mark.slow
@RULES
@settings(deadline=None)
@given(under_way=campaigns_under_way())
def test_a_player_who_can_still_win_wins_in_the_best_case(rule, under_way):
    games, _rest = under_way
    left = range(len(games) + 1, 11)
    table = campaign(rule, *games)
    for before in table.rows:
        if before.can_still_win:
            end = played_on(rule, games, all_goes_the_way_of(before.player, rule, games, left))
            assert row(end, before.player).behind == 0


# The VP that a player needs to draw level -----------------------------------------------------------------------------


@settings(deadline=None)
@given(under_way=campaigns_under_way())
def test_the_total_needed_draws_level_and_one_less_does_not(under_way):
    games, _rest = under_way
    left = range(len(games) + 1, 11)
    table = campaign(TOTAL, *games)
    for before in table.rows[1:]:
        leader = table.rows[0].player
        assert before.needed is not None
        for needed, level in ((before.needed, True), (before.needed - 1, False)):
            end = played_on(TOTAL, games, [{before.player: 10 + needed, leader: 10} for _ in left])
            if before.behind:
                assert (row(end, before.player).score >= row(end, leader).score) == level


def test_the_average_needed_is_rounded_up():
    # To average 41 VP over ten missions, Bob needs (41 * 10 - 40) / 9 = 41.1 VP in each of the nine missions left.
    assert row(campaign(AVERAGE, {"ann": 41, "bob": 40}), "bob").needed == 42


def test_if_one_mission_decides_the_leaders_vp_are_needed():
    table = campaign(ElectionRule(CountBy.BEST, best_of=1), {"ann": 40}, players=("ann", "bob"))
    assert row(table, "bob").needed == 40


def test_the_vp_needed_make_up_for_vp_lost_in_an_earlier_mission():
    rule = ElectionRule(CountBy.BEST)
    table = campaign(rule, {"ann": 40, "bob": -5}, *[{"ann": 0}] * 8, players=("ann", "bob"))
    assert row(table, "bob").needed == 45


@pytest.mark.parametrize("rule", [AVERAGE, BEST_TWO, ElectionRule(CountBy.BEST)], ids=["average", "best 2", "best 8"])
@settings(deadline=None)
@given(under_way=campaigns_under_way())
def test_the_vp_needed_draw_level_and_one_less_do_not(rule, under_way):
    games, _rest = under_way
    left = range(len(games) + 1, 11)
    table = campaign(rule, *games)
    for before in table.rows[1:]:
        if not before.behind:
            continue
        leader = table.rows[0].score
        for needed, level in ((before.needed, True), (before.needed - 1, False)):
            end = played_on(rule, games, [{before.player: needed} for _ in left])
            assert (row(end, before.player).score >= leader) == level


@settings(deadline=None)
@given(under_way=campaigns_under_way())
def test_the_share_needed_draws_exactly_level(under_way):
    games, _rest = under_way
    table = campaign(SHARE, *games)
    left = 10 - len(games)
    for before in table.rows:
        shares = [
            Fraction(game[before.player], max(game.values()))
            for game in games
            if before.player in game and max(game.values()) > 0
        ]
        assert (sum(shares) + left * before.needed) / (len(shares) + left) == table.rows[0].score
