"""The Urbanist, and which lines he blocks."""

from django.utils.translation import gettext_lazy as _

from campaign.library.records import Page, Question, Section, Sentence

PAGE = Page(
    "urbanist",
    _("The Urbanist"),
    _("He stands where a tile was just taken and blocks two lines."),
    "urbanist",
    sections=(
        Section(
            "rule",
            _("What he does"),
            (
                Sentence(
                    _("He moves to the square each Architect points at, empty or not."),
                    _(
                        "where does the urbanist move, when does the urbanist move, black pawn, urbanist stays,"
                        " where do I put the urbanist after taking a tile, does the urbanist move if there was no"
                        " tile"
                    ),
                ),
                Sentence(
                    _("No Architect may be placed at the row or column in which he stands."),
                    _(
                        "what does the urbanist do, why is a row blocked, urbanist blocks a line, forbidden row,"
                        " what is the black figure for, which lines does the urbanist block, why can I not place"
                        " my architect there"
                    ),
                ),
                Sentence(
                    _("Between rounds he stands beside the Construction Site."),
                    _("urbanist at the start of a round, urbanist in the first turn, off the board"),
                ),
            ),
        ),
    ),
    mistakes=(_("Forgetting him. Let one player move him every turn."),),
    questions=(
        Question(
            _("Can all places be blocked?"),
            _("No. He closes one row and one column of five each."),
            _("no legal place for an architect, everything blocked, cannot place an architect"),
        ),
    ),
    see=("turn",),
    keywords=_("blocked, pawn, meeple, blocker"),
)
