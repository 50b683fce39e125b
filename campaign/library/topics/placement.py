"""Where a tile may be placed."""

from django.utils.translation import gettext_lazy as _

from campaign.library.records import Opening, Page, Question, Section, Sentence, house_ruled
from scoring.boards import CLASSIC, EXPERT

PAGE = Page(
    "placement",
    _("Placement"),
    _("The Architect's number opens squares in your city."),
    "empty_square",
    sections=(
        Section(
            "classic",
            _("Classic"),
            (Sentence(_("Place the tile on an empty square in the row or column with the Architect's number.")),),
        ),
        Section(
            "expert",
            _("Expert"),
            (
                Sentence(_("Place the tile on an empty square with that number or in that district.")),
                Sentence(_("That is always eight squares: a district never holds its own number.")),
            ),
        ),
        Section(
            "fixed",
            _("Once it is placed"),
            (
                Sentence(_("A placed building stays: you never move, swap or replace it.")),
                Sentence(_("Only empty squares and stacks take a tile. Nothing is built over.")),
                Sentence(_("Buildings need not touch each other.")),
            ),
        ),
    ),
    openings=(
        Opening("classic-opening", CLASSIC, 2, _("Classic, Architect #2: the second row and the second column.")),
        Opening("expert-opening", EXPERT, 5, _("Expert, Architect #5: district 5, and every square numbered 5.")),
    ),
    mistakes=(
        _("Reading the Expert mat as rows and columns. Only districts and printed numbers count there."),
        _("Moving a building later. It stays where it was placed."),
    ),
    questions=(
        Question(
            _("No square that my Architect opens is free. What happens to the tile?"),
            house_ruled(
                "keep_discarded",
                _("Discard it, unless you can stack it. You receive nothing for it."),
                _("Discard it, unless you can stack it. By your house rule you keep its resources."),
            ),
        ),
    ),
    see=("stacking", "turn"),
    keywords=_("row, column, district, square, number, build"),
)
