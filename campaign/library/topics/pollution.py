"""The page about the cost of unused Inhabitants and Energy Units."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.mission_rules import WITH_PLAYGROUNDS
from campaign.library.records import Example, Page, Question, Section, Sentence, Source, house_ruled
from scoring.rules import CLASSIC_RULES

PAGE = Page(
    "pollution",
    _("Pollution and unused Inhabitants"),
    format_lazy(
        _("At the end each unused Inhabitant and each unused Energy Unit costs {vp} VP."),
        vp=CLASSIC_RULES.unused_energy,
    ),
    "factory",
    sections=(
        Section(
            "rule",
            _("What it costs"),
            (
                Sentence(
                    format_lazy(
                        _("Each Energy Unit that activates nothing is pollution and costs {vp} VP."),
                        vp=CLASSIC_RULES.unused_energy,
                    ),
                ),
                Sentence(_("Each Park absorbs one such unit for free. Playgrounds absorb none."), source=Source.MANUAL),
                Sentence(
                    format_lazy(
                        _("Each Inhabitant who neither works nor shops costs {vp} VP."),
                        vp=CLASSIC_RULES.unused_inhabitant,
                    ),
                ),
            ),
        ),
    ),
    examples=(
        Example(
            "pollution",
            "P-P-/----/----/---- 0i3e",
            CLASSIC_RULES,
            ("unused_energy",),
            _("Three unused units, two Parks: one unit remains."),
        ),
        Example(
            "pollution-playground",
            "P-G-/----/----/---- 0i3e",
            WITH_PLAYGROUNDS,
            ("unused_energy",),
            _("The same with a Playground instead of a Park: it absorbs nothing."),
        ),
    ),
    mistakes=(
        _("Placing two Energy Units on one Park. It absorbs one."),
        _("Taking the biggest Factory every time. Energy nobody uses costs points."),
    ),
    questions=(
        Question(_("Does an Energy Unit on a Park bring points?"), _("No. It only saves the point you would lose.")),
        Question(
            _("May I give back or refuse Inhabitants and Energy Units?"),
            house_ruled(
                "keep_discarded",
                _("No. You take all that is printed on a tile you build."),
                _("No. You take all that is printed on a tile you build or discard."),
            ),
        ),
    ),
    decisions=("D5",),
    see=("park", "activation"),
    keywords=_("pollution, waste, unused, idle, penalty, negative points"),
)
