"""The Corruption Trail: its story, rules, questions and endings."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.mission_rules import rules_of
from campaign.library.records import Ending, MissionText, Question, Sentence, TurnExample
from scoring.turns import Play

RULES = rules_of("the-corruption-trail")
ARCHITECTS = RULES.architects

TEXT = MissionText(
    story=(
        _(
            "Somebody has been numbering the invoices. One, one, two, three, three, four, one: follow the numbers,"
            " and do"
            " not let anyone see you counting."
        ),
        _("The old mats are back on the table. The Mayor finds them easier to read."),
    ),
    new=(
        Sentence(_("Classic Mode again, with Parks and your own Architects.")),
        Sentence(_("The table plays Architects in sequence.")),
    ),
    turn=(
        Sentence(
            format_lazy(_("The first player of a round plays a #{first}."), first=min(ARCHITECTS.numbers)),
        ),
        Sentence(
            format_lazy(
                _("Each next Architect has the same number or the next one; after #{highest} comes #{first}."),
                first=min(ARCHITECTS.numbers),
                highest=max(ARCHITECTS.numbers),
            ),
        ),
        Sentence(_("If you have neither, play your next higher number, counting around, and say so.")),
    ),
    example_of_turns=TurnExample(
        "sequence-turn",
        RULES.architects,
        players=2,
        plays=(Play(1, 1), Play(1, 1), Play(2, 2), Play(2, 2), Play(3, 3), Play(4, 4), Play(4, 4)),
        caption=_("After the 4 comes a 4 or a 1. Player 2 has played both and so plays the 3."),
    ),
    questions=(
        Question(
            _("Does the sequence go on in the next round?"),
            format_lazy(_("No. Each round begins again with a #{first}."), first=min(ARCHITECTS.numbers)),
        ),
        Question(
            _("I have the right number but want another. May I?"),
            _("No. Another number is allowed only if you have neither."),
        ),
    ),
    see=("turn", "urbanist"),
    keywords=_("sequence, order of architects, same or next number"),
    endings={
        Ending.CLEAR: _(
            "One, two, three, four, and from one again: %(winner)s followed the numbers to the last page and knows"
            " whose signature is on it. The city turned out well, too."
        ),
        Ending.CLOSE: _(
            "The trail of receipts leads past every desk in the house. %(winner)s was one step ahead when it turned"
            " the corner to the Mayor's garage."
        ),
        Ending.SHARED: _(
            "%(winners)s reached the last receipt at the same moment. It is torn now, and each of them keeps the half"
            " with the name on it."
        ),
    },
)
