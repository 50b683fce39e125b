"""The rules that are not about one building: a page each."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library import tables
from campaign.library.buildings import WITH_PLAYGROUNDS
from campaign.library.records import Example, Opening, Page, Question, Section
from scoring import Mode
from scoring.boards import CLASSIC, EXPERT
from scoring.kinds import KINDS, Kind
from scoring.rules import CLASSIC_RULES, TURNS_A_ROUND
from scoring.tiles import rounds

ROUNDS = {mode: len(rounds(mode)) for mode in Mode}
ROUNDS_BY_MODE = format_lazy(
    _("A game has {classic} rounds in Classic and {expert} in Expert; in each of them everybody takes {turns} turns."),
    classic=ROUNDS[Mode.CLASSIC],
    expert=ROUNDS[Mode.EXPERT],
    turns=TURNS_A_ROUND,
)
HIGHEST = KINDS[Kind.TOWER_BLOCK].highest

TOPICS = (
    Page(
        "rounds",
        _("Rounds"),
        _("What is done before and after the turns."),
        "clock",
        sections=(
            Section(
                "frame",
                _("How long a game is"),
                (ROUNDS_BY_MODE,),
            ),
            Section(
                "start",
                _("At the start of a round"),
                (),
                (
                    _(
                        "All tiles with the number of the round go into the bag, and from there face-down onto the"
                        " Construction Site."
                    ),
                    _("Turn them over, but for those whose marker asks for more players than there are."),
                    _("The Urbanist stands beside the Construction Site. Whoever has the Mayor pawn goes first."),
                ),
            ),
            Section(
                "end",
                _("At the end of a round"),
                (),
                (
                    _("What is left on the Construction Site goes back into the box."),
                    _("The Urbanist goes back beside the Construction Site."),
                    _("Architects go home: to their owners, or into the pool where there is one."),
                ),
            ),
            Section(
                "last",
                _("After the last round"),
                (),
                (
                    _("Everybody lays Inhabitants and Energy Units a last time, as it suits best."),
                    _("Buildings without what they need leave the city."),
                    _(
                        "Then the buildings are scored, the mission's own points are added, and what is left over is"
                        " taken off."
                    ),
                ),
            ),
        ),
        mistakes=(_("Using only tiles with the mode's name on the back. Those without a name are for both modes."),),
        questions=(
            Question(
                _("Which tiles stay in the box in Expert Mode?"),
                _(
                    "Those with Classic on the back. In Classic Mode, those with Expert on it. Unmarked ones are"
                    " always used."
                ),
            ),
        ),
        decisions=("D19",),
        see=("turn", "mayor-tile"),
        keywords=_("setup, end of round, game end, bag, face-up, face-down, marker, tiles"),
    ),
    Page(
        "turn",
        _("A turn"),
        _("Four steps: take, move the Urbanist, place, receive."),
        "next",
        sections=(
            Section(
                "steps",
                _("In this order"),
                (_("The first player begins, then it goes clockwise."),),
                (
                    _(
                        "Put an Architect at a free place beside a row or column of the Construction Site. His number"
                        " says how"
                        " many squares away the tile lies that you take."
                    ),
                    _("Move the Urbanist to that square, also if there was nothing to take."),
                    _("Place the tile in your city, or discard it if it fits nowhere or you do not want it."),
                    _("Receive the Inhabitants and Energy Units printed on it. A discarded tile brings none."),
                ),
            ),
            Section(
                "places",
                _("Where an Architect may stand"),
                (
                    _("At both ends of every row and column, but not on another Architect."),
                    _("Not at a row or column in which the Urbanist stands."),
                    _("He must be put down even if he reaches nothing, or nothing you want."),
                ),
            ),
        ),
        mistakes=(
            _("Counting from the other end. The distance is counted from where the Architect stands."),
            _("Taking the resources of a discarded tile."),
            _("Leaving the Urbanist where he was because the square was empty."),
        ),
        questions=(
            Question(
                _("May I pass?"),
                _("No. You place an Architect on every turn, but you may discard what he takes."),
            ),
            Question(
                _("My Architect points at a face-down tile. What then?"),
                _("It is as if the square were empty. You take nothing, and the Urbanist moves there."),
            ),
        ),
        decisions=("D2", "D18"),
        see=("placement", "urbanist", "stacking"),
        keywords=_("take, receive, resources, discard, order, clockwise, construction site"),
    ),
    Page(
        "placement",
        _("Placement"),
        _("The number of the Architect you played opens squares in your city."),
        "empty_square",
        sections=(
            Section("classic", _("Classic"), (_("Any empty square in the row or in the column with this number."),)),
            Section(
                "expert",
                _("Expert"),
                (
                    _(
                        "Any empty square with this number printed on it, or any empty square of the district with"
                        " this number."
                    ),
                    _("That is always eight squares: a district never holds its own number."),
                ),
            ),
        ),
        openings=(
            Opening("classic-opening", CLASSIC, 2, _("Classic, Architect #2: the second row and the second column.")),
            Opening("expert-opening", EXPERT, 5, _("Expert, Architect #5: district 5, and every square numbered 5.")),
        ),
        mistakes=(
            _("Reading the Expert mat as rows and columns. There only districts and printed numbers count."),
            _("Moving a building later. Where it was placed it stays."),
        ),
        questions=(
            Question(
                _("No square that my Architect opens is free. What happens to the tile?"),
                _("It is discarded, unless it can be stacked. You receive nothing for it."),
            ),
        ),
        see=("stacking", "turn"),
        keywords=_("row, column, district, square, number, where to build, empty square"),
    ),
    Page(
        "stacking",
        _("Stacking"),
        _("Tower Blocks grow, and in Expert Mode Office Towers do too. Nothing else."),
        "floor",
        sections=(
            Section(
                "when",
                _("When a tile may go on a stack"),
                (_("The stack is of the same kind and not yet at its limit, and one of these holds:"),),
                (
                    _("The Architect opens the square on which the stack stands."),
                    _("The floor you would build has the Architect's number. Then the stack may stand anywhere."),
                ),
            ),
        ),
        tables=(tables.STACKS,),
        examples=(
            Example(
                "stacks",
                "T2---/----/----/--T3- 0i2e",
                CLASSIC_RULES,
                ("tower_block",),
                format_lazy(
                    _(
                        "Two stacks. A #3 could build the third floor at A1, although A1 is in no third row or column;"
                        " only a #{highest} could raise the other one by its floor."
                    ),
                    highest=HIGHEST[Mode.CLASSIC],
                ),
            ),
        ),
        mistakes=(
            _("Starting a new stack with a #1 anywhere. The floor rule is for floors on a stack that stands."),
            _("Mixing Tower Blocks and Office Towers."),
        ),
        questions=(
            Question(
                _("May I start a second stack while the first is low?"),
                _("Yes, on any empty square the Architect opens."),
            ),
        ),
        see=("tower-block", "office-tower", "placement"),
        keywords=_("stack, floor, height, pile, limit"),
    ),
    Page(
        "urbanist",
        _("The Urbanist"),
        _("He stands where something was just taken, and blocks two lines by standing there."),
        "urbanist",
        sections=(
            Section(
                "rule",
                _("What he does"),
                (
                    _("After every take he moves to the square the Architect pointed at, empty or not."),
                    _("Until he moves on, no Architect may be put at the row or the column in which he stands."),
                    _("Between rounds he waits beside the Construction Site."),
                ),
            ),
        ),
        mistakes=(_("Forgetting him. Give one player the job of moving him."),),
        questions=(
            Question(
                _("Can all places be blocked?"),
                _("He closes one row and one column, of five each: somewhere there is always a place."),
            ),
        ),
        see=("turn",),
        keywords=_("blocked, black pawn, meeple, row, column"),
    ),
    Page(
        "mayor-tile",
        _("The Mayor tile and the first player"),
        _("One Tower Block a round comes with the Mayor: whoever builds it goes first in the next round."),
        "mayor",
        sections=(
            Section(
                "rule",
                _("How it goes"),
                (
                    _("The tile has the Mayor's sign. There is one in every round but the last."),
                    _("Building it brings the Mayor pawn at once. Its holder is the first player of the next round."),
                    _("If nobody builds it, the first player stays first."),
                    _("Apart from that it is a Tower Block like any other."),
                ),
            ),
        ),
        mistakes=(_("Taking the pawn for a Mayor tile that was discarded. It comes with building."),),
        questions=(
            Question(
                _("Who goes first in the first round?"), _("Whoever the table likes: any way of choosing will do.")
            ),
        ),
        decisions=("D9",),
        see=("tower-block", "rounds"),
        keywords=_("first player, starting player, mayor pawn, green meeple, who starts"),
    ),
    Page(
        "activation",
        _("Activation"),
        _("A building scores when what it needs lies on it. What lies where is settled at the very end."),
        "energy",
        sections=(
            Section(
                "rule",
                _("How it goes"),
                (
                    _("Inhabitants and Energy Units may be moved at any time, as often as you like."),
                    _("At the end each building either has what it needs, or leaves the city before scoring."),
                    _("A building that has left is nobody's neighbor, and its square is empty."),
                ),
            ),
        ),
        tables=(tables.NEEDS,),
        examples=(
            Example(
                "activation",
                "T3SU-/P---/----/---- 2i1e",
                CLASSIC_RULES,
                ("tower_block", "shop", "public_service", "park", "unused_inhabitants"),
                _(
                    "One Energy Unit: the Tower Block takes it, the Shop stays shut and leaves. One Inhabitant works,"
                    " the"
                    " other finds nothing to do."
                ),
            ),
        ),
        mistakes=(
            _("Deciding too early. Inhabitants and Energy Units can be moved until the last round is over."),
            _("Forgetting that an Office Tower needs both."),
        ),
        questions=(
            Question(
                _("May I leave a building without resources on purpose?"),
                _("Yes. Now and then it pays, such as with a Factory beside a Monument."),
            ),
        ),
        decisions=("D5",),
        see=("pollution", "tower-block", "shop"),
        keywords=_("activate, resources, inhabitants, energy, cost, needs, remove, unactivated"),
    ),
    Page(
        "pollution",
        _("Pollution and idle Inhabitants"),
        _("What is left over at the end costs points."),
        "factory",
        sections=(
            Section(
                "rule",
                _("What it costs"),
                (
                    format_lazy(
                        _("Each Energy Unit that activates nothing is pollution and costs {vp} VP."),
                        vp=CLASSIC_RULES.unused_energy,
                    ),
                    _("Each Park takes one such unit away, free of charge. Playgrounds take none."),
                    format_lazy(
                        _("Each Inhabitant who neither works nor shops costs {vp} VP."),
                        vp=CLASSIC_RULES.unused_inhabitant,
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
                _("Three units too many, two Parks: one unit remains."),
            ),
            Example(
                "pollution-playground",
                "P-G-/----/----/---- 0i3e",
                WITH_PLAYGROUNDS,
                ("unused_energy",),
                _("The same with a Playground in place of a Park: it takes nothing."),
            ),
        ),
        mistakes=(
            _("Laying two units on one Park."),
            _("Taking the biggest Factory each time. Energy nobody needs is a burden."),
        ),
        questions=(
            Question(
                _("Does an Energy Unit on a Park bring points?"),
                _("No. It only saves the one you would lose."),
            ),
        ),
        see=("park", "playground", "activation"),
        keywords=_("polluted, smoke, energy left, unused, penalty, absorb, minus, surplus, unemployed"),
    ),
    Page(
        "ties",
        _("Ties"),
        _("Level on points? Two counts decide, then the place is shared."),
        "trophy",
        sections=(
            Section(
                "game",
                _("In a game"),
                (_("Of those with the same VP the better one is whoever has"),),
                (
                    _("more Inhabitants on buildings, Customers in Shops included;"),
                    _("then fewer empty squares, counted after the buildings without resources have left."),
                ),
            ),
            Section(
                "campaign",
                _("In the campaign"),
                (_("Of those with the same sum of VP the better one is whoever has"),),
                (
                    _("the better rank in the campaign's tie-break mission;"),
                    _("then more missions won;"),
                    _("then more Inhabitants on buildings over all missions."),
                ),
            ),
        ),
        mistakes=(_("Counting Inhabitants without work: only those on buildings count."),),
        questions=(
            Question(_("And if all of that is level?"), _("The place is shared. No source goes on from there.")),
        ),
        decisions=("D17", "D16", "D5"),
        see=("activation", "shop"),
        keywords=_("tie, tie-break, tiebreaker, draw, level, equal, same points, winner"),
    ),
)
