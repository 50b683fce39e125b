"""The page about a turn: its four steps, and discarding."""

from django.utils.translation import gettext_lazy as _

from campaign.library.records import Page, Question, Section, Sentence, SiteDrawing, Source, house_ruled

DISCARDED = house_ruled(
    "keep_discarded",
    _("A discarded tile brings no Inhabitants and no Energy Units."),
    _("You keep a discarded tile's Inhabitants and Energy Units."),
)

PAGE = Page(
    "turn",
    _("A turn"),
    _("Four steps: take, move the Urbanist, place, receive."),
    "next",
    sections=(
        Section(
            "steps",
            _("In this order"),
            (Sentence(_("The first player begins; then it goes clockwise.")),),
            (
                Sentence(_("Take: put an Architect at a row or column. His number counts the squares to the tile.")),
                Sentence(_("Move the Urbanist to that square, even if it was empty.")),
                Sentence(_("Place the tile in your city, or discard it.")),
                Sentence(
                    house_ruled(
                        "keep_discarded",
                        _("Receive the Inhabitants and Energy Units printed on the tile from the reserve."),
                        _("Receive the Inhabitants and Energy Units printed on it, even if you discard it."),
                    )
                ),
            ),
        ),
        Section(
            "places",
            _("Where an Architect may stand"),
            (
                Sentence(_("At either end of any row or column: 20 places in all.")),
                Sentence(_("Never on another Architect.")),
                Sentence(_("Never beside the row or column where the Urbanist stands.")),
                Sentence(_("You must place an Architect every turn, even if he reaches nothing you want.")),
            ),
        ),
        Section(
            "discard",
            _("A discarded tile"),
            (
                Sentence(
                    DISCARDED,
                ),
                Sentence(_("You may discard any tile you took, even one that fits.")),
                Sentence(
                    _("Put a discarded tile back into the box."),
                    why=_("The rulebooks do not say where it goes; it does not come back."),
                    source=Source.OURS,
                ),
            ),
        ),
        Section(
            "tile",
            _("What a tile shows"),
            (Sentence(_("Top left a tile shows what it brings, bottom right what it needs to be activated.")),),
        ),
        Section(
            "printed",
            _("Printed VP"),
            (Sentence(_("Printed VP count at the end of the game, if the building is activated.")),),
        ),
    ),
    sites=(
        SiteDrawing(
            "site-row-3",
            (("→3", 2),),
            _("#2 at the third row takes the second tile. Then the Urbanist stands on its square."),
        ),
        SiteDrawing(
            "site-row-4",
            (("→4", 3),),
            _("#3 at the fourth row takes the third tile, counted from where the Architect stands."),
        ),
    ),
    mistakes=(
        _("Counting from the other end. Count from where the Architect stands."),
        house_ruled(
            "keep_discarded",
            _("Taking the resources of a discarded tile. It brings none."),
            _("Forgetting the resources of a discarded tile. By your house rule it brings them."),
        ),
        _("Leaving the Urbanist where he was because the square was empty. He moves every turn."),
    ),
    questions=(
        Question(_("May I pass?"), _("No. You place an Architect every turn; you may discard the tile.")),
        Question(
            _("My Architect points at an empty square. What happens?"),
            _("You take nothing. The Urbanist still moves to that square."),
        ),
        Question(
            _("My Architect points at a face-down tile that shows its back. What happens?"),
            _("It counts as an empty square: you take nothing, and the Urbanist moves there."),
            source=Source.OURS,
        ),
        Question(
            _("I do not want the tile I took. What now?"),
            house_ruled(
                "keep_discarded",
                _("Discard it, even if it fits. You receive nothing for it."),
                _("Discard it, even if it fits. By your house rule you keep its resources."),
            ),
        ),
        Question(_("May two Architects stand at the same row or column?"), _("Yes, one at each end.")),
        Question(
            _("May I put my Architect on another player's Architect?"),
            _("No. A place holds one Architect until the round ends."),
        ),
        Question(
            _("May I save an Architect for the next round?"),
            _("No. You play four in every round; afterwards all Architects come back."),
        ),
        Question(
            _("May I play my Architects in any order?"),
            _("Yes, unless the mission has a sequence. Each is played once a round."),
        ),
        Question(
            _("May players trade Inhabitants, Energy Units or tiles?"),
            _("No rule allows it. What you receive stays yours."),
        ),
        Question(_("May I exchange the tile I took for another one?"), _("No. You place it or discard it.")),
        Question(
            _("May I keep the tile and place it later?"),
            _("No. You place it or discard it in the same turn."),
        ),
        Question(
            _("May I take back a move?"),
            _("No source says. We suggest: yes, until the next player has placed an Architect."),
            source=Source.OURS,
        ),
        Question(
            _("May I block another player on purpose?"),
            _("Yes, with your Architect or with the Urbanist. The rulebooks even advise it."),
        ),
        Question(
            _("Does a tile bring Inhabitants and Energy Units in every round?"),
            house_ruled(
                "keep_discarded",
                _("No, only once: when you build it. A Factory brings no more energy later."),
                _("No, only once: when you build or discard it. A Factory brings no more energy later."),
            ),
        ),
        Question(
            _("From which end does an Architect count, and how many tiles does he take?"),
            _("From his own end of the row or column. He takes one tile: the one his number reaches."),
        ),
        Question(
            _("May everybody see which Architects I have left?"),
            _("No source says. We suggest: yes, they lie open in front of you."),
            source=Source.OURS,
        ),
    ),
    decisions=("D2", "D18"),
    see=("placement", "urbanist", "stacking"),
    keywords=_("take, receive, resources, discard, order, clockwise"),
)
