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
    ("architects", "plays", "told"),
    [
        pytest.param(SEQUENCE, plain(2), "Architect 2 cannot be played as 2 now.", id="out of sequence"),
        pytest.param(SENIOR, (Play(5, 5),), "Architect 5 cannot be played as 5 now.", id="a gray one as itself"),
        pytest.param(STANDARD, (Play(1, 3),), "Architect 1 cannot be played as 3 now.", id="as another number"),
        pytest.param(STANDARD, plain(1, 1, 1), "This Architect is not there to be played: 1.", id="played before"),
        pytest.param(
            STANDARD,
            plain(1, 1, 2, 2, 3, 3, 4, 4, 1),
            "The round is over: everybody has taken 4 turns.",
            id="after the last turn",
        ),
    ],
)
def test_a_refusal_says_why(architects, plays, told):
    with pytest.raises(RuleError) as refusal:
        play_round(architects, 2, plays)
    assert str(refusal.value) == told
