"""The page of the Harbor."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library import tables
from campaign.library.buildings.parts import (
    CLASSIC,
    brings,
    never_stacked,
    points,
    printed,
)
from campaign.library.records import Example, Page, Question, Sentence, Source, name_of
from scoring import Kind
from scoring.rules import CLASSIC_RULES, EXPERT_RULES

PAGE = Page(
    "harbor",
    name_of(Kind.HARBOR.label),
    _("Harbors in a line: the longest row and the longest column both count."),
    "harbor",
    Kind.HARBOR,
    Sentence(_("A Harbor needs one Inhabitant.")),
    sections=(
        points(
            Sentence(_("Score the longest unbroken row and the longest unbroken column; add both.")),
            Sentence(_("The same Harbor may count in its row and in its column.")),
            Sentence(_("Shorter lines score nothing: one row and one column count.")),
            Sentence(_("A gap breaks a line, and so does a Harbor that is not activated.")),
            Sentence(
                format_lazy(
                    _("A single Harbor scores {single} VP; two in a line score {two}."),
                    single=CLASSIC.harbor[1],
                    two=CLASSIC.harbor[2],
                ),
            ),
            Sentence(
                format_lazy(
                    _("Add the VP printed on activated Harbors: {printed}, by the tile."),
                    printed=printed(Kind.HARBOR),
                ),
                source=Source.INFERRED,
            ),
        ),
        brings(
            Sentence(_("By the tile: two Inhabitants, two Energy Units, one of each, or printed VP.")),
        ),
        never_stacked(),
    ),
    tables=(tables.HARBOR,),
    examples=(
        Example(
            "harbor-corner",
            "HHH-/H---/----/---- 4i0e",
            CLASSIC_RULES,
            ("harbor",),
            _("A row of three and a column of two share the Harbor in the corner. Both count."),
        ),
        Example(
            "harbor-gap",
            "HH-H/----/----/---- 3i0e",
            CLASSIC_RULES,
            ("harbor",),
            _("The gap breaks the row: the longest is two."),
        ),
        Example(
            "harbor-printed",
            "H2H--/----/----/---- 2i0e",
            CLASSIC_RULES,
            ("harbor",),
            _("A row of two, plus the VP printed on one of them."),
        ),
        Example(
            "harbor-expert",
            "HHHHH/-----/-----/----- 5i0e",
            EXPERT_RULES,
            ("harbor",),
            _("The Expert mat has room for a row of five. A column ends at four."),
        ),
    ),
    mistakes=(
        _("Scoring the row only. The longest column counts as well."),
        _("Scoring every line. Only the longest row and the longest column count."),
        _("Bridging a gap with a Harbor that is not activated."),
    ),
    questions=(
        Question(
            _("Two rows are equally long. Which one counts?"), _("Either: only its length matters, and it counts once.")
        ),
        Question(_("Do Harbors need to be at the edge of the city?"), _("No. They may stand on any square.")),
        Question(
            _("How long can a line of Harbors be?"),
            _("Four in Classic Mode. In Expert Mode a row can have five, a column four."),
            source=Source.PHOTOS,
        ),
        Question(
            _("Are two Harbors that meet at a corner a line?"),
            _("No. A line is a row or a column, never a diagonal."),
        ),
    ),
    decisions=("D5", "D12"),
    see=("activation", "factory"),
    keywords=_("port, line, longest, harbour, ship, dock, docks"),
)
