"""Explanations of the words in a mission's line that are about Architects: numbers, owners and order of play."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.line_words.texts import Told, WordText
from campaign.library.records import Question, Sentence, Source, TurnExample, house_ruled
from scoring import Mode, Rules
from scoring.rules import TURNS_A_ROUND, Architects
from scoring.turns import Play

TAKE_ANY = Sentence(_("Take any Architect from the pool, whatever its color."))
SAME_AGAIN = Sentence(_("You may take the same number several times in a round."))
ONE_EACH_UNUSED = Sentence(_("As many Architects as there are players stay unused each round."))
NOBODY_SHARES = Sentence(_("Nobody shares: each player has their own Architects."))
PLAY_YOUR_OWN = Sentence(_("Play only your own Architects. They come back to you after the round."))
OWN_FIVE = Sentence(
    house_ruled(
        "four_architects",
        _("You have #1 to #5 and take four turns: one stays unused each round."),
        _("You have #1 to #4 and play them all each round."),
    ),
)
IN_SEQUENCE = Sentence(_("The table plays Architects in sequence."))
NEXT_HIGHER = Sentence(
    _("If you have neither, play your next higher number (1 after the last); tell the table."),
    source=Source.OURS,
)
ANOTHER_NUMBER = Question(
    _("I have the right number but want another. May I?"), _("No. Another number is allowed only if you have neither.")
)


def one_unused(architects: Architects) -> Sentence:
    return Sentence(
        format_lazy(
            _("You have {own} Architects and take {turns} turns: one stays unused each round."),
            own=len(architects.numbers) + architects.wild,
            turns=TURNS_A_ROUND,
        ),
    )


def gray_from_pool(architects: Architects) -> Sentence:
    return Sentence(
        format_lazy(
            _("A gray #{wild} still plays as any number {lowest} to {highest}."),
            wild=architects.wild_number,
            lowest=min(architects.numbers),
            highest=max(architects.numbers),
        ),
    )


def opening(architects: Architects) -> Sentence:
    return Sentence(format_lazy(_("The first player of a round plays a #{first}."), first=min(architects.numbers)))


def same_or_next(architects: Architects) -> Sentence:
    return Sentence(
        format_lazy(
            _("Each next Architect has the same number or the next one; after #{highest} comes #{first}."),
            first=min(architects.numbers),
            highest=max(architects.numbers),
        ),
    )


def begins_again(architects: Architects) -> Question:
    return Question(
        _("Does the sequence go on in the next round?"),
        format_lazy(_("No. Each round begins again with a #{first}."), first=min(architects.numbers)),
        source=Source.OURS,
    )


def pool_turn(architects: Architects) -> TurnExample:
    """Return an example of turns in which all players take Architects from one pool, including gray ones."""
    return TurnExample(
        "pool-turn",
        architects,
        players=2,
        plays=(Play(2, 2), Play(5, 3), Play(2, 2), Play(5, 1)),
        caption=_("Two players share the pool. Player 2 has just taken a second gray #5 and plays it as a 1."),
    )


def sequence_turn(architects: Architects) -> TurnExample:
    """Return an example of turns in which players play their own Architects #1 to #4 in sequence."""
    return TurnExample(
        "sequence-turn",
        architects,
        players=2,
        plays=(Play(1, 1), Play(1, 1), Play(2, 2), Play(2, 2), Play(3, 3), Play(4, 4), Play(4, 4)),
        caption=_("After the 4 comes a 4 or a 1. Player 2 has played both and so plays the 3."),
    )


def _leaves_one(architects: Architects) -> bool:
    return len(architects.numbers) + architects.wild > TURNS_A_ROUND


def numbers(rules: Rules) -> Told:
    architects = rules.architects
    said = Sentence(
        format_lazy(
            _("The Architects are #{lowest} to #{highest}."),
            lowest=min(architects.numbers),
            highest=max(architects.numbers),
        )
    )
    return Told(new=(said,), see=("placement",))


def wild(rules: Rules) -> Told:
    architects = rules.architects
    figures = {
        "wild": architects.wild_number,
        "lowest": min(architects.numbers),
        "highest": max(architects.numbers),
    }
    unused = ONE_EACH_UNUSED if architects.shared else one_unused(architects)
    shared = architects.shared and not architects.in_sequence
    return Told(
        new=(
            Sentence(
                format_lazy(
                    _("Each player also gets a gray #{wild}. It plays as any number {lowest} to {highest}."), **figures
                )
            ),
        ),
        turn=(
            Sentence(
                format_lazy(
                    _("Name the number of a gray #{wild} as you play it: for tile, square and floor."), **figures
                )
            ),
            unused,
        ),
        example_of_turns=pool_turn(architects) if shared else None,
        questions=(
            Question(
                _("May a gray Architect repeat a number I have played?"),
                _("Yes. It may be any of the numbers."),
            ),
            Question(_("May one player take two gray Architects in a round?"), _("Yes, as long as one is in the pool."))
            if architects.shared
            else Question(
                _("May I use my gray Architect twice in a round?"),
                _("No. A placed Architect stays until the round ends."),
                source=Source.RULEBOOK,
            ),
        ),
        see=("turn", "placement"),
    )


def shared(rules: Rules) -> Told:
    unused = (ONE_EACH_UNUSED,) if _leaves_one(rules.architects) else ()
    return Told(
        new=(Sentence(_("All Architects lie in one pool. Everybody plays from it.")),),
        turn=(TAKE_ANY, SAME_AGAIN, *unused),
        questions=(Question(_("Does it matter which color an Architect has?"), _("No. Only the number counts.")),),
        see=("turn",),
    )


def own(rules: Rules) -> Told:
    five = (OWN_FIVE,) if max(rules.architects.numbers) > TURNS_A_ROUND else ()
    return Told(
        new=(NOBODY_SHARES,),
        turn=(PLAY_YOUR_OWN, *five),
        questions=(Question(_("May I play somebody else's Architect?"), _("No. Play only those of your color.")),),
        see=("turn",),
    )


def sequence(rules: Rules) -> Told:
    architects = rules.architects
    plain = rules.mode is Mode.CLASSIC and not architects.shared and not architects.wild
    return Told(
        new=(IN_SEQUENCE,),
        turn=(opening(architects), same_or_next(architects), NEXT_HIGHER),
        example_of_turns=sequence_turn(architects) if plain else None,
        questions=(begins_again(architects), ANOTHER_NUMBER),
        see=("turn", "urbanist"),
    )


ARCHITECTS = {
    "numbers": WordText(
        _("Fewer Architects"),
        numbers,
        _("Everybody has the Architects from #1 to this number."),
        "architect-4",
        (_("Highest number"),),
    ),
    "wild": WordText(
        _("A gray #5"), wild, _("One Architect more for each player, played as any number."), "architect-5"
    ),
    "shared": WordText(
        _("One pool for everybody"), shared, _("All Architects lie in one pool; everybody plays from it."), "architect"
    ),
    "own": WordText(_("Everybody has their own"), own, NOBODY_SHARES.text, "architect-1"),
    "sequence": WordText(_("Played in sequence"), sequence, IN_SEQUENCE.text, "architect-3"),
}
