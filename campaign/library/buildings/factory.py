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
    Sentence(_("A Factory needs one Inhabitant.")),
    sections=(
        points(
            Sentence(_("A Factory counts active Shops and Harbors beside it; in Expert also Office Towers.")),
            Sentence(_("Each Factory scores by itself. Two Factories may count the same neighbor.")),
        ),
        brings(
            Sentence(
                format_lazy(
                    _("{brought} Energy Units, depending on the tile."), brought=brought(Kind.FACTORY, "energy")
                ),
            ),
        ),
        never_stacked(),
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
        _("Counting a neighbor that is not activated. It is removed before scoring."),
        _("Counting a neighbor at the corner. Neighbors share a side."),
        _("Taking more energy than the city can use. The rest is pollution."),
    ),
    questions=(
        Question(_("Does one Shop count for two Factories?"), _("Yes. Each Factory looks at its own neighbors.")),
        Question(
            _("Does a Factory score for another Factory, a Park or a Tower Block beside it?"),
            _("No. Only Shops and Harbors count, and Office Towers in Expert Mode."),
        ),
        Question(
            _("Does a Factory that brings more energy need more Inhabitants?"),
            format_lazy(
                _("No. Factories bring {brought} Energy Units, by the tile; each one needs one Inhabitant."),
                brought=brought(Kind.FACTORY, "energy"),
            ),
        ),
        Question(
            _("Does one Factory count the same Shop twice?"),
            _("No. It counts each neighbor once."),
        ),
        Question(
            _("What does a Factory without a Shop or Harbor beside it score?"),
            _("0 VP. In Expert Mode an Office Tower beside it counts too."),
        ),
    ),
    decisions=("D5",),
    see=("pollution", "shop", "harbor", "office-tower"),
    keywords=_("industry, industrial, plant, energy"),
)
