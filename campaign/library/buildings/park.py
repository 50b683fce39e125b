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
    Sentence(
        _("A Park needs nothing: it is always active."),
        _(
            "activate a park, does a park need an inhabitant or energy, cost of a park, no resources"
            " for parks, do parks have to be activated"
        ),
    ),
    sections=(
        points(
            Sentence(
                _("A Park scores by the activated Tower Blocks beside it; in Expert also Office Towers."),
                _(
                    "how do parks score, points for a park, what counts for a park, office tower next to a"
                    " park, how is a park scored, which buildings count for a park, does a park count office"
                    " towers"
                ),
            ),
            Sentence(
                _("A stack counts as one tower to a Park, whatever its height."),
                _(
                    "do floors count for a park, high tower next to a park, tower of four beside a park,"
                    " levels, does a park count each floor, tall tower beside my park"
                ),
            ),
        ),
        Section(
            "absorbs",
            _("Pollution"),
            (
                Sentence(
                    _("At the end each Park absorbs one unused Energy Unit. That unit costs nothing."),
                    _(
                        "park pollution, put energy on a park, how much energy can a park take, surplus energy,"
                        " leftover energy, red cylinder on a park, avoid minus points, how much leftover energy"
                        " can a park swallow, can parks get rid of pollution, one energy per park"
                    ),
                ),
            ),
        ),
        never_stacked(_("stack parks, park on a park")),
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
            _(
                "diagonal, neighbor, next to, beside, corner, touching, diagonally, do diagonal buildings"
                " count, do corners count as neighbors"
            ),
        ),
        Question(
            _("Can a Park absorb two Energy Units?"),
            _("No, one Energy Unit for each Park."),
            _("how many energy units on one park, several cylinders on a park"),
        ),
        Question(
            _("Does a Park score without the Energy Unit on it?"),
            _("Yes. Absorbing is an extra; a Park scores by its neighbors only."),
            _("park without energy, empty park, must I put energy on a park"),
        ),
        Question(
            _("Do two Parks beside the same tower both count it?"),
            _("Yes. Each Park looks at its own neighbors."),
            _("shared tower between two parks, one tower for two parks"),
        ),
    ),
    decisions=("D5", "D15"),
    see=("pollution", "playground"),
    keywords=_("green, garden, trees, absorb"),
)
