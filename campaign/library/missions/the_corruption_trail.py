"""The Corruption Trail: its story, rules, questions and endings."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.missions.rules import rules_of
from campaign.library.records import Ending, MissionText, Question

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
        _("Back to Classic Mode, with Parks and each player's own Architects."),
        _("The numbers of the Architects are played in sequence around the table."),
    ),
    turn=(
        format_lazy(_("The first player of a round plays a #{first}."), first=min(ARCHITECTS.numbers)),
        format_lazy(
            _(
                "Everybody after that plays the number just played or the next one; after #{highest} comes"
                " #{first} again."
            ),
            first=min(ARCHITECTS.numbers),
            highest=max(ARCHITECTS.numbers),
        ),
        _("Who holds neither plays the next higher number they hold, counting around, and says so aloud."),
    ),
    questions=(
        Question(
            _("Does the sequence go on into the next round?"),
            format_lazy(_("No. Each round begins anew with a #{first}."), first=min(ARCHITECTS.numbers)),
        ),
        Question(
            _("I hold the right number but want another. May I?"),
            _("No. The way out is for those who hold neither of the two."),
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
