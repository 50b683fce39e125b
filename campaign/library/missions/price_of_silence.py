"""Price Of Silence: its story, rules, questions and endings."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.missions.rules import bonus_of, rules_of
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
            _("points for full districts, district bonus, mission 7 bonus, complete a district"),
        ),
        Sentence(
            _("Mayor tiles bring only the Mayor pawn again."),
            _("mayor tile in mission 7, favor over"),
        ),
    ),
    scoring=(
        Sentence(
            format_lazy(
                _("Each district: no empty square {full} VP, one {one} VP, two or more 0 VP."),
                full=DISTRICTS.vp[0],
                one=DISTRICTS.vp[1],
            ),
            _(
                "two empty squares in a district, empty district, one empty square, how many points per"
                " district, points for a full district, a district with one gap, gap in a district"
            ),
        ),
        Sentence(
            _("Judge districts after inactive buildings are removed: their squares are empty."),
            _(
                "does an inactive building fill a square, district with an unactivated building, when is"
                " it checked whether a district is full, do removed buildings make a district incomplete"
            ),
        ),
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
        Question(
            _("Does an empty district cost anything?"),
            _("No. It brings 0 VP."),
            _("penalty for an empty district, minus points for empty squares"),
        ),
        Question(
            _("Is a stack one square?"),
            _("Yes. Another floor fills no other square."),
            _("tower in a district, several floors in a district"),
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
