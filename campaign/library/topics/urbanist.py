"""The page about the Urbanist, and the lines that he blocks."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.records import Page, Question, Section, Sentence, SiteDrawing
from scoring.drafts.sites import LINES_OF, PLACES
from scoring.rules import TURNS_A_ROUND
from scoring.tiles import MOST_PLAYERS

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
    sites=(
        SiteDrawing(
            "site-locked",
            (("↓4", 4), ("←5", 1), ("→3", 2)),
            _("After the #2 at the third row: no Architect at ×, the ends of the Urbanist's row and column."),
        ),
    ),
    mistakes=(_("Forgetting him. Let one player move him every turn."),),
    questions=(
        Question(
            _("Can all places be blocked?"),
            format_lazy(
                _(
                    "No. At most {played} of the {places} places are taken before a turn, and the Urbanist closes at"
                    " most {closed}."
                ),
                played=MOST_PLAYERS * TURNS_A_ROUND - 1,
                places=len(PLACES),
                closed=len(LINES_OF[0]),
            ),
        ),
        Question(
            _("May I take a tile from the Urbanist's row?"),
            _("Yes, by its column. No Architect may be placed at the row itself."),
        ),
    ),
    see=("turn",),
    keywords=_("blocked, pawn, meeple, blocker"),
)
