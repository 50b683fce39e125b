"""Test which Architects each player may play (docs/rules.md sections 3 and 9, decisions D7, D8, D11 and D13)."""

import pytest

from scoring import MISSIONS, HouseRules, RuleError
from scoring.turns import Play, play_round, playable

STANDARD, SENIOR, POOL, SEQUENCE, RE_ELECTION = (MISSIONS[number].rules.architects for number in (1, 3, 4, 8, 10))


def numbers(choice):
    return [play.number for play in choice.plays]


def plain(*architects):
    return [Play(number, number) for number in architects]


def test_without_a_sequence_every_architect_in_hand_may_be_played():
    assert numbers(playable(STANDARD, (1, 2, 4), last=3)) == [1, 2, 4]


def test_only_the_gray_architect_is_played_as_any_number_from_1_to_4():
    assert playable(SENIOR, (1, 2, 5), last=None).plays == (*plain(1, 2), *(Play(5, n) for n in (1, 2, 3, 4)))


def test_a_round_remembers_its_plays():
    assert play_round(STANDARD, 2, plain(3, 2)).plays == tuple(plain(3, 2))


def test_a_finished_round_offers_nothing_and_breaks_no_sequence():
    over = play_round(SEQUENCE, 2, plain(1, 1, 2, 2, 3, 3, 4, 4))
    assert (over.choice.plays, over.choice.out_of_sequence) == ((), False)


def test_in_re_election_the_fifth_architect_is_a_5():
    assert playable(RE_ELECTION, (4, 5), last=None).plays == (Play(4, 4), Play(5, 5))


@pytest.mark.parametrize(
    ("hand", "last", "expected", "out_of_sequence"),
    [
        pytest.param((1, 2, 3, 4), None, [1], False, id="a round opens with a 1"),
        pytest.param((1, 2, 3, 4), 1, [1, 2], False, id="the same number or the next"),
        pytest.param((1, 3, 4), 2, [3], False, id="only the next is held"),
        pytest.param((1, 2, 3), 3, [3], False, id="only the same is held"),
        pytest.param((1, 2, 3, 4), 4, [1, 4], False, id="4 leads to 1"),
        pytest.param((1, 4), 2, [4], True, id="the next higher one held, one number skipped"),
        pytest.param((1,), 2, [1], True, id="the next higher one held, beyond 4"),
        pytest.param((3, 4), 1, [3], True, id="the nearest of two higher ones"),
        pytest.param((2, 3), 4, [2], True, id="the nearest beyond 4"),
        pytest.param((2, 3), None, [2], True, id="an opening without a 1"),
        pytest.param((), 2, [], False, id="nobody plays from an empty hand"),
    ],
)
def test_the_corruption_trail_follows_the_sequence(hand, last, expected, out_of_sequence):
    choice = playable(SEQUENCE, hand, last)
    assert numbers(choice) == expected
    assert choice.out_of_sequence is out_of_sequence


def test_a_round_goes_round_the_table():
    state = play_round(STANDARD, 3, plain(1, 1, 2, 3))
    assert (state.player, state.turn) == (1, 2)
    assert state.hands == ((2, 4), (2, 3, 4), (1, 3, 4))
    assert numbers(state.choice) == [2, 3, 4]


def test_a_pool_is_every_players_hand():
    state = play_round(POOL, 2, [Play(5, 2), Play(5, 4), Play(1, 1)])
    assert state.hands == ((1, 2, 2, 3, 3, 4, 4),) * 2
    assert state.player == 1


def test_a_round_ends_after_four_turns_each_and_leaves_one_architect_unused():
    state = play_round(SENIOR, 2, plain(1, 1, 2, 2, 3, 3, 4, 4))
    assert state.player is None
    assert state.choice.plays == ()
    assert (state.turn, state.hands) == (4, ((5,), (5,)))


def test_the_sequence_holds_over_the_whole_table():
    state = play_round(SEQUENCE, 2, plain(1, 2, 3, 3, 4, 4, 2))
    assert state.player == 1
    assert (numbers(state.choice), state.choice.out_of_sequence) == ([1], True)


@pytest.mark.parametrize(
    ("architects", "plays", "told"),
    [
        pytest.param(STANDARD, plain(1, 1, 1), "This Architect is not available: 1.", id="placed already"),
        pytest.param(STANDARD, plain(5), "This Architect is not available: 5.", id="nobody owns it"),
        pytest.param(STANDARD, [Play(1, 3)], "Architect 1 cannot be played as 3 now.", id="as another number"),
        pytest.param(SENIOR, [Play(5, 5)], "Architect 5 cannot be played as 5 now.", id="a gray one as a 5"),
        pytest.param(SEQUENCE, plain(2), "Architect 2 cannot be played as 2 now.", id="a round opens with a 1"),
        pytest.param(SEQUENCE, plain(1, 3), "Architect 3 cannot be played as 3 now.", id="out of sequence"),
        pytest.param(
            STANDARD,
            plain(1, 1, 2, 2, 3, 3, 4, 4, 1),
            "The round is over: everybody has taken 4 turns.",
            id="a fifth turn",
        ),
    ],
)
def test_a_play_that_is_not_allowed_is_refused_with_the_reason(architects, plays, told):
    with pytest.raises(RuleError) as refusal:
        play_round(architects, 2, plays)
    assert str(refusal.value) == told


@pytest.mark.parametrize("players", [0, 5])
def test_architects_are_played_by_one_to_four(players):
    with pytest.raises(RuleError) as refusal:
        play_round(STANDARD, players)
    assert str(refusal.value) == f"Quadropolis is for 1 to 4 players, not {players}."


def test_with_the_house_rule_re_election_is_played_with_four_architects():
    architects = MISSIONS[10].rules.with_house_rules(HouseRules(four_architects=True)).architects
    assert play_round(architects, 2).hands == ((1, 2, 3, 4),) * 2
