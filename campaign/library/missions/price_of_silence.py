"""The texts of the mission “Price of Silence”: its story, rules, questions and endings."""

from django.utils.translation import gettext_lazy as _

from campaign.library.line_words.squares import districts
from campaign.library.mission_rules import rules_of
from campaign.library.records import Ending, MissionText, Sentence

RULES = rules_of("price-of-silence")
DISTRICTS = districts(RULES)

TEXT = MissionText(
    twist=_("Full districts bring VP"),
    story=(
        _(
            "You have noticed that some lots on the old plans are empty although they were paid for. So have we."
            " So has"
            " the paper."
        ),
        _("Fill them. A full district asks no questions, and the office knows how to be thankful."),
    ),
    new=(
        *DISTRICTS.new,
        Sentence(_("Mayor tiles bring only the Mayor pawn again.")),
    ),
    scoring=DISTRICTS.scoring,
    examples=DISTRICTS.examples,
    questions=DISTRICTS.questions,
    see=DISTRICTS.see,
    keywords=_("empty district, full district, empty square, empty lots, bonus per district"),
    endings={
        Ending.CLEAR: _(
            "Where every lot is built on, nobody asks what stood there before. %(winner)s did ask, and built best all"
            " the same. That evening a file moved to another cabinet."
        ),
        Ending.CLOSE: _(
            "%(winner)s built a little more and talked a little less than the rest. Somebody upstairs has noticed"
            " both, and has written down the second."
        ),
        Ending.SHARED: _(
            "%(winners)s have heard the same thing through the same door, and built equally well above it. Nobody says"
            " a word. Yet."
        ),
    },
)
