"""Price Of Silence: its story, rules, questions and endings."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.mission_rules import bonus_of, rules_of
from campaign.library.records import Ending, Example, MissionText, Question, Sentence
from scoring.bonuses import DistrictCompletion

RULES = rules_of("price-of-silence")
DISTRICTS = bonus_of(RULES, DistrictCompletion)

TEXT = MissionText(
    story=(
        _(
            "You have noticed that some lots on the old plans are empty although they were paid for. So have we."
            " So has"
            " the paper."
        ),
        _("Fill them. A full district asks no questions, and the office knows how to be thankful."),
    ),
    new=(
        Sentence(
            format_lazy(
                _("A district without an empty square brings {full} VP, with one empty square {one} VP."),
                full=DISTRICTS.vp[0],
                one=DISTRICTS.vp[1],
            ),
        ),
        Sentence(_("Mayor tiles bring only the Mayor pawn again.")),
    ),
    scoring=(
        Sentence(
            format_lazy(
                _("Each district: no empty square {full} VP, one {one} VP, two or more 0 VP."),
                full=DISTRICTS.vp[0],
                one=DISTRICTS.vp[1],
            ),
        ),
        Sentence(_("Judge districts after inactive buildings are removed: their squares are empty.")),
    ),
    examples=(
        Example(
            "districts",
            "TP-UP/PT-P-/-----/----- 1i2e",
            RULES,
            ("mission",),
            _("District 1 is full, district 2 has one empty square, and the others have more."),
        ),
        Example(
            "districts-idle",
            "TP-UP/PT-P-/-----/----- 0i2e",
            RULES,
            ("mission",),
            _("Nobody works in the Public Service. It leaves, and district 2 has a second empty square."),
        ),
    ),
    questions=(
        Question(_("Does an empty district cost anything?"), _("No. It brings 0 VP.")),
        Question(_("Is a stack one square?"), _("Yes. Another floor fills no other square.")),
        Question(
            _("What is the most that districts can bring?"),
            format_lazy(
                _("{vp} VP: {count} full districts."),
                vp=len(RULES.board.district_masks) * DISTRICTS.vp[0],
                count=len(RULES.board.district_masks),
            ),
        ),
    ),
    see=("placement", "activation"),
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
