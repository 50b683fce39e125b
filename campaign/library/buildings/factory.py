"""The page of the Factory."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library import tables
from campaign.library.buildings.parts import brings, brought, never_stacked, points
from campaign.library.records import Example, Page, Question, Sentence, name_of
from scoring import Kind
from scoring.rules import CLASSIC_RULES, EXPERT_RULES

PAGE = Page(
    "factory",
    name_of(Kind.FACTORY.label),
    _("It brings energy and scores by its neighbors."),
    "factory",
    Kind.FACTORY,
    Sentence(
        _("A Factory needs one Inhabitant."),
        _(
            "activate a factory, worker in a factory, cost of a factory, does a factory need energy,"
            " what does a factory need, does a factory need a worker"
        ),
    ),
    sections=(
        points(
            Sentence(
                _("A Factory counts active Shops and Harbors beside it; in Expert also Office Towers."),
                _(
                    "how do factories score, points for a factory, what counts for a factory, office tower"
                    " next to a factory, shop beside a factory, harbor beside a factory, how is a factory"
                    " scored, which neighbors does a factory count"
                ),
            ),
            Sentence(
                _("Each Factory scores by itself. Two Factories may count the same neighbor."),
                _(
                    "one shop between two factories, shared neighbor, factory next to a factory, can two"
                    " factories share a neighbor"
                ),
            ),
        ),
        brings(
            Sentence(
                format_lazy(_("Energy Units, by the tile: {brought}."), brought=brought(Kind.FACTORY, "energy")),
                _(
                    "how much energy does a factory give, where does energy come from, what do I get for a"
                    " factory, how much power comes with a factory"
                ),
            ),
        ),
        never_stacked(_("stack factories")),
    ),
    tables=(tables.FACTORY,),
    examples=(
        Example(
            "factory",
            "SFH-/----/----/---- 2i1e",
            CLASSIC_RULES,
            ("factory",),
            _("A Shop on one side, a Harbor on the other. An open Shop is enough, even empty."),
        ),
        Example(
            "factory-expert",
            "OFS--/-H---/-----/----- 3i2e",
            EXPERT_RULES,
            ("factory",),
            _("In Expert Mode an Office Tower beside it is worth most."),
        ),
    ),
    mistakes=(
        _("Counting a neighbor that is not activated. It leaves the city before scoring."),
        _("Counting a neighbor at the corner. Neighbors share a side."),
        _("Taking more energy than the city can use. The rest is pollution."),
    ),
    questions=(
        Question(
            _("Does one Shop count for two Factories?"),
            _("Yes. Each Factory looks at its own neighbors."),
            _("one shop beside two factories, does a shop count twice for factories"),
        ),
        Question(
            _("Does a Factory score for Parks or towers beside it?"),
            _("No. Only Shops and Harbors count, and Office Towers in Expert Mode."),
            _(
                "factory next to a tower block, factory next to a park, factory beside a public service,"
                " park beside a factory, tower block beside a factory, factory next to another factory"
            ),
        ),
    ),
    decisions=("D5",),
    see=("pollution", "shop", "harbor", "office-tower"),
    keywords=_("industry, industrial, plant, energy"),
)
