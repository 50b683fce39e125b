"""What a round of Architects remembers, and the sentences that refuse a play."""

import pytest

from scoring import MISSIONS, RuleError
from scoring.turns import Play, play_round, playable

STANDARD, SENIOR, SEQUENCE = (MISSIONS[number].rules.architects for number in (1, 3, 8))


def plain(*architects):
    return tuple(Play(number, number) for number in architects)


def test_only_the_gray_architect_is_wild():
    assert playable(SENIOR, (1, 2, 5), last=None).plays == (*plain(1, 2), *(Play(5, n) for n in (1, 2, 3, 4)))


def test_a_round_remembers_its_plays():
    assert play_round(STANDARD, 2, [*plain(3, 2)]).plays == plain(3, 2)


def test_a_finished_round_offers_nothing_and_breaks_no_sequence():
    over = play_round(SEQUENCE, 2, plain(1, 1, 2, 2, 3, 3, 4, 4))
    assert (over.choice.plays, over.choice.out_of_sequence) == ((), False)


@pytest.mark.parametrize(
    ("architects", "plays", "named"),
    [
        pytest.param(SEQUENCE, plain(2), ("2",), id="out of sequence"),
        pytest.param(SENIOR, (Play(5, 5),), ("5",), id="a gray one as itself"),
        pytest.param(STANDARD, (Play(1, 3),), ("1", "3"), id="an Architect as another number"),
        pytest.param(STANDARD, plain(1, 1, 1), ("1",), id="played before"),
    ],
)
def test_a_refusal_names_the_architect(architects, plays, named):
    with pytest.raises(RuleError) as refusal:
        play_round(architects, 2, plays)
    assert all(word in str(refusal.value) for word in named)
    assert "None" not in str(refusal.value)
