"""Test head starts in a second term. If a sum of VP decides the election, players who were behind begin with VP."""

import pytest

from scoring import CountBy, ElectionRule, FinishedGame, Result, standings
from scoring.campaign_standings import scores
from scoring.election import MOST_HEAD_START, HeadStart

GAMES = [FinishedGame(1, {"ann": Result(50), "bob": Result(44)})]
STARTS = {"bob": 7}


def rows(rule, games=GAMES):
    return {row.player: row for row in standings(["ann", "bob"], games, None, rule, head_starts=STARTS).rows}


@pytest.mark.parametrize(
    ("part", "behind", "vp"),
    [
        (HeadStart.NONE, 30, 0),
        (HeadStart.QUARTER, 0, 0),
        (HeadStart.QUARTER, 3, 0),
        (HeadStart.QUARTER, 4, 1),
        (HeadStart.QUARTER, 39, 9),
        (HeadStart.QUARTER, 400, MOST_HEAD_START),
        (HeadStart.HALF, 7, 3),
        (HeadStart.HALF, 19, 9),
        (HeadStart.HALF, 21, MOST_HEAD_START),
    ],
)
def test_a_head_start_is_a_part_of_the_vp_behind_and_at_most_ten(part, behind, vp):
    assert part.of(behind) == vp


@pytest.mark.parametrize("by", [CountBy.TOTAL, CountBy.BEST])
def test_a_sum_counts_the_head_start(by):
    after = rows(ElectionRule(by))
    assert (after["bob"].score, after["bob"].rank, after["bob"].head_start) == (51, 1, 7)
    assert (after["bob"].total, after["ann"].behind) == (44, 1)


@pytest.mark.parametrize("by", [CountBy.AVERAGE, CountBy.SHARE])
def test_an_average_and_a_share_count_no_head_start(by):
    after = rows(ElectionRule(by))
    assert (after["ann"].rank, after["bob"].head_start) == (1, 0)
    assert scores(["ann", "bob"], GAMES, ElectionRule(by), STARTS)["ann"][1] == 0


def test_the_vp_needed_count_the_head_start():
    # Ann is one VP behind, with nine missions left. So she needs 1/9 VP more a mission, rounded up to 1.
    assert rows(ElectionRule())["ann"].needed == 1


def test_before_the_first_mission_players_without_a_head_start_are_behind():
    assert scores(["ann", "bob"], [], ElectionRule(), STARTS) == {"ann": (0, 7), "bob": (7, 0)}


def test_a_head_start_alone_does_not_keep_anybody_from_winning():
    assert all(row.can_still_win for row in rows(ElectionRule(), []).values())
