"""The page of the Monument."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library import tables
from campaign.library.buildings.parts import EXPERT, never_stacked, points
from campaign.library.records import Example, Page, Question, Sentence, name_of
from campaign.scores.words import signed
from scoring import Kind
from scoring.rules import EXPERT_RULES

PAGE = Page(
    "monument",
    name_of(Kind.MONUMENT.label),
    _("Expert Mode only: its neighbors bring points, good and bad."),
    "monument",
    Kind.MONUMENT,
    Sentence(_("A Monument needs nothing, no Inhabitant and no Energy Unit: it is always active.")),
    sections=(
        points(
            Sentence(_("A Monument scores for each activated building that shares a side with it.")),
            Sentence(
                format_lazy(
                    _("A Factory or Harbor beside a Monument costs {vp} VP."), vp=-EXPERT.monument[Kind.FACTORY]
                ),
            ),
            Sentence(
                format_lazy(
                    _("Beside a Monument: Park {park} VP, Shop {shop} VP, Public Service {service} VP."),
                    park=EXPERT.monument[Kind.PARK],
                    shop=EXPERT.monument[Kind.SHOP],
                    service=EXPERT.monument[Kind.PUBLIC_SERVICE],
                ),
            ),
            Sentence(_("Tower Blocks, Office Towers and other Monuments beside it bring nothing.")),
            Sentence(_("Leave a bad neighbor inactive: it is removed and costs nothing.")),
        ),
        never_stacked(),
    ),
    tables=(tables.MONUMENT, tables.MONUMENTS_BY_PLAYERS),
    examples=(
        Example(
            "monument",
            "-P---/SMU--/-P---/----- 1i1e",
            EXPERT_RULES,
            ("monument",),
            _("Two Parks, a Shop and a Public Service."),
        ),
        Example(
            "monument-factory",
            "-P---/SMU--/-F---/----- 2i1e .+.../0++../.+.../.....",
            EXPERT_RULES,
            ("monument",),
            _("With an Inhabitant in the Factory below, the Monument loses most of its points."),
        ),
        Example(
            "monument-factory-idle",
            "-P---/SMU--/-F---/----- 2i1e",
            EXPERT_RULES,
            ("monument",),
            _("Better: the worker becomes a Customer, and the Factory is removed before scoring."),
        ),
    ),
    mistakes=(
        _("Forgetting the minus: Factories and Harbors beside it cost points."),
        _("Counting a building at the corner. Neighbors share a side."),
    ),
    questions=(
        Question(
            _("Does a Monument count every floor of a stack?"), _("Towers bring a Monument nothing, however high.")
        ),
        Question(_("Do two Monuments side by side score for each other?"), _("No, they bring each other 0 VP.")),
        Question(
            _("How many Monuments are in the game?"),
            _("As many as there are players. They come up one a round, from round 2."),
        ),
        Question(
            _("May a Monument score below 0 VP?"),
            format_lazy(
                _("Yes: add up its neighbors. One Factory beside it and nothing else makes {vp} VP."),
                vp=signed(EXPERT.monument[Kind.FACTORY]),
            ),
        ),
    ),
    decisions=("D3", "D5", "D15"),
    see=("park", "factory"),
    keywords=_("statue, memorial, negative"),
)
