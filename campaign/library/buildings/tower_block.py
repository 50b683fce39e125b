"""The page of the Tower Block."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library import tables
from campaign.library.buildings.parts import brings, brought, points, stacking
from campaign.library.records import Example, Page, Question, Sentence, name_of
from scoring import Kind, Mode
from scoring.kinds import KINDS
from scoring.rules import CLASSIC_RULES, EXPERT_RULES

PAGE = Page(
    "tower-block",
    name_of(Kind.TOWER_BLOCK.label),
    _("Homes, one floor on another. The higher the stack, the more it is worth."),
    "tower_block-3",
    Kind.TOWER_BLOCK,
    Sentence(_("A Tower Block needs one Energy Unit for the whole stack, however high.")),
    sections=(
        points(
            Sentence(_("Each stack scores by itself, by the number of its floors.")),
        ),
        brings(
            Sentence(
                format_lazy(
                    _("Inhabitants, by the tile: {brought}."), brought=brought(Kind.TOWER_BLOCK, "inhabitants")
                ),
            ),
            Sentence(_("One tile a round also brings the Mayor pawn, except in the last round.")),
        ),
        stacking(
            Sentence(
                format_lazy(
                    _("A Tower Block has at most {classic} floors in Classic Mode, {expert} in Expert Mode."),
                    classic=KINDS[Kind.TOWER_BLOCK].highest[Mode.CLASSIC],
                    expert=KINDS[Kind.TOWER_BLOCK].highest[Mode.EXPERT],
                ),
            ),
            Sentence(
                _("Add a floor to a stack the Architect opens, or where the next floor has his number."),
                why=_(
                    "Opens: the stack stands in the Architect's row, column or district, or on a square with his"
                    " number. Has his number: a #3 builds any third floor."
                ),
            ),
            Sentence(_("A first floor always takes an empty square that the Architect opens.")),
        ),
    ),
    tables=(tables.TOWER_BLOCK,),
    examples=(
        Example(
            "towers",
            "T3T2--/T---/----/---- 0i3e",
            CLASSIC_RULES,
            ("tower_block",),
            _("Three stacks, an Energy Unit each. Every stack scores by itself."),
        ),
        Example(
            "tower-left-dark",
            "T4T2--/----/----/---- 0i1e",
            CLASSIC_RULES,
            ("tower_block",),
            _("One Energy Unit for two stacks: the lower one is not activated and is removed."),
        ),
        Example(
            "towers-expert",
            "T5-T2--/-----/-----/----- 0i2e",
            EXPERT_RULES,
            ("tower_block",),
            _("In Expert Mode a stack may have a fifth floor."),
        ),
    ),
    mistakes=(
        _("Paying an Energy Unit for each floor. One is enough for the stack."),
        _("Starting a new stack with the floor rule. It is for the second floor and above."),
        _("Leaving Inhabitants in the tower. They count only at work or in a Shop."),
    ),
    questions=(
        Question(
            _("May I add a floor to a stack outside the Architect's lines?"),
            _("Yes, if the floor has the Architect's number: a #3 builds any third floor."),
        ),
        Question(
            _("Do Tower Blocks side by side bring more?"),
            _("No. Each stack scores only by its own floors."),
        ),
        Question(
            _("Do the Inhabitants of a Tower Block live there?"),
            _("No. You put them to work or into Shops; a Tower Block itself needs none."),
        ),
        Question(
            _("May I join two stacks of Tower Blocks later?"),
            _("No. A tile stays where it was built; only new tiles raise a stack."),
        ),
    ),
    decisions=("D1", "D5"),
    see=("stacking", "activation", "mayor-tile"),
    keywords=_("apartment, house, skyscraper, flats, residential, high-rise, homes"),
)
