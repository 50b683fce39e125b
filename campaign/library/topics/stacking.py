"""Which tile may go on which stack."""

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
            (
                Sentence(
                    _("The stack is of the same kind and not yet at its limit, and one of these holds:"),
                ),
            ),
            (
                Sentence(
                    _("The Architect opens the square on which the stack stands."),
                    _(
                        "add a floor in the row of the architect, raise a tower in his row or column, when may I"
                        " add a floor"
                    ),
                ),
                Sentence(
                    _("The new floor has the Architect's number. Then the stack may stand anywhere."),
                    _(
                        "third floor with architect 3, floor number matches the architect, floor rule, build the"
                        " second floor anywhere with a 2, does the floor number let me stack anywhere"
                    ),
                ),
            ),
        ),
        Section(
            "limits",
            _("Limits"),
            (
                Sentence(
                    _("Only Tower Blocks and Office Towers are stacked, each on its own kind."),
                    _(
                        "which buildings can be stacked, stack shops, stack parks, stack harbors, stack"
                        " factories, put two tiles on one square, can I put a second tile on a building, what can"
                        " be piled up, can I stack anything else"
                    ),
                ),
                Sentence(
                    _("You receive what each new floor brings, as for any tile."),
                    _(
                        "resources for a second floor, do upper floors bring inhabitants, people for every floor,"
                        " do I get more people when I add a floor, does the third floor give inhabitants"
                    ),
                ),
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
                    "A #3 may build the third floor at A1, outside his row and column. Only a #{highest} may raise"
                    " the other stack by its floor."
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
            _("May I start a second stack while the first is low?"),
            _("Yes, on any empty square the Architect opens."),
            _(
                "several towers, two stacks, new tower next to an old one, must I finish a tower first,"
                " begin another tower while the first one is small"
            ),
        ),
    ),
    see=("tower-block", "office-tower", "placement"),
    keywords=_("stack, stack limit, floor, height, pile, limit, on top"),
)
