"""The page of the Shop."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library import tables
from campaign.library.buildings.parts import CLASSIC, EXPERT, never_stacked
from campaign.library.records import Example, Page, Question, Section, Sentence, name_of
from scoring import Kind
from scoring.rules import CLASSIC_RULES, EXPERT_RULES

PAGE = Page(
    "shop",
    name_of(Kind.SHOP.label),
    _("An Energy Unit opens it, Customers make it pay."),
    "shop",
    Kind.SHOP,
    Sentence(
        _("A Shop needs one Energy Unit. Then it takes Inhabitants as Customers."),
        _(
            "activate a shop, what does a shop need, open a shop, power for the store, cost of a"
            " shop, what does a shop need to open, does a shop need power"
        ),
    ),
    sections=(
        Section(
            "customers",
            _("Customers"),
            (
                Sentence(
                    _("A Shop scores by its Customers: the Inhabitants you place on it."),
                    _(
                        "how do shops score, points for people in a store, what are customers, how are shops"
                        " scored, what do people in a shop bring"
                    ),
                ),
                Sentence(
                    format_lazy(
                        _("A Shop takes at most {classic} Customers in Classic Mode, {expert} in Expert Mode."),
                        classic=CLASSIC.customers_a_shop,
                        expert=EXPERT.customers_a_shop,
                    ),
                    _(
                        "how many customers fit in a shop, maximum number of inhabitants in a shop, limit, can"
                        " five people shop, how many people per store, how many people can go shopping in one"
                        " shop, maximum shoppers, fifth customer"
                    ),
                ),
                Sentence(
                    _("A Customer works nowhere else: each Inhabitant has one place."),
                    _(
                        "can a customer also activate a building, worker and customer at the same time, count"
                        " twice, can one person shop and work, does a customer activate anything, can a customer"
                        " also have a job"
                    ),
                ),
                Sentence(
                    _("A Shop without Customers scores 0 VP but still counts for its neighbors."),
                    _(
                        "shop with no customers, empty shop, nobody in the shop, shop with only energy, does an"
                        " empty store count for a factory, shop without people, zero customers, is an empty shop"
                        " worth anything, shop that nobody visits next to a factory"
                    ),
                ),
            ),
        ),
        never_stacked(_("stack shops, put a shop on a shop, second floor for a store")),
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
            _("Does a Shop need an Inhabitant to open?"),
            _("No, an Energy Unit. Inhabitants in a Shop are Customers."),
            _("worker in a shop, does a store need staff, salesperson, does somebody have to work in the shop"),
        ),
        Question(
            _("May I move Customers to another building?"),
            _("Yes, at any time during the game. Only where they are at the end counts."),
            _(
                "take a customer out of a shop, move people between shops, switch a customer to work, can"
                " customers be moved later, take customers away again"
            ),
        ),
        Question(
            _("Does it pay to spread Customers over several Shops?"),
            _("No. Each further Customer in a Shop brings more than the one before."),
            _("fill one shop or two, split customers, distribute customers, best use of customers"),
        ),
    ),
    decisions=("D5", "D12"),
    see=("activation", "ties", "factory"),
    keywords=_("store, market, supermarket, customers, buyers, shoppers"),
)
