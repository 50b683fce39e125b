"""The page of the Shop."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library import tables
from campaign.library.buildings.parts import CLASSIC, EXPERT, never_stacked
from campaign.library.mission_rules import mission_with
from campaign.library.records import Example, Page, Question, Section, Sentence, Source, name_of
from scoring import Kind
from scoring.bonuses import Unemployment
from scoring.rules import CLASSIC_RULES, EXPERT_RULES

PAGE = Page(
    "shop",
    name_of(Kind.SHOP.label),
    _("It needs an Energy Unit and scores by its Customers."),
    "shop",
    Kind.SHOP,
    Sentence(_("A Shop needs one Energy Unit. Then it takes Inhabitants as Customers.")),
    sections=(
        Section(
            "customers",
            _("Customers"),
            (
                Sentence(_("A Shop scores by its Customers: the Inhabitants you place on it.")),
                Sentence(
                    format_lazy(
                        _("A Shop takes at most {classic} Customers in Classic Mode, {expert} in Expert Mode."),
                        classic=CLASSIC.customers_a_shop,
                        expert=EXPERT.customers_a_shop,
                    ),
                ),
                Sentence(_("An Inhabitant is either a Customer or a worker.")),
                Sentence(
                    _("A Shop without Customers scores 0 VP but still counts for its neighbors."), source=Source.OURS
                ),
            ),
        ),
        never_stacked(),
    ),
    tables=(tables.SHOP,),
    examples=(
        Example(
            "shops",
            "SS--/----/----/---- 5i2e",
            CLASSIC_RULES,
            ("shop",),
            _("Five Customers for two Shops: fill one before you open the next."),
        ),
        Example(
            "shop-expert",
            "SS---/-----/-----/----- 6i2e",
            EXPERT_RULES,
            ("shop",),
            _("In Expert Mode the fifth Customer is worth more than any before."),
        ),
    ),
    mistakes=(
        _("Spreading Customers evenly. The last one in a Shop brings most."),
        _("Forgetting Customers in a tie: they are Inhabitants on buildings."),
    ),
    questions=(
        Question(
            _("Does a Shop need an Inhabitant to open?"), _("No, an Energy Unit. Inhabitants in a Shop are Customers.")
        ),
        Question(
            _("May I move Customers to another building?"),
            _("Yes, at any time during the game. Only where they are at the end counts."),
        ),
        Question(
            _("Does it pay to spread Customers over several Shops?"),
            _("No. The second Customer in a Shop brings as much as the first, and each further one brings more."),
        ),
        Question(
            _("Does a Shop score by its neighbors?"),
            _("No, only by its Customers. Two Shops side by side bring nothing extra."),
        ),
        Question(
            _("Do Customers cost points at the end?"),
            format_lazy(
                _("No. A Customer is not unused. Only in mission {mission} too many Customers cost points."),
                mission=mission_with(Unemployment),
            ),
            source=Source.MANUAL,
        ),
    ),
    decisions=("D5", "D12"),
    see=("activation", "ties", "factory"),
    keywords=_("store, market, supermarket, customers, buyers, shoppers"),
)
