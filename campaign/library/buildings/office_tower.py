"""The page of the Office Tower."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library import tables
from campaign.library.buildings.parts import EXPERT, points, stacking
from campaign.library.records import Example, Page, Question, Sentence, Source, name_of
from scoring import Kind, Mode
from scoring.kinds import KINDS
from scoring.rules import EXPERT_RULES

PAGE = Page(
    "office-tower",
    name_of(Kind.OFFICE_TOWER.label),
    _("Expert Mode only: scores more in a group and with more floors."),
    "office_tower-3",
    Kind.OFFICE_TOWER,
    Sentence(_("An Office Tower needs one Inhabitant and one Energy Unit for the whole stack.")),
    sections=(
        points(
            Sentence(_("The size of the group gives the table's row, the floors give the column.")),
            Sentence(_("Activated Office Towers that share a side form a group. Corners do not count.")),
            Sentence(
                _("The whole chain is one group, also round a corner; not all need touch each other."),
                source=Source.OURS,
            ),
            Sentence(_("Each stack in a group scores by its own floors.")),
            Sentence(
                format_lazy(_("A lone Office Tower of one floor scores {vp} VP."), vp=EXPERT.office_tower[1][1]),
            ),
            Sentence(_("Parks and Factories beside an Office Tower count it.")),
        ),
        stacking(
            Sentence(
                format_lazy(
                    _("An Office Tower has at most {expert} floors. Stack it like a Tower Block."),
                    expert=KINDS[Kind.OFFICE_TOWER].highest[Mode.EXPERT],
                ),
            ),
            Sentence(_("Office Towers and Tower Blocks are never mixed in one stack.")),
        ),
    ),
    tables=(tables.OFFICE_TOWER,),
    examples=(
        Example(
            "offices",
            "O2O2O3--/-----/-----/----- 3i3e",
            EXPERT_RULES,
            ("office_tower",),
            _("A group of three: all three read the same row of the table, each its own column."),
        ),
        Example(
            "office-alone",
            "O---O3/-----/-----/----- 2i2e",
            EXPERT_RULES,
            ("office_tower",),
            _("Two groups of one. A lone first floor is worth nothing."),
        ),
        Example(
            "offices-six",
            "OOOOO/O----/-----/----- 6i6e",
            EXPERT_RULES,
            ("office_tower",),
            _("Six in a group: the table ends at five, so each scores as in a group of five."),
        ),
    ),
    mistakes=(
        _("Adding up the floors of the group. Each stack scores by its own floors."),
        _("Counting a stack without its Inhabitant or Energy Unit. It is removed and may split the group."),
        _("Counting a tower at the corner. Neighbors share a side."),
    ),
    questions=(
        Question(
            _("Is the group counted in stacks or in tiles?"), _("In stacks: a stack of four is one Office Tower.")
        ),
        Question(
            _("What does a group of six Office Towers score?"),
            _("Each tower scores as in a group of five: the table ends there."),
            source=Source.OURS,
        ),
        Question(
            _("Do three Office Towers in an L form one group?"),
            _("Yes. Whatever is connected side by side is one group, in a line or round a corner."),
            source=Source.OURS,
        ),
        Question(
            _("Do Tower Blocks belong to a group of Office Towers?"),
            _("No. Only Office Towers count in a group."),
        ),
        Question(
            _("Is there an Office Tower in Classic Mode?"),
            _("No. Office Towers and Monuments are in Expert Mode only."),
        ),
        Question(
            _("How do two separate groups of Office Towers score?"),
            _("Each group by its own size. You do not add them together."),
        ),
    ),
    decisions=("D4", "D5", "D22", "D26"),
    see=("stacking", "park", "factory"),
    keywords=_("office, offices, skyscraper, glass, business, group"),
)
