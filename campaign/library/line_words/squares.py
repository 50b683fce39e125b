"""Texts for the page of a mission with bonuses for squares or kinds of building."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.line_words.texts import Told, WordText
from campaign.library.mission_rules import bonus_of
from campaign.library.records import Example, Question, Sentence, name_of
from scoring import Mode, Rules
from scoring.bonuses import Bonus, DistrictCompletion, EmptyCorners, FullRows, Variety

# In each of these cities, one district is full, and one district has a single empty square.
DISTRICTS = {Mode.CLASSIC: "TPPU/PT-P/----/----", Mode.EXPERT: "TP-UP/PT-P-/-----/-----"}
ROWS = {Mode.CLASSIC: "PPPP/PPP-/----/---- 0i0e", Mode.EXPERT: "PPPPP/PPPP-/-----/----- 0i0e"}
CORNERS = {Mode.CLASSIC: "P--P/----/----/---- 0i0e", Mode.EXPERT: "P---P/-----/-----/----- 0i0e"}
EVERY_KIND = {Mode.CLASSIC: "TSU-/PFH-/----/---- 5i5e", Mode.EXPERT: "TSU--/PFH--/OM---/----- 5i6e"}
JUDGED_AT_THE_END = Sentence(_("Count empty squares after removing inactive buildings."))
EMPTY = Question(_("Does an empty district cost anything?"), _("No. It brings 0 VP."))
STACK = Question(_("Is a stack one square?"), _("Yes. Another floor fills no other square."))


def full_and_gap(rules: Rules) -> Sentence:
    full, one = bonus_of(rules, DistrictCompletion).vp
    return Sentence(
        format_lazy(
            _("A district without an empty square brings {full} VP, with one empty square {one} VP."),
            full=full,
            one=one,
        )
    )


def each_district(rules: Rules) -> Sentence:
    full, one = bonus_of(rules, DistrictCompletion).vp
    return Sentence(
        format_lazy(_("Each district: no empty square {full} VP, one {one} VP, two or more 0 VP."), full=full, one=one)
    )


def district_examples(rules: Rules) -> tuple[Example, ...]:
    city = DISTRICTS[rules.mode]
    return (
        Example(
            "districts",
            f"{city} 1i2e",
            rules,
            ("mission",),
            _("District 1 is full, district 2 has one empty square, and the others have more."),
        ),
        Example(
            "districts-idle",
            f"{city} 0i2e",
            rules,
            ("mission",),
            _("Nobody works in the Public Service. It is removed, and district 2 has a second empty square."),
        ),
    )


def most_by_districts(rules: Rules) -> Question:
    count = len(rules.board.district_masks)
    return Question(
        _("What is the most that districts can bring?"),
        format_lazy(
            _("{vp} VP: {count} full districts."), vp=count * bonus_of(rules, DistrictCompletion).vp[0], count=count
        ),
    )


def districts(rules: Rules) -> Told:
    return Told(
        new=(full_and_gap(rules),),
        scoring=(each_district(rules), JUDGED_AT_THE_END),
        examples=district_examples(rules),
        questions=(EMPTY, STACK, most_by_districts(rules)),
        see=("placement", "activation"),
    )


def said_by(rules: Rules, kind: type[Bonus]) -> Sentence:
    """Return the sentence in which a mission's page announces a bonus."""
    return Sentence(name_of(bonus_of(rules, kind).announcement))


def rows(rules: Rules) -> Told:
    return Told(
        new=(said_by(rules, FullRows),),
        scoring=(JUDGED_AT_THE_END,),
        examples=(
            Example(
                "full-rows",
                ROWS[rules.mode],
                rules,
                ("mission",),
                _("The first row is full. In the second, one square is empty."),
            ),
        ),
        questions=(
            STACK,
            Question(_("Do columns count too?"), _("No, only rows, from side to side of the mat.")),
        ),
        see=("placement", "activation"),
    )


def variety(rules: Rules) -> Told:
    return Told(
        new=(said_by(rules, Variety),),
        scoring=(JUDGED_AT_THE_END, Sentence(_("If a kind is missing, the bonus is 0 VP."))),
        examples=(
            Example(
                "every-kind",
                EVERY_KIND[rules.mode],
                rules,
                ("mission",),
                _("One building of every kind, all activated."),
            ),
        ),
        questions=(
            Question(_("Is a Playground a kind of its own?"), _("No. It counts as a Park.")),
            Question(_("Does a second building of a kind bring more?"), _("No. The bonus is counted once.")),
        ),
        see=("activation",),
    )


def corners(rules: Rules) -> Told:
    return Told(
        new=(said_by(rules, EmptyCorners),),
        scoring=(JUDGED_AT_THE_END,),
        examples=(
            Example(
                "corners", CORNERS[rules.mode], rules, ("mission",), _("Two corners are built on, and two are empty.")
            ),
        ),
        questions=(Question(_("Which squares are corners?"), _("The four squares at the corners of the whole mat.")),),
        see=("placement", "activation"),
    )


SQUARES = {
    "districts": WordText(
        _("Full districts"),
        districts,
        _("A district without an empty square brings VP, and maybe one with a single gap."),
        "district",
        (_("VP for each full district"), _("VP with one empty square")),
    ),
    "rows": WordText(
        _("Full rows"), rows, _("Each row without an empty square brings VP."), "tile", (_("VP for each full row"),)
    ),
    "corners": WordText(
        _("Empty corners"),
        corners,
        _("Each empty corner brings VP, or costs some."),
        "empty_square",
        (_("VP for each empty corner"),),
    ),
    "variety": WordText(
        _("Every kind of building"),
        variety,
        _("A city with every kind of building brings VP."),
        "city",
        (_("VP for such a city"),),
    ),
}
