"""The page about stacking: which tile may go on which stack."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library import tables
from campaign.library.records import Example, Page, Question, Section, Sentence
from scoring import Mode
from scoring.kinds import KINDS, Kind
from scoring.rules import CLASSIC_RULES

HIGHEST = KINDS[Kind.TOWER_BLOCK].highest

PAGE = Page(
    "stacking",
    _("Stacking"),
    _("Tower Blocks grow, and in Expert Mode Office Towers too. Nothing else does."),
    "floor",
    sections=(
        Section(
            "when",
            _("When a tile may go on a stack"),
            (Sentence(_("The stack is of the same kind and not yet at its limit, and one of these holds:")),),
            (
                Sentence(_("The Architect opens the square on which the stack stands.")),
                Sentence(_("The new floor has the Architect's number. Then the stack may stand anywhere.")),
            ),
        ),
        Section(
            "limits",
            _("Limits"),
            (
                Sentence(_("Only Tower Blocks and Office Towers are stacked, each on its own kind.")),
                Sentence(_("You receive what each new floor brings, as for any tile.")),
            ),
        ),
    ),
    tables=(tables.STACKS,),
    examples=(
        Example(
            "stacks",
            "T2---/----/----/--T3- 0i2e",
            CLASSIC_RULES,
            ("tower_block",),
            format_lazy(
                _(
                    "A #3 may build the third floor at A1, outside his row and column. By the floor rule only a"
                    " #{highest} may raise the other stack."
                ),
                highest=HIGHEST[Mode.CLASSIC],
            ),
        ),
    ),
    mistakes=(
        _("Starting a new stack anywhere with a #1. The floor rule is for stacks that already stand."),
        _("Mixing Tower Blocks and Office Towers in one stack."),
    ),
    questions=(
        Question(
            _("May I start a second stack while the first is low?"), _("Yes, on any empty square the Architect opens.")
        ),
        Question(
            _("May I raise a stack in a later round?"),
            _("Yes, in any later round, until it reaches its limit."),
        ),
    ),
    decisions=("D22",),
    see=("tower-block", "office-tower", "placement"),
    keywords=_("stack, stack limit, floor, height, pile, limit, on top"),
)
