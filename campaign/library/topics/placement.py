"""The page about placement: the squares where a tile may be built."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.records import Opening, Page, Question, Section, Sentence, Source, Words, house_ruled
from campaign.scores.words import listed
from scoring.boards import CLASSIC, EXPERT, squares_of

# The color and place of each district of the Expert mat (docs/rules.md section 2).
DISTRICTS = {
    1: _("District {district} (purple) is top left. Its squares have the numbers {numbers}."),
    2: _("District {district} (teal) is top right. Its squares have the numbers {numbers}."),
    3: _("District {district} (pink) is bottom right. Its squares have the numbers {numbers}."),
    4: _("District {district} (gray-brown) is the middle column, with the numbers {numbers}."),
    5: _("District {district} (orange) is bottom left. Its squares have the numbers {numbers}."),
}


def _numbers(district: int) -> Words:
    """Return the square numbers in a district of the Expert mat: "2, 3, 4 and 5"."""
    squares = squares_of(EXPERT.district_masks[district])
    return listed(sorted(EXPERT.numbers[square] for square in squares))


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
                Sentence(
                    _("That is always eight squares: a district never holds its own number."), source=Source.PHOTOS
                ),
            ),
        ),
        Section(
            "districts",
            _("The districts of the Expert mat"),
            (
                *(
                    Sentence(format_lazy(said, district=district, numbers=_numbers(district)), source=Source.PHOTOS)
                    for district, said in DISTRICTS.items()
                ),
                Sentence(
                    _("Each number is on four squares: once in every district except its own."), source=Source.PHOTOS
                ),
                Sentence(
                    _("The number of a square is on a tab beside it. A tile does not cover it."),
                    source=Source.PHOTOS,
                ),
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
        Question(
            _("Do the buildings of another player's city count as neighbors?"),
            _("No. Each city is scored by itself, even if the mats touch."),
        ),
    ),
    see=("stacking", "turn"),
    keywords=_("row, column, district, square, number, build"),
)
