"""What each building needs to count."""

from django.utils.translation import gettext_lazy as _

from campaign.library import tables
from campaign.library.records import Example, Page, Question, Section, Sentence
from scoring.rules import CLASSIC_RULES

PAGE = Page(
    "activation",
    _("Activation"),
    _("A building scores only with its Inhabitants and Energy Units on it. Decide at the end."),
    "energy",
    sections=(
        Section(
            "rule",
            _("How it goes"),
            (
                Sentence(
                    _("You may move Inhabitants and Energy Units at any time, as often as you like."),
                    _(
                        "can I move resources, rearrange meeples, change where inhabitants work, switch energy to"
                        " another building, reallocate, when do I place resources, swap workers, can I shift"
                        " energy from one building to another later, may my people change jobs, can I take an"
                        " inhabitant off a building again, are workers fixed, rearrange workers at the very end"
                    ),
                ),
                Sentence(
                    _("Only where they lie at the end of the game counts."),
                    _(
                        "when must I decide, final allocation, must a building be activated at once, do I have to"
                        " place resources right away, must I activate during the game"
                    ),
                ),
                Sentence(
                    _("A building without its resources is removed before scoring."),
                    _(
                        "building not activated, what happens to inactive buildings, not enough energy, missing"
                        " inhabitant, unpaid building, does an inactive building score, what happens to a"
                        " building I cannot activate, buildings without power at the end, not enough energy for a"
                        " building, not enough people for all buildings, tower without power, building without"
                        " its inhabitant"
                    ),
                ),
                Sentence(
                    _("A removed building is nobody's neighbor, and its square is empty."),
                    _(
                        "does an inactive building count as a neighbor, does a park count an inactive tower,"
                        " unpowered tower, removed building counts as empty square, does a building without power"
                        " count for its neighbors, is the square of a removed building empty"
                    ),
                ),
                Sentence(
                    _("Tower Blocks and Shops need an Energy Unit."),
                    _(
                        "which buildings need energy, what activates a building with power, which buildings use"
                        " power, what do I need energy for"
                    ),
                ),
                Sentence(
                    _("Public Services, Factories and Harbors need an Inhabitant."),
                    _(
                        "which buildings need workers, which buildings need inhabitants, who needs people, where"
                        " do people work, what do I need inhabitants for"
                    ),
                ),
                Sentence(
                    _("Parks, Playgrounds and Monuments need nothing."),
                    _(
                        "which buildings are always active, which buildings need no resources, free buildings,"
                        " which buildings need not be activated, buildings that work without resources"
                    ),
                ),
                Sentence(
                    _("A stack needs its resources once, however high it is."),
                    _(
                        "activate every floor, cost of a stack, pay for each floor, do I pay energy for each"
                        " floor, how much to activate a tall stack"
                    ),
                ),
            ),
        ),
    ),
    tables=(tables.NEEDS,),
    examples=(
        Example(
            "activation",
            "T3SU-/P---/----/---- 2i1e",
            CLASSIC_RULES,
            ("tower_block", "shop", "public_service", "park", "unused_inhabitants"),
            _("The Tower Block takes the Energy Unit; the Shop leaves. One Inhabitant works, one is unused."),
        ),
    ),
    mistakes=(
        _("Deciding too early. You may move resources until the game ends."),
        _("Forgetting that an Office Tower needs both."),
    ),
    questions=(
        Question(
            _("May I leave a building inactive on purpose?"),
            _("Yes. It can pay, for example with a Factory beside a Monument."),
            _(
                "do I have to activate, refuse to activate, not put a worker on purpose, am I allowed not"
                " to power a building"
            ),
        ),
        Question(
            _("Does a removed building cost points?"),
            _("No. It brings nothing and costs nothing; unused resources do cost."),
            _(
                "penalty for inactive buildings, minus points for buildings without workers, do I lose"
                " points for buildings that are not activated"
            ),
        ),
    ),
    decisions=("D5",),
    see=("pollution", "tower-block", "shop"),
    keywords=_("activate, resources, cost, needs, remove, unactivated, power"),
)
