"""The page of the Park."""

from django.utils.translation import gettext_lazy as _

from campaign.library import tables
from campaign.library.buildings.parts import never_stacked, points
from campaign.library.records import Example, Page, Question, Section, Sentence, name_of
from scoring import Kind
from scoring.rules import CLASSIC_RULES, EXPERT_RULES

PAGE = Page(
    "park",
    name_of(Kind.PARK.label),
    _("Green between the towers. It needs nobody and absorbs an Energy Unit."),
    "park",
    Kind.PARK,
    Sentence(_("A Park needs nothing, no Inhabitant and no Energy Unit: it is always active.")),
    sections=(
        points(
            Sentence(_("A Park scores by the activated Tower Blocks beside it; in Expert also Office Towers.")),
            Sentence(_("A stack counts as one tower to a Park, whatever its height.")),
        ),
        Section(
            "absorbs",
            _("Pollution"),
            (Sentence(_("At the end each Park absorbs one unused Energy Unit. That unit costs nothing.")),),
        ),
        never_stacked(),
    ),
    tables=(tables.PARK,),
    examples=(
        Example(
            "park",
            "T2PT-/-T--/----/---- 0i3e",
            CLASSIC_RULES,
            ("park",),
            _("Three towers share a side with the Park."),
        ),
        Example(
            "park-diagonal",
            "T---/-P--/----/---- 0i1e",
            CLASSIC_RULES,
            ("park",),
            _("A tower at the corner is no neighbor."),
        ),
        Example(
            "park-expert",
            "TPO--/-----/-----/----- 1i2e",
            EXPERT_RULES,
            ("park",),
            _("In Expert Mode the Office Tower counts like the Tower Block."),
        ),
    ),
    mistakes=(
        _("Counting a tower at the corner. Neighbors share a side."),
        _("Counting floors. A stack of four is one tower to a Park."),
        _("Scoring a tower without an Energy Unit. It is gone before the Park scores."),
    ),
    questions=(
        Question(
            _("What does adjacent mean?"),
            _("Only buildings that share a side are adjacent. Corners and diagonals do not count."),
        ),
        Question(
            _("Do two Parks side by side score for each other?"),
            _("No. A Park counts only Tower Blocks, and in Expert Mode Office Towers."),
        ),
        Question(
            _("Does a diagonal count?"),
            _("No, never. Buildings that meet only at a corner are not neighbors."),
        ),
        Question(_("Can a Park absorb two Energy Units?"), _("No, one Energy Unit for each Park.")),
        Question(
            _("Does a Park score without the Energy Unit on it?"),
            _("Yes. Absorbing is an extra; a Park scores by its neighbors only."),
        ),
        Question(
            _("Do two Parks beside the same tower both count it?"), _("Yes. Each Park looks at its own neighbors.")
        ),
        Question(
            _("What does a Park without a tower beside it score?"),
            _("0 VP. It still absorbs an Energy Unit."),
        ),
        Question(
            _("When do I put Energy Units on Parks?"),
            _("At the end of the game, before the scoring."),
        ),
        Question(
            _("Does a Park help an Inhabitant without work?"),
            _("No. Parks take only Energy Units; the Inhabitant still costs points."),
        ),
    ),
    decisions=("D5", "D15"),
    see=("pollution", "playground"),
    keywords=_("green, garden, trees, absorb"),
)
