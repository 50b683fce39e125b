"""The texts of the mission “Mayor's Favor”: its story, rules, questions and endings."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.line_words.mayor import BOTH_OR_NEITHER, FIRST_TURN, NOT_FIRST, REFUSE, mayors
from campaign.library.mission_rules import rules_of
from campaign.library.records import Ending, MissionText, Sentence

RULES = rules_of("mayors-favor")
MAYORS = mayors(RULES)

TEXT = MissionText(
    twist=_("Mayor tiles bring VP"),
    story=(
        _(
            "The Mayor has a nephew. The nephew has a block of flats, several in fact, and each of them would look"
            " well in one of your cities."
        ),
        _("There would be something in it for you. We did not say that, and the envelope was already here."),
    ),
    new=(
        *MAYORS.new,
        Sentence(
            format_lazy(
                _("Build a Mayor tile, and you may take {count} extra Inhabitant and {count} Energy Unit."),
                count=RULES.mayor_offer,
            ),
        ),
        NOT_FIRST,
    ),
    turn=(
        FIRST_TURN,
        Sentence(
            format_lazy(
                _("If you build the Mayor tile, you may also take {count} Inhabitant and {count} Energy Unit."),
                count=RULES.mayor_offer,
            ),
            why=BOTH_OR_NEITHER,
        ),
        Sentence(
            format_lazy(_("Round {last} has no Mayor tile: no offer, and nothing is forbidden."), last=RULES.rounds[-1])
        ),
    ),
    scoring=MAYORS.scoring,
    examples=MAYORS.examples,
    questions=(REFUSE, *MAYORS.questions),
    see=MAYORS.see,
    keywords=_("mayor tile, green symbol, favor, bribe, first turn"),
    endings={
        Ending.CLEAR: _(
            "The Mayor never forgets who helped. After this mission that is mostly %(winner)s, and the door to the"
            " inner office stands open. Just a crack."
        ),
        Ending.CLOSE: _(
            "The Mayor's favor fits into one envelope, and on it stands %(winner)s. Held against the light, it shows"
            " a second name that was erased."
        ),
        Ending.SHARED: _(
            "The Mayor's favor is large enough for %(winners)s together, the Mayor says. They may agree among"
            " themselves who holds the umbrella."
        ),
    },
)
