"""A turn: its four steps, and what may be discarded."""

from django.utils.translation import gettext_lazy as _

from campaign.library.records import Page, Question, Section, Sentence, house_ruled

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
            (
                Sentence(
                    _("The first player begins; then it goes clockwise."),
                    _(
                        "order of play, whose turn, direction, who is next, clockwise or counterclockwise, in"
                        " which direction do we play, who is next after me, turn order"
                    ),
                ),
            ),
            (
                Sentence(
                    _("Take: put an Architect at a row or column. His number counts the squares to the tile."),
                    _(
                        "how do I take a tile, what does the number on the architect do, which tile do I get,"
                        " count squares, distance, choose a building, third square, what does the number on my"
                        " architect mean, what is the number of the architect for, how far does the architect"
                        " reach, how many squares away is the tile I take, how do I choose a tile, architect's"
                        " number on the construction site"
                    ),
                ),
                Sentence(
                    _("Move the Urbanist to that square, even if it was empty."),
                    _("where does the urbanist go, move the urbanist, urbanist on an empty square"),
                ),
                Sentence(
                    _("Place the tile in your city, or discard it."),
                    _(
                        "must I build the tile, may I discard, throw away a building, do not want the tile,"
                        " refuse a building, have to place it, no room, may I refuse a building I do not need,"
                        " must I build the tile I took, am I forced to place a tile"
                    ),
                ),
                Sentence(
                    _("Receive the Inhabitants and Energy Units printed on the tile from the reserve."),
                    _(
                        "when do I get resources, take inhabitants, receive energy, resources at once, top left,"
                        " when do I get the people and the power of a building, do I get the resources right"
                        " away, when are resources paid out"
                    ),
                ),
            ),
        ),
        Section(
            "places",
            _("Where an Architect may stand"),
            (
                Sentence(
                    _("At either end of any row or column: 20 places in all."),
                    _(
                        "where can I place my architect, from which side, both ends, opposite side, other end,"
                        " where do I put my architect, which spots may an architect stand on, may I use any side"
                        " of the board"
                    ),
                ),
                Sentence(
                    _("Never on another Architect."),
                    _(
                        "two architects on the same spot, place occupied, over another architect, blocked place,"
                        " may I put my architect where one already lies, is a spot taken by another architect"
                        " free"
                    ),
                ),
                Sentence(
                    _("Never beside the row or column where the Urbanist stands."),
                    _(
                        "point at the urbanist, urbanist blocks, same row as the urbanist, line of the urbanist,"
                        " may I place an architect in the urbanist's line, which lines are closed for my"
                        " architect"
                    ),
                ),
                Sentence(
                    _("You must place an Architect every turn, even if he reaches nothing you want."),
                    _(
                        "may I pass, skip a turn, do nothing, keep an architect, must I play an architect, sit"
                        " out, am I forced to play an architect even if I need no tile, do I have to use all my"
                        " architects, must I take a tile"
                    ),
                ),
            ),
        ),
        Section(
            "discard",
            _("A discarded tile"),
            (
                Sentence(
                    DISCARDED,
                    _(
                        "do I get resources when I discard, do I keep the resources of a discarded tile,"
                        " inhabitants of a discarded building, throw away, reject, toss a tile, give up a"
                        " tile, what happens to the resources, do I still get people for a building I throw"
                        " away, what do I get for a discarded tile"
                    ),
                ),
                Sentence(
                    _("You may discard any tile you took, also one that would fit."),
                    _(
                        "discard on purpose, can I discard a good tile, choose not to build, throw a tile away,"
                        " can I choose not to build something I do not need, may I throw away a tile I do not"
                        " like, is it allowed to waste a tile, not use the building"
                    ),
                ),
                Sentence(
                    _("Put a discarded tile back into the box."),
                    _(
                        "where do discarded tiles go, does the tile go back to the construction site, discard"
                        " pile, what happens to a tile I threw away, can someone else take the tile I discarded"
                    ),
                    _("The rulebooks do not say where it goes; nothing brings it back."),
                ),
            ),
        ),
        Section(
            "printed",
            _("Printed VP"),
            (
                Sentence(
                    _("Printed VP count at the end of the game, if the building is activated."),
                    _(
                        "when do I get points printed on a tile, victory points on the building, score at once,"
                        " do I score the number on the building immediately, when do printed points count"
                    ),
                ),
            ),
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
        Question(
            _("May I pass?"),
            _("No. You place an Architect every turn; you may discard the tile."),
            _("skip, do nothing, not play, sit out a turn, can I skip my turn, may I do nothing this turn"),
        ),
        Question(
            _("My Architect points at an empty square. What happens?"),
            _("You take nothing. The Urbanist still moves to that square."),
            _(
                "no tile there, nothing to take, tile already gone, empty spot on the construction site,"
                " what if there is no tile where my architect points, the tile I wanted is gone"
            ),
        ),
        Question(
            _("My Architect points at a face-down tile. What happens?"),
            _("It counts as an empty square: you take nothing, and the Urbanist moves there."),
            _(
                "hidden tile, upside down tile, take an unrevealed tile, turned over tile, take a"
                " face-down building, can I take a tile that lies upside down, what about hidden tiles in"
                " my line"
            ),
        ),
        Question(
            _("May two Architects stand at the same row?"),
            _("Yes, one at each end."),
            _(
                "both ends of a line, opposite an architect, same column twice, can two architects point"
                " at one line, opposite ends"
            ),
        ),
        Question(
            _("May I play my Architects in any order?"),
            _("Yes, unless the mission has a sequence. Each is played once a round."),
            _(
                "use an architect twice, same architect again, order of my numbers, reuse, do I have to"
                " start with number 1, can I choose which architect to use first, same architect two"
                " times in a round"
            ),
        ),
        Question(
            _("May players trade Inhabitants, Energy Units or tiles?"),
            _("No rule allows it. What you receive stays yours."),
            _(
                "give resources to another player, swap with a neighbor, exchange, sell, lend, can we"
                " trade energy with each other, may I give my neighbor a meeple"
            ),
        ),
        Question(
            _("May I exchange the tile I took for another one?"),
            _("No. You place it or discard it."),
            _(
                "take back, change my mind, swap the tile, another building instead, can I take a"
                " different tile after all, undo my choice"
            ),
        ),
    ),
    decisions=("D2", "D18"),
    see=("placement", "urbanist", "stacking"),
    keywords=_("take, receive, resources, discard, order, clockwise"),
)
