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
from campaign.library.records import Example, Page, Question, Sentence, name_of
from scoring import Kind
from scoring.rules import CLASSIC_RULES, EXPERT_RULES

PAGE = Page(
    "harbor",
    name_of(Kind.HARBOR.label),
    _("Harbors in a line: the longest row and the longest column both count."),
    "harbor",
    Kind.HARBOR,
    Sentence(
        _("A Harbor needs one Inhabitant."),
        _(
            "activate a harbor, worker in a port, cost of a harbor, does every harbor need an"
            " inhabitant, what does a harbor need"
        ),
    ),
    sections=(
        points(
            Sentence(
                _("Score the longest unbroken row and the longest unbroken column; add both."),
                _(
                    "how do harbors score, row and column, both directions, points for ports, row or column,"
                    " do both count, how are harbors scored, do row and column both count for harbors"
                ),
            ),
            Sentence(
                _("A Harbor at a corner counts in both its row and its column."),
                _(
                    "same harbor in row and column, harbor counted twice, crossing, L shape, intersection,"
                    " can one harbor count two times, harbor where row and column meet"
                ),
            ),
            Sentence(
                _("Shorter lines score nothing: one row and one column count."),
                _(
                    "two rows of harbors, several lines, second row, does every line score, other harbors, do"
                    " I score a second line of harbors, harbors outside the longest line"
                ),
            ),
            Sentence(
                _("A gap breaks a line, and so does a Harbor that is not activated."),
                _(
                    "gap between harbors, hole in the line, interrupted, not continuous, empty square"
                    " between, may there be a gap in a line of harbors, must harbors be next to each other"
                ),
            ),
            Sentence(
                format_lazy(
                    _("A single Harbor scores {single} VP; two in a line score {two}."),
                    single=CLASSIC.harbor[1],
                    two=CLASSIC.harbor[2],
                ),
                _(
                    "one harbor alone, only one port, lonely harbor, how much is a single harbor worth, how"
                    " many points does one harbor give, two harbors side by side"
                ),
            ),
            Sentence(
                format_lazy(
                    _("Add the VP printed on activated Harbors: {printed}, by the tile."),
                    printed=printed(Kind.HARBOR),
                ),
                _("points on a harbor tile, victory points printed on a port, star on a harbor"),
            ),
        ),
        brings(
            Sentence(
                _("By the tile: two Inhabitants, two Energy Units, one of each, or printed VP."),
                _(
                    "what do I get for a harbor, versions of harbors, resources of a harbor, four kinds of"
                    " harbor, what does a harbor give"
                ),
            ),
        ),
        never_stacked(_("stack harbors")),
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
            _("Two rows are equally long. Which one counts?"),
            _("Either: only its length matters, and it counts once."),
            _("equal lines of harbors, same length, two longest rows"),
        ),
        Question(
            _("Do Harbors need to be at the edge of the city?"),
            _("No. They may stand on any square."),
            _("water, coast, border, where to build a harbor, side of the board"),
        ),
        Question(
            _("How long can a line of Harbors be?"),
            _("Four in Classic Mode. In Expert Mode a row can have five, a column four."),
            _("longest possible line, five harbors, maximum length, column of five"),
        ),
    ),
    decisions=("D5", "D12"),
    see=("activation", "factory"),
    keywords=_("port, line, longest, harbour, ship, dock, docks"),
)
