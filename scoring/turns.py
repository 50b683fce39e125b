"""Who may play which Architect now: a round of Architects, played one by one.

Source: docs/rules.md sections 3 and 9, decisions D7, D8, D11 and D13.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.errors import RuleError
from scoring.messages import Message, gettext
from scoring.rules import TURNS_A_ROUND, Architects
from scoring.tiles import check_players


class Play(NamedTuple):
    """An Architect and the number it is played as: another one only for a gray #5."""

    architect: int
    number: int


class Choice(NamedTuple):
    """What may be played now. `out_of_sequence` if none in sequence is held and the next higher one must do (D11)."""

    plays: tuple[Play, ...]
    out_of_sequence: bool


@dataclass(frozen=True, slots=True)
class RoundOfArchitects:
    """A round so far: whose turn it is, as an index of the seats from the first player, and what they may play.

    `hands` has an entry for each player, the pool for all of them if the Architects are shared. `choice` is empty and
    `player` None when the round is over.
    """

    plays: tuple[Play, ...]
    hands: tuple[tuple[int, ...], ...]
    player: int | None
    turn: int
    choice: Choice


def playable(architects: Architects, hand: Iterable[int], last: int | None) -> Choice:
    """Return what a player may play from a hand, or the pool, after a number was played; None opens the round."""
    held = sorted(set(hand))
    plays = tuple(play for architect in held for play in _ways(architects, architect))
    if not architects.in_sequence or not plays:
        return Choice(plays, out_of_sequence=False)
    lowest, highest = min(architects.numbers), max(architects.numbers)
    following = lowest if last is None or last == highest else last + 1
    wanted = {following if last is None else last, following}
    in_sequence = tuple(play for play in plays if play.number in wanted)
    if in_sequence:
        return Choice(in_sequence, out_of_sequence=False)
    nearest = min((play.number for play in plays), key=lambda number: (number - following) % highest)
    return Choice(tuple(play for play in plays if play.number == nearest), out_of_sequence=True)


def play_round(architects: Architects, players: int, plays: Sequence[Play] = ()) -> RoundOfArchitects:
    """Play these numbers in turn from the first player. Raises RuleError for a play that is not allowed."""
    check_players(players)
    each = [*architects.numbers, *[architects.wild_number] * architects.wild]
    hands = [Counter(each * players)] * players if architects.shared else [Counter(each) for _ in range(players)]
    last = None
    for count, play in enumerate(plays):
        if count == players * TURNS_A_ROUND:
            raise RuleError(
                Message(gettext("The round is over: everybody has taken {turns} turns."), turns=TURNS_A_ROUND)
            )
        hand = hands[count % players]
        if not hand[play.architect]:
            raise RuleError(
                Message(gettext("This Architect is not there to be played: {architect}."), architect=play.architect)
            )
        if play not in playable(architects, hand.elements(), last).plays:
            raise RuleError(
                Message(
                    gettext("Architect {architect} cannot be played as {number} now."),
                    architect=play.architect,
                    number=play.number,
                )
            )
        hand[play.architect] -= 1
        last = play.number
    over = len(plays) == players * TURNS_A_ROUND
    player = len(plays) % players
    nothing = Choice((), out_of_sequence=False)
    return RoundOfArchitects(
        plays=tuple(plays),
        hands=tuple(tuple(sorted(hand.elements())) for hand in hands),
        player=None if over else player,
        turn=min(len(plays) // players + 1, TURNS_A_ROUND),
        choice=nothing if over else playable(architects, hands[player].elements(), last),
    )


def _ways(architects: Architects, architect: int) -> tuple[Play, ...]:
    """Return the numbers an Architect can be played as."""
    if architects.wild and architect == architects.wild_number:
        return tuple(Play(architect, number) for number in architects.numbers)
    return (Play(architect, architect),)
