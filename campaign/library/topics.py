"""The rules that are not about one building: a page each."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library import tables
from campaign.library.buildings import WITH_PLAYGROUNDS
from campaign.library.records import Example, Opening, Page, Question, Section, Sentence, Words, house_ruled
from scoring import HouseRules, Mode
from scoring.boards import CLASSIC, EXPERT
from scoring.house_rules import DEFAULT_TIEBREAK_MISSION
from scoring.kinds import KINDS, Kind
from scoring.rules import CLASSIC_RULES, TURNS_A_ROUND
from scoring.tiles import ENERGY_IN_BOX, INHABITANTS_IN_BOX, TILES, face_up, rounds, tiles_in_use

ROUNDS = {mode: len(rounds(mode)) for mode in Mode}
HIGHEST = KINDS[Kind.TOWER_BLOCK].highest
TILES_A_ROUND = len(tiles_in_use(Mode.CLASSIC, 1))
DISCARDED = house_ruled(
    "keep_discarded",
    _("A discarded tile brings no Inhabitants and no Energy Units."),
    _("You keep a discarded tile's Inhabitants and Energy Units."),
)


def _tiebreak(house_rules: HouseRules) -> Words:
    return format_lazy(_("the better rank in mission {mission};"), mission=house_rules.tiebreak_mission)


TOPICS = (
    Page(
        "rounds",
        _("Setup and rounds"),
        _("What you do before the game, before each round and after it."),
        "clock",
        sections=(
            Section(
                "setup",
                _("Setup"),
                (
                    Sentence(
                        _("Put the Construction Site in the middle and the Urbanist beside it."),
                        _("where does the urbanist start, board in the middle, set up the game, prepare the table"),
                    ),
                    Sentence(
                        format_lazy(
                            _("Put {inhabitants} Inhabitants and {energy} Energy Units beside it: the reserve."),
                            inhabitants=INHABITANTS_IN_BOX,
                            energy=ENERGY_IN_BOX,
                        ),
                        _(
                            "how many inhabitants are in the box, how many energy units are there, number of meeples,"
                            " blue pieces, red cylinders, starting resources"
                        ),
                    ),
                    Sentence(
                        _("Each player takes a mat, a Helper and, in Classic Mode, four Architects of one color."),
                        _("what does each player get, how many architects do I have, number of architects, start with"),
                    ),
                    Sentence(
                        _("Players begin without Inhabitants and Energy Units."),
                        _("do we start with resources, how many inhabitants at the start, begin with energy"),
                    ),
                    Sentence(
                        _("Choose the first player in any way and hand over the Mayor pawn."),
                        _("who starts, who begins the game, first player in the first round, who goes first"),
                    ),
                ),
            ),
            Section(
                "tiles",
                _("Tiles"),
                (
                    Sentence(
                        _("Classic Mode leaves the tiles with “Expert” on the back in the box."),
                        _("which tiles are used in classic, tiles marked expert, remove expert tiles, sort the tiles"),
                    ),
                    Sentence(
                        _("Expert Mode leaves the tiles with “Classic” on the back in the box."),
                        _("which tiles are used in expert, tiles marked classic, remove classic tiles"),
                    ),
                    Sentence(
                        _("Tiles without a name on the back are used in both modes."),
                        _("unmarked tiles, blank back, tiles with only a number, no word on the back"),
                    ),
                    Sentence(
                        format_lazy(
                            _("The box has {all} tiles. Classic uses {classic}, Expert {expert}, {round} a round."),
                            all=len(TILES),
                            classic=len(tiles_in_use(Mode.CLASSIC)),
                            expert=len(tiles_in_use(Mode.EXPERT)),
                            round=TILES_A_ROUND,
                        ),
                        _("how many tiles are there, number of tiles per round, how many buildings in total"),
                    ),
                    Sentence(
                        _("The box also has 20 Architects, 4 mats, 4 Helpers, the Urbanist and the Mayor pawn."),
                        _(
                            "how many architects are in the box, what is in the box, contents, components, list"
                            " of pieces"
                        ),
                    ),
                    Sentence(
                        _("The number on the back is the round in which a tile comes up."),
                        _("what does the number on the back mean, back of the tile"),
                    ),
                ),
            ),
            Section(
                "setup-expert",
                _("Setup of Expert Mode"),
                (
                    Sentence(
                        _("Turn the mats to the gray side."),
                        _("which side of the mat, gray side, player board expert, colored side classic"),
                    ),
                    Sentence(
                        _("Put one Architect of each number #1 to #5 per player into one pool, gray side up."),
                        _(
                            "architects in expert mode, how many architects with three players, common pool, shared"
                            " architects, where does the number 5 architect come from"
                        ),
                    ),
                ),
            ),
            Section(
                "frame",
                _("How long a game is"),
                (
                    Sentence(
                        format_lazy(
                            _("Classic Mode has {classic} rounds, Expert Mode {expert}."),
                            classic=ROUNDS[Mode.CLASSIC],
                            expert=ROUNDS[Mode.EXPERT],
                        ),
                        _(
                            "how many rounds in expert mode, how many rounds in classic mode, length of the"
                            " game, when does the game end, how long does it take"
                        ),
                    ),
                    Sentence(
                        format_lazy(_("Each player takes {turns} turns in a round."), turns=TURNS_A_ROUND),
                        _("how many turns per round, how many tiles do I take, when is a round over"),
                    ),
                    Sentence(
                        format_lazy(
                            _("A city gets at most {classic} tiles in Classic Mode and {expert} in Expert Mode."),
                            classic=ROUNDS[Mode.CLASSIC] * TURNS_A_ROUND,
                            expert=ROUNDS[Mode.EXPERT] * TURNS_A_ROUND,
                        ),
                        _("maximum number of tiles in a city, how many buildings can I build, total turns"),
                    ),
                ),
            ),
            Section(
                "start",
                _("At the start of a round"),
                (),
                (
                    Sentence(
                        _("Put all tiles of the round into the bag, then lay them face-down on the site."),
                        _("prepare the next round, draw tiles, random, fill the construction site, set up a round"),
                    ),
                    Sentence(
                        _("Turn over every tile except those marked for more players than you have."),
                        _(
                            "which tiles are turned over, face-up, reveal the tiles, upside down tiles, which"
                            " tiles stay"
                            " hidden, two players, three players, marked 4, marked 3-4"
                        ),
                    ),
                    Sentence(
                        format_lazy(
                            _(
                                "Classic Mode: {two} tiles face-up with two players, {three} with three, all"
                                " {four} with four."
                            ),
                            two=len(face_up(Mode.CLASSIC, 2, 1)),
                            three=len(face_up(Mode.CLASSIC, 3, 1)),
                            four=len(face_up(Mode.CLASSIC, 4, 1)),
                        ),
                        _(
                            "how many tiles are face-up, how many tiles are turned over with three players, with"
                            " two players"
                        ),
                        _("The counts for two and three players are inferred from a public list of the tiles."),
                    ),
                    Sentence(
                        _("The player with the Mayor pawn goes first."),
                        _("who starts the next round, first player of a new round, who begins"),
                    ),
                ),
            ),
            Section(
                "end",
                _("At the end of a round"),
                (),
                (
                    Sentence(
                        _("Put the tiles left on the Construction Site back into the box."),
                        _("leftover tiles, remaining tiles, tiles nobody took, do unused tiles stay, clear the site"),
                    ),
                    Sentence(
                        _("Put the Urbanist back beside the Construction Site."),
                        _("where does the urbanist go after a round, urbanist at the end of the round"),
                    ),
                    Sentence(
                        _("Architects go back to their owners, or into the pool if you share them."),
                        _("when do I get my architects back, return architects, take back architects"),
                    ),
                ),
            ),
            Section(
                "last",
                _("After the last round"),
                (),
                (
                    Sentence(
                        _("Place your Inhabitants and Energy Units one last time."),
                        _("final allocation, rearrange resources at the end, end of the game, after the last turn"),
                    ),
                    Sentence(
                        _("Remove every building that is not activated."),
                        _("take away buildings without resources, remove before scoring, clean up the city"),
                    ),
                    Sentence(
                        _("Score the buildings, then the mission's points, then what is left over."),
                        _("order of scoring, what is scored first, final scoring, count points, how does scoring work"),
                        _("The manual counts the mission's points after the buildings; the order changes no total."),
                    ),
                ),
            ),
        ),
        mistakes=(_("Using only tiles with the mode's name on the back. Unmarked tiles belong to both modes."),),
        questions=(
            Question(
                _("How many can play?"),
                _("Two to four players."),
                _("number of players, play alone, solo, five players, with two"),
            ),
            Question(
                _("What is different in Expert Mode?"),
                _("Five rounds, five districts, one Architect pool, fifth floors, Office Towers and Monuments."),
                _("difference between classic and expert, what is new in expert, rules of expert mode"),
            ),
            Question(
                _("What does a 4 or 3•4 on a tile mean?"),
                _("Marked 4: face-up only with four players. Marked 3•4: with three or four."),
                _("small number on the tile, player symbol, marker"),
            ),
            Question(
                _("Which tiles stay in the box in Expert Mode?"),
                _("Those with Classic on the back. Unmarked ones are always used."),
            ),
            Question(
                _("Do Inhabitants and Energy Units stay with me after a round?"),
                _("Yes. You keep them for the whole game."),
                _("return resources at the end of a round, keep resources, lose meeples after a round, carry over"),
            ),
        ),
        decisions=("D19",),
        see=("turn", "mayor-tile"),
        keywords=_("prepare, components, contents, start, end of round, game end, bag, face-up, face-down, marker"),
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
                (
                    Sentence(
                        _("The first player begins; then it goes clockwise."),
                        _("order of play, whose turn, direction, who is next, clockwise or counterclockwise"),
                    ),
                ),
                (
                    Sentence(
                        _("Take: put an Architect beside a row or column. His number counts the squares to the tile."),
                        _(
                            "how do I take a tile, what does the number on the architect do, which tile do I get, count"
                            " squares, distance, choose a building, third square"
                        ),
                    ),
                    Sentence(
                        _("Move the Urbanist to that square, even if it was empty."),
                        _("where does the urbanist go, move the urbanist, urbanist on an empty square"),
                    ),
                    Sentence(
                        _("Place the tile in your city, or discard it."),
                        _(
                            "must I build the tile, may I discard, throw away a building, do not want the tile, refuse"
                            " a building, have to place it, no room"
                        ),
                    ),
                    Sentence(
                        _("Receive the Inhabitants and Energy Units printed on the tile from the reserve."),
                        _("when do I get resources, take inhabitants, receive energy, resources at once, top left"),
                    ),
                ),
            ),
            Section(
                "places",
                _("Where an Architect may stand"),
                (
                    Sentence(
                        _("At either end of any row or column: 20 places in all."),
                        _("where can I place my architect, from which side, both ends, opposite side, other end"),
                    ),
                    Sentence(
                        _("Never on another Architect."),
                        _("two architects on the same spot, place occupied, over another architect, blocked place"),
                    ),
                    Sentence(
                        _("Never beside the row or column where the Urbanist stands."),
                        _("point at the urbanist, urbanist blocks, same row as the urbanist, line of the urbanist"),
                    ),
                    Sentence(
                        _("You must place an Architect every turn, even if he reaches nothing you want."),
                        _("may I pass, skip a turn, do nothing, keep an architect, must I play an architect, sit out"),
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
                            " inhabitants of a discarded building, throw away,"
                            " reject,"
                            " toss a tile, give up a tile, what happens to the resources"
                        ),
                    ),
                    Sentence(
                        _("You may discard any tile you took, also one that would fit."),
                        _("discard on purpose, can I discard a good tile, choose not to build, throw a tile away"),
                    ),
                    Sentence(
                        _("Put a discarded tile back into the box."),
                        _("where do discarded tiles go, does the tile go back to the construction site, discard pile"),
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
                        _("when do I get points printed on a tile, victory points on the building, score at once"),
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
                _("skip, do nothing, not play, sit out a turn"),
            ),
            Question(
                _("My Architect points at an empty square. What happens?"),
                _("You take nothing. The Urbanist still moves to that square."),
                _("no tile there, nothing to take, tile already gone, empty spot on the construction site"),
            ),
            Question(
                _("My Architect points at a face-down tile. What happens?"),
                _("It counts as an empty square: you take nothing, and the Urbanist moves there."),
                _(
                    "hidden tile, upside down tile, take an unrevealed tile, turned over tile, take a face-down"
                    " building"
                ),
            ),
            Question(
                _("May two Architects stand at the same row?"),
                _("Yes, one at each end."),
                _("both ends of a line, opposite an architect, same column twice"),
            ),
            Question(
                _("May I play my Architects in any order?"),
                _("Yes, unless the mission has a sequence. Each is played once a round."),
                _("use an architect twice, same architect again, order of my numbers, reuse"),
            ),
            Question(
                _("May players trade Inhabitants, Energy Units or tiles?"),
                _("No rule allows it. What you receive stays yours."),
                _("give resources to another player, swap with a neighbor, exchange, sell, lend"),
            ),
            Question(
                _("May I exchange the tile I took for another one?"),
                _("No. You place it or discard it."),
                _("take back, change my mind, swap the tile, another building instead"),
            ),
        ),
        decisions=("D2", "D18"),
        see=("placement", "urbanist", "stacking"),
        keywords=_("take, receive, resources, discard, order, clockwise"),
    ),
    Page(
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
                        _("Place the tile on any empty square in the row or column with the Architect's number."),
                        _(
                            "where may I build in classic, which square, row or column, place a building,"
                            " allowed squares,"
                            " where do I put the tile"
                        ),
                    ),
                ),
            ),
            Section(
                "expert",
                _("Expert"),
                (
                    Sentence(
                        _("Place the tile on any empty square with the number, or in the district with the number."),
                        _(
                            "where may I build in expert, number on the square, district number, allowed squares,"
                            " place a building in expert mode"
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
                            "can I move a building later, swap two buildings, replace a building, tear down, demolish,"
                            " relocate, rearrange tiles, change position, build over, remove a building, shift a tile"
                        ),
                    ),
                    Sentence(
                        _("Only empty squares and stacks take a tile. Nothing is built over."),
                        _("place on an occupied square, cover a tile, overbuild, put a tile on another building"),
                    ),
                    Sentence(
                        _("Buildings need not touch each other."),
                        _("must buildings be adjacent, gap in the city, start anywhere, connect to other buildings"),
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
                    " square, cannot"
                    " place the tile, row and column are full, tile does not fit"
                ),
            ),
        ),
        see=("stacking", "turn"),
        keywords=_("row, column, district, square, number, build"),
    ),
    Page(
        "stacking",
        _("Stacking"),
        _("Tower Blocks grow, and in Expert Mode Office Towers too. Nothing else does."),
        "floor",
        sections=(
            Section(
                "when",
                _("When a tile may go on a stack"),
                (
                    Sentence(
                        _("The stack is of the same kind and not yet at its limit, and one of these holds:"),
                    ),
                ),
                (
                    Sentence(
                        _("The Architect opens the square on which the stack stands."),
                        _("add a floor in the row of the architect, raise a tower in his row or column"),
                    ),
                    Sentence(
                        _("The new floor has the Architect's number. Then the stack may stand anywhere."),
                        _("third floor with architect 3, floor number matches the architect, floor rule"),
                    ),
                ),
            ),
            Section(
                "limits",
                _("Limits"),
                (
                    Sentence(
                        _("Only Tower Blocks and Office Towers are stacked, each on its own kind."),
                        _(
                            "which buildings can be stacked, stack shops, stack parks, stack harbors, stack factories,"
                            " put two tiles on one square"
                        ),
                    ),
                    Sentence(
                        _("You receive what each new floor brings, as for any tile."),
                        _("resources for a second floor, do upper floors bring inhabitants, people for every floor"),
                    ),
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
                        "A #3 may build the third floor at A1, outside his row and column. Only a #{highest} may raise"
                        " the other stack by its floor."
                    ),
                    highest=HIGHEST[Mode.CLASSIC],
                ),
            ),
        ),
        mistakes=(
            _("Starting a new stack anywhere with a #1. The floor rule is for stacks that already stand."),
            _("Mixing Tower Blocks and Office Towers in one stack."),
        ),
        questions=(
            Question(
                _("May I start a second stack while the first is low?"),
                _("Yes, on any empty square the Architect opens."),
                _("several towers, two stacks, new tower next to an old one, must I finish a tower first"),
            ),
        ),
        see=("tower-block", "office-tower", "placement"),
        keywords=_("stack, stack limit, floor, height, pile, limit, on top"),
    ),
    Page(
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
                        _("where does the urbanist move, when does the urbanist move, black pawn, urbanist stays"),
                    ),
                    Sentence(
                        _("No Architect may be placed at the row or column in which he stands."),
                        _("what does the urbanist do, why is a row blocked, urbanist blocks a line, forbidden row"),
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
    ),
    Page(
        "mayor-tile",
        _("The Mayor tile and the first player"),
        _("One Tower Block a round brings the Mayor pawn: its builder goes first next round."),
        "mayor",
        sections=(
            Section(
                "rule",
                _("How it goes"),
                (
                    Sentence(
                        _("The tile shows the Mayor's symbol. Every round but the last has one."),
                        _("how many mayor tiles, is there a mayor in the last round, green symbol, mayor each round"),
                    ),
                    Sentence(
                        _("Build it and you take the Mayor pawn at once."),
                        _("how do I become first player, get the mayor, take the pawn, when do I receive the pawn"),
                    ),
                    Sentence(
                        _("The holder of the Mayor pawn is first player next round."),
                        _("who is first player, who starts the next round, change of first player, this round or next"),
                    ),
                    Sentence(
                        _("If nobody builds it, the first player stays first."),
                        _("nobody takes the mayor tile, mayor not taken, no new first player, mayor tile left over"),
                    ),
                    Sentence(
                        _("Apart from that it is a Tower Block with one Inhabitant."),
                        _("is the mayor tile a tower, stack the mayor tile, what does the mayor tile bring"),
                    ),
                ),
            ),
        ),
        mistakes=(_("Taking the pawn for a discarded Mayor tile. Only building it brings the pawn."),),
        questions=(
            Question(
                _("Who goes first in the first round?"),
                _("Anyone: choose in any way you like."),
                _("who starts the game, who begins, starting player"),
            ),
            Question(
                _("I discard the Mayor tile. Do I become first player?"),
                _("No. Only building it brings the pawn."),
                _("throw away the mayor tile, mayor pawn for a discarded tile"),
            ),
        ),
        decisions=("D9",),
        see=("tower-block", "rounds"),
        keywords=_("mayor tile, first player, starting player, mayor pawn, green meeple"),
    ),
    Page(
        "activation",
        _("Activation"),
        _("A building scores only with its Inhabitants and Energy Units on it. Decide at the end."),
        "energy",
        sections=(
            Section(
                "rule",
                _("How it goes"),
                (
                    Sentence(
                        _("You may move Inhabitants and Energy Units at any time, as often as you like."),
                        _(
                            "can I move resources, rearrange meeples, change where inhabitants work, switch energy to"
                            " another building, reallocate, when do I place resources, swap workers"
                        ),
                    ),
                    Sentence(
                        _("Only where they lie at the end of the game counts."),
                        _("when must I decide, final allocation, must a building be activated at once"),
                    ),
                    Sentence(
                        _("A building without its resources is removed before scoring."),
                        _(
                            "building not activated, what happens to inactive buildings, not enough energy, missing"
                            " inhabitant, unpaid building, does an inactive building score"
                        ),
                    ),
                    Sentence(
                        _("A removed building is nobody's neighbor, and its square is empty."),
                        _(
                            "does an inactive building count as a neighbor, does a park count an inactive tower,"
                            " unpowered tower, removed building counts as empty square"
                        ),
                    ),
                    Sentence(
                        _("Tower Blocks and Shops need an Energy Unit."),
                        _("which buildings need energy, what activates a building with power"),
                    ),
                    Sentence(
                        _("Public Services, Factories and Harbors need an Inhabitant."),
                        _("which buildings need workers, which buildings need inhabitants, who needs people"),
                    ),
                    Sentence(
                        _("Parks, Playgrounds and Monuments need nothing."),
                        _("which buildings are always active, which buildings need no resources, free buildings"),
                    ),
                    Sentence(
                        _("A stack needs its resources once, however high it is."),
                        _("activate every floor, cost of a stack, pay for each floor"),
                    ),
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
                _("The Tower Block takes the Energy Unit; the Shop leaves. One Inhabitant works, one is unused."),
            ),
        ),
        mistakes=(
            _("Deciding too early. You may move resources until the game ends."),
            _("Forgetting that an Office Tower needs both."),
        ),
        questions=(
            Question(
                _("May I leave a building inactive on purpose?"),
                _("Yes. It can pay, such as for a Factory beside a Monument."),
                _("do I have to activate, refuse to activate, not put a worker on purpose"),
            ),
            Question(
                _("Does a removed building cost points?"),
                _("No. It brings nothing and costs nothing; unused resources do cost."),
                _("penalty for inactive buildings, minus points for buildings without workers"),
            ),
        ),
        decisions=("D5",),
        see=("pollution", "tower-block", "shop"),
        keywords=_("activate, resources, cost, needs, remove, unactivated, power"),
    ),
    Page(
        "pollution",
        _("Pollution and unused Inhabitants"),
        _("What is left over at the end costs points."),
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
                        _(
                            "leftover energy, spare energy, too much energy, unused energy units, minus points for"
                            " energy, what is pollution, surplus red cylinders, penalty for energy"
                        ),
                    ),
                    Sentence(
                        _("Each Park absorbs one such unit for free. Playgrounds absorb none."),
                        _("avoid pollution, how do I get rid of energy, park absorbs pollution"),
                    ),
                    Sentence(
                        format_lazy(
                            _("Each Inhabitant who neither works nor shops costs {vp} VP."),
                            vp=CLASSIC_RULES.unused_inhabitant,
                        ),
                        _(
                            "leftover inhabitants, spare people, unused inhabitants, meeples without a job, idle,"
                            " unemployed, minus points for inhabitants, penalty for people, too many inhabitants"
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
            Question(
                _("Does an Energy Unit on a Park bring points?"),
                _("No. It only saves the point you would lose."),
                _("points for energy on a park, bonus for absorbing"),
            ),
            Question(
                _("May I give back or refuse Inhabitants and Energy Units?"),
                _("No. You take all that is printed on a tile you build."),
                _("return resources to the reserve, throw away energy, not take people, put back meeples, must I take"),
            ),
        ),
        decisions=("D5",),
        see=("park", "activation"),
        keywords=_("pollution, waste, unused, idle, penalty, negative points"),
    ),
    Page(
        "ties",
        _("Winning and ties"),
        _("Most VP wins. Then people decide, then empty squares."),
        "trophy",
        sections=(
            Section(
                "game",
                _("In a game"),
                (
                    Sentence(
                        _("The player with the most VP wins."),
                        _("who wins, how do I win, winner of the game, goal of the game, object"),
                    ),
                    Sentence(_("If two have the same VP, the better one has")),
                ),
                (
                    Sentence(
                        _("more Inhabitants on buildings, Customers included;"),
                        _(
                            "tie, who wins a tie, two players have the same score, same points, draw,"
                            " tiebreaker, equal score, level"
                        ),
                    ),
                    Sentence(
                        _("then fewer empty squares in the city."),
                        _("second tiebreaker, still tied, empty squares, free squares, empty spaces in a tie"),
                        _("Squares of removed buildings count as empty."),
                    ),
                ),
            ),
            Section(
                "campaign",
                _("In the campaign"),
                (
                    Sentence(
                        _("Sum the scores of all ten missions: the highest sum wins the campaign."),
                        _(
                            "who wins the campaign, campaign score, final ranking, who becomes mayor, add up missions,"
                            " overall winner, end of the campaign"
                        ),
                    ),
                    Sentence(
                        _("If two have the same sum, the better one has"),
                        _("tie in the campaign, same total, campaign tiebreaker"),
                    ),
                ),
                (
                    Sentence(
                        house_ruled(
                            "tiebreak_mission",
                            format_lazy(_("the better rank in mission {mission};"), mission=DEFAULT_TIEBREAK_MISSION),
                            _tiebreak,
                        ),
                        _("tie-break mission, which mission breaks a tie"),
                    ),
                    Sentence(_("then more missions won;")),
                    Sentence(_("then more Inhabitants on buildings in all missions.")),
                ),
            ),
        ),
        mistakes=(_("Counting Inhabitants without work: only those on buildings count."),),
        questions=(
            Question(
                _("What if all of that is equal?"),
                _("The players share the place. No source goes further."),
                _("still a draw, everything equal, shared victory"),
            ),
            Question(
                _("Do Customers count as Inhabitants in a tie?"),
                _("Yes. A Customer is an Inhabitant on a building."),
                _("people in shops and tiebreak"),
            ),
        ),
        decisions=("D17", "D16", "D5"),
        see=("activation", "shop"),
        keywords=_("tie, tie-break, tiebreaker, draw, equal, winner, winning"),
    ),
)
