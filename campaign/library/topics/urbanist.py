"""The page about the Urbanist, and the lines that he blocks."""

from django.utils.translation import gettext_lazy as _

from campaign.library.records import Page, Question, Section, Sentence

PAGE = Page(
    "urbanist",
    _("The Urbanist"),
    _("He stands on the last square used; no Architect may point at his row or column."),
    "urbanist",
    sections=(
        Section(
            "rule",
            _("What he does"),
            (
                Sentence(_("He moves to the square each Architect points at, empty or not.")),
                Sentence(_("No Architect may be placed at the row or column in which he stands.")),
                Sentence(_("Between rounds he stands beside the Construction Site and blocks nothing.")),
                Sentence(_("He blocks nothing before the first turn of a round.")),
                Sentence(_("It helps if one player always moves him. The rulebooks advise it.")),
            ),
        ),
    ),
    mistakes=(_("Forgetting him. Let one player move him every turn."),),
    questions=(Question(_("Can all places be blocked?"), _("No. He closes one row and one column of five each.")),),
    see=("turn",),
    keywords=_("blocked, pawn, meeple, blocker"),
)
