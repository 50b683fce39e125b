"""Setup, rounds and what the box holds."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.records import Page, Question, Section, Sentence
from scoring import Mode
from scoring.rules import TURNS_A_ROUND
from scoring.tiles import ENERGY_IN_BOX, INHABITANTS_IN_BOX, TILES, face_up, rounds, tiles_in_use

ROUNDS = {mode: len(rounds(mode)) for mode in Mode}
TILES_A_ROUND = len(tiles_in_use(Mode.CLASSIC, 1))

PAGE = Page(
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
                    _(
                        "where does the urbanist start, board in the middle, set up the game, prepare the table,"
                        " how do we set up the game, what goes in the middle of the table, urbanist at the"
                        " beginning of the game"
                    ),
                ),
                Sentence(
                    format_lazy(
                        _("Put {inhabitants} Inhabitants and {energy} Energy Units beside it: the reserve."),
                        inhabitants=INHABITANTS_IN_BOX,
                        energy=ENERGY_IN_BOX,
                    ),
                    _(
                        "how many inhabitants are in the box, how many energy units are there, number of meeples,"
                        " blue pieces, red cylinders, starting resources, how many blue pieces are there in"
                        " total, how many red cylinders are in the box, total number of energy, total number of"
                        " inhabitants, are the resources limited"
                    ),
                ),
                Sentence(
                    _("Each player takes a mat, a Helper and, in Classic Mode, four Architects of one color."),
                    _(
                        "what does each player get, how many architects do I have, number of architects, start"
                        " with, what does everybody get at the beginning, how many architects does everyone have"
                        " in classic, pieces of a player"
                    ),
                ),
                Sentence(
                    _("Players begin without Inhabitants and Energy Units."),
                    _(
                        "do we start with resources, how many inhabitants at the start, begin with energy, do you"
                        " start with any people or power, starting inhabitants, starting energy"
                    ),
                ),
                Sentence(
                    _("Choose the first player in any way and hand over the Mayor pawn."),
                    _(
                        "who starts, who begins the game, first player in the first round, who goes first, who is"
                        " the start player at the very beginning, how do we choose who starts, who gets the first"
                        " turn of the game, who begins in round 1"
                    ),
                ),
            ),
        ),
        Section(
            "tiles",
            _("Tiles"),
            (
                Sentence(
                    _("Classic Mode leaves the tiles with “Expert” on the back in the box."),
                    _(
                        "which tiles are used in classic, tiles marked expert, remove expert tiles, sort the"
                        " tiles, which tiles do we leave out in a classic game, do expert tiles belong in classic"
                    ),
                ),
                Sentence(
                    _("Expert Mode leaves the tiles with “Classic” on the back in the box."),
                    _(
                        "which tiles are used in expert, tiles marked classic, remove classic tiles, which tiles"
                        " do we leave out in expert, do classic tiles stay in"
                    ),
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
                    _(
                        "how many tiles are there, number of tiles per round, how many buildings in total, how"
                        " many tiles come with the game, number of tiles in each mode, tiles in one round, total"
                        " of building tiles"
                    ),
                ),
                Sentence(
                    _("The box also has 20 Architects, 4 mats, 4 Helpers, the Urbanist and the Mayor pawn."),
                    _("how many architects are in the box, what is in the box, contents, components, list of pieces"),
                ),
                Sentence(
                    _("The number on the back is the round in which a tile comes up."),
                    _(
                        "what does the number on the back mean, back of the tile, what is the digit on the"
                        " reverse side of the tile, how do I know which round a tile is for"
                    ),
                ),
            ),
        ),
        Section(
            "setup-expert",
            _("Setup of Expert Mode"),
            (
                Sentence(
                    _("Turn the mats to the gray side."),
                    _(
                        "which side of the mat, gray side, player board expert, colored side classic, which side"
                        " of my board do we use for expert, do we flip the player boards"
                    ),
                ),
                Sentence(
                    _("Put one Architect of each number #1 to #5 per player into one pool, gray side up."),
                    _(
                        "architects in expert mode, how many architects with three players, common pool, shared"
                        " architects, where does the number 5 architect come from, how many architects go in the"
                        " pool, setup of architects for expert, when do we use the 5s"
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
                        "how many rounds in expert mode, how many rounds in classic mode, length of the game,"
                        " when does the game end, how long does it take, how many rounds are there, number of"
                        " rounds, how many rounds do you play, after which round is the game over"
                    ),
                ),
                Sentence(
                    format_lazy(_("Each player takes {turns} turns in a round."), turns=TURNS_A_ROUND),
                    _(
                        "how many turns per round, how many tiles do I take, when is a round over, how many turns"
                        " do I get each round, how many tiles does everyone take in a round, how often am I up"
                    ),
                ),
                Sentence(
                    format_lazy(
                        _("A city gets at most {classic} tiles in Classic Mode and {expert} in Expert Mode."),
                        classic=ROUNDS[Mode.CLASSIC] * TURNS_A_ROUND,
                        expert=ROUNDS[Mode.EXPERT] * TURNS_A_ROUND,
                    ),
                    _(
                        "maximum number of tiles in a city, how many buildings can I build, total turns, how many"
                        " tiles can end up in my city, maximum buildings per player"
                    ),
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
                    _(
                        "prepare the next round, draw tiles, random, fill the construction site, set up a round,"
                        " how are tiles laid out for a round, do we shuffle the tiles, how do new tiles come on"
                        " the board"
                    ),
                ),
                Sentence(
                    _("Turn over every tile except those marked for more players than you have."),
                    _(
                        "which tiles are turned over, face-up, reveal the tiles, upside down tiles, which tiles"
                        " stay hidden, two players, three players, marked 4, marked 3-4, which tiles remain face"
                        " down with two players, which tiles do we flip with three players, do we reveal every"
                        " tile"
                    ),
                ),
                Sentence(
                    format_lazy(
                        _("Classic Mode: {two} tiles face-up with 2 players, {three} with 3, all {four} with 4."),
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
                    _(
                        "who starts the next round, first player of a new round, who begins, who begins a new"
                        " round, who goes first in the second round"
                    ),
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
                    _(
                        "leftover tiles, remaining tiles, tiles nobody took, do unused tiles stay, clear the"
                        " site, what happens to tiles nobody took, tiles left on the board when the round is"
                        " over, do leftover tiles stay for the next round, remove the remaining tiles after a"
                        " round, are leftover tiles shuffled into the next round"
                    ),
                ),
                Sentence(
                    _("Put the Urbanist back beside the Construction Site."),
                    _(
                        "where does the urbanist go after a round, urbanist at the end of the round, does the"
                        " urbanist stay on the board between rounds, urbanist after the round"
                    ),
                ),
                Sentence(
                    _("Architects go back to their owners, or into the pool if you share them."),
                    _(
                        "when do I get my architects back, return architects, take back architects, do we get our"
                        " architects back after a round, who gets the architects when the round ends, pick up the"
                        " architects"
                    ),
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
                    _(
                        "final allocation, rearrange resources at the end, end of the game, after the last turn,"
                        " what do we do when the game is over, may I rearrange before scoring"
                    ),
                ),
                Sentence(
                    _("Remove every building that is not activated."),
                    _("take away buildings without resources, remove before scoring, clean up the city"),
                ),
                Sentence(
                    _("Score the buildings, then the mission's points, then what is left over."),
                    _(
                        "order of scoring, what is scored first, final scoring, count points, how does scoring"
                        " work, in which order do we count, how is the final score counted, when is the mission"
                        " bonus counted"
                    ),
                    _("The manual counts the mission's points after the buildings; the total stays the same."),
                ),
            ),
        ),
    ),
    mistakes=(_("Using only tiles with the mode's name on the back. Unmarked tiles belong to both modes."),),
    questions=(
        Question(
            _("How many can play?"),
            _("Two to four players."),
            _(
                "number of players, play alone, solo, five players, with two, is there a solo mode, can"
                " five people play, how many players, player count"
            ),
        ),
        Question(
            _("What is different in Expert Mode?"),
            _("Five rounds, five districts, one Architect pool, fifth floors, Office Towers and Monuments."),
            _(
                "difference between classic and expert, what is new in expert, rules of expert mode, what"
                " changes in the advanced game, what does expert add"
            ),
        ),
        Question(
            _("What does a 4 or 3•4 on a tile mean?"),
            _("Marked 4: face-up only with four players. Marked 3•4: with three or four."),
            _(
                "small number on the tile, player symbol, marker, what do the small digits at the bottom"
                " of a tile mean, tile with 3-4 printed small"
            ),
        ),
        Question(
            _("Which tiles stay in the box in Expert Mode?"),
            _("Those with Classic on the back. Unmarked ones are always used."),
        ),
        Question(
            _("Do Inhabitants and Energy Units stay with me after a round?"),
            _("Yes. You keep them for the whole game."),
            _(
                "return resources at the end of a round, keep resources, lose meeples after a round,"
                " carry over, do I give resources back between rounds, do people and power carry over,"
                " can I save energy for the next round"
            ),
        ),
    ),
    decisions=("D19",),
    see=("turn", "mayor-tile"),
    keywords=_("prepare, components, contents, start, end of round, game end, bag, face-up, face-down, marker"),
)
