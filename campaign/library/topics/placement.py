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
            (
                Sentence(
                    _("Place the tile on an empty square in the row or column with the Architect's number."),
                    _(
                        "where may I build in classic, which square, row or column, place a building, allowed"
                        " squares, where do I put the tile, where may I put my building in the normal game, do I"
                        " use the row or the column, where do I build with architect 2, which squares can I build"
                        " on with the colored mats"
                    ),
                ),
            ),
        ),
        Section(
            "expert",
            _("Expert"),
            (
                Sentence(
                    _("Place the tile on an empty square with that number or in that district."),
                    _(
                        "where may I build in expert, number on the square, district number, allowed squares,"
                        " place a building in expert mode, where may I build on the gray mats, which squares can"
                        " I build on when we use the gray side, how does building work with districts, number of"
                        " the square or district, where do I build with a 3 in expert mode"
                    ),
                ),
                Sentence(
                    _("That is always eight squares: a district never holds its own number."),
                    _("how many squares does an architect open"),
                ),
            ),
        ),
        Section(
            "fixed",
            _("Once it is placed"),
            (
                Sentence(
                    _("A placed building stays: you never move, swap or replace it."),
                    _(
                        "can I move a building later, swap two buildings, replace a building, tear down,"
                        " demolish, relocate, rearrange tiles, change position, build over, remove a building,"
                        " shift a tile, can I change the position of a building after I built it, may I swap"
                        " buildings in my city, can buildings be moved"
                    ),
                ),
                Sentence(
                    _("Only empty squares and stacks take a tile. Nothing is built over."),
                    _(
                        "place on an occupied square, cover a tile, overbuild, put a tile on another building,"
                        " can I build over an old building, put a new building on top of a shop"
                    ),
                ),
                Sentence(
                    _("Buildings need not touch each other."),
                    _(
                        "must buildings be adjacent, gap in the city, start anywhere, connect to other buildings,"
                        " does a new building have to be next to another one, can I leave gaps, must the city be"
                        " connected"
                    ),
                ),
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
            _(
                "no room for the tile, no free square for the tile, no space left, city full, no legal"
                " square, cannot place the tile, row and column are full, tile does not fit, my row and"
                " column are full, what if I cannot build the tile anywhere, tile with no legal square"
            ),
        ),
    ),
    see=("stacking", "turn"),
    keywords=_("row, column, district, square, number, build"),
)
