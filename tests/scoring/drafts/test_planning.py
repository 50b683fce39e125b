"""Test the planning seat, with which the drafters learn and are measured."""

from functools import partial
from random import Random

from hypothesis import given

from scoring.drafts.draft import drafted
from tests.scoring.drafts.positions import draft_of, missions, play_at_random, players, seeds
from tools.drafts.planning import BEST, PlanningSeat, copy_of, take_any


def state(draft):
    return [str(mat.city) for mat in draft.mats], draft.site.tiles, draft.site.architects, draft.hands, draft.turn


@given(mission=missions, players=players, seed=seeds)
def test_a_copy_of_a_position_is_played_to_its_end_and_the_position_stays(mission, players, seed):
    draft = draft_of(mission, players, seed)
    for _turn, position in zip(range(players), play_at_random(draft, seed), strict=False):
        before = [str(mat.city) for mat in position.mats]
    was = repr(state(draft))
    copied = copy_of(draft, "another seed")
    for _taken in drafted(copied, [partial(take_any, rng=Random(seed))] * players):
        pass
    assert copied.is_over
    assert repr(state(draft)) == was
    assert [str(mat.city) for mat in draft.mats] == before


def test_a_planning_seat_takes_the_move_with_the_best_endings_and_changes_nothing():
    draft = draft_of(1, 1, "late")
    turns = play_at_random(draft, "late")
    while draft.turns_left > 1:
        next(turns)
    seat, was = PlanningSeat(draft.rules, further=1, quick=True), repr(state(draft))
    chosen = seat.turn(draft, Random(1))
    assert repr(state(draft)) == was
    [(left, tried)] = seat.tried
    assert left == 1
    assert 1 < len(tried) <= BEST + 1
    assert max(one.vp for one in tried) == next(one.vp for one in tried if one.turn == chosen)
    draft.take(chosen)
