"""Find the Architects that the next player may play. Source: docs/rules.md sections 3 and 9, D7, D8, D11 and D13."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.errors import RuleError
from scoring.messages import Message, gettext
from scoring.rules import TURNS_A_ROUND, Architects
from scoring.tiles import check_players


class Play(NamedTuple):
    """An Architect, and the number for which it is played. Only a gray #5 can be played for another number."""

    architect: int
    number: int


class PlayableArchitects(NamedTuple):
    """The Architects that the next player may play."""

    plays: tuple[Play, ...]
    out_of_sequence: bool  # True if no Architect in hand fits the sequence that the mission demands


@dataclass(frozen=True, slots=True)
class RoundOfArchitects:
    """The present state of a round."""

    plays: tuple[Play, ...]  # the Architects played so far
    hands: tuple[tuple[int, ...], ...]  # each player's Architects; if they are shared, each entry is the whole pool
    player: int | None  # the seat of the next player, from 0; None when the round is over
    turn: int  # the number of this player's turn, from 1
    choice: PlayableArchitects


def dealt(architects: Architects, players: int) -> list[Counter[int]]:
    """Return each player's hand at the start of a round. If the Architects are shared, every hand is the same pool."""
    each = [*architects.numbers, *[architects.wild_number] * architects.wild]
    return [Counter(each * players)] * players if architects.shared else [Counter(each) for _ in range(players)]


def playable(architects: Architects, hand: Iterable[int], last: int | None) -> PlayableArchitects:
    """Return the Architects in a hand that may be played after the number `last`; None begins a round."""
    held = sorted(set(hand))
    plays = tuple(play for architect in held for play in _ways(architects, architect))
    if not architects.in_sequence or not plays:
        return PlayableArchitects(plays, out_of_sequence=False)
    lowest, highest = min(architects.numbers), max(architects.numbers)
    following = lowest if last is None or last == highest else last + 1
    wanted = {following if last is None else last, following}
    in_sequence = tuple(play for play in plays if play.number in wanted)
    if in_sequence:
        return PlayableArchitects(in_sequence, out_of_sequence=False)
    # The player must play the next higher number in hand, or the lowest if none is higher (D11 in docs/rules.md).
    nearest = min((play.number for play in plays), key=lambda number: (number - following) % highest)
    return PlayableArchitects(tuple(play for play in plays if play.number == nearest), out_of_sequence=True)


def play_round(architects: Architects, players: int, plays: Sequence[Play] = ()) -> RoundOfArchitects:
    """Play these Architects one after the other. Raises RuleError for a wrong Architect or number of players."""
    check_players(players)
    hands = dealt(architects, players)
    last = None
    for count, play in enumerate(plays):
        if count == players * TURNS_A_ROUND:
            round_over = gettext("The round is over: everybody has taken {turns} turns.")
            raise RuleError(Message(round_over, turns=TURNS_A_ROUND))
        hand = hands[count % players]
        if not hand[play.architect]:
            raise RuleError(Message(gettext("This Architect is not available: {architect}."), architect=play.architect))
        if play not in playable(architects, hand.elements(), last).plays:
            not_now = gettext("Architect {architect} cannot be played as {number} now.")
            raise RuleError(Message(not_now, architect=play.architect, number=play.number))
        hand[play.architect] -= 1
        last = play.number
    over = len(plays) == players * TURNS_A_ROUND
    player = len(plays) % players
    nothing = PlayableArchitects((), out_of_sequence=False)
    return RoundOfArchitects(
        plays=tuple(plays),
        hands=tuple(tuple(sorted(hand.elements())) for hand in hands),
        player=None if over else player,
        turn=min(len(plays) // players + 1, TURNS_A_ROUND),
        choice=nothing if over else playable(architects, hands[player].elements(), last),
    )


def _ways(architects: Architects, architect: int) -> tuple[Play, ...]:
    if architects.wild and architect == architects.wild_number:
        return tuple(Play(architect, number) for number in architects.numbers)
    return (Play(architect, architect),)
