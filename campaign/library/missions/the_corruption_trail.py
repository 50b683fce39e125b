"""The texts of the mission “The Corruption Trail”: its story, rules, questions and endings."""

from django.utils.translation import gettext_lazy as _

from campaign.library.line_words.architects import sequence
from campaign.library.mission_rules import rules_of
from campaign.library.records import Ending, MissionText, Sentence

RULES = rules_of("the-corruption-trail")
SEQUENCE = sequence(RULES)

TEXT = MissionText(
    twist=_("Architects in the order of numbers"),
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
        *SEQUENCE.new,
    ),
    turn=SEQUENCE.turn,
    example_of_turns=SEQUENCE.example_of_turns,
    questions=SEQUENCE.questions,
    see=SEQUENCE.see,
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
