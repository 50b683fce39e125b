"""The page about setup, rounds, and the contents of the box."""

from collections import Counter

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.mission_rules import mission_with, missions_with
from campaign.library.records import Page, Question, Section, Sentence, Source
from scoring import Mode
from scoring.bonuses import MayorTiles
from scoring.rules import TURNS_A_ROUND
from scoring.tiles import (
    ARCHITECTS_IN_BOX,
    ENERGY_IN_BOX,
    INHABITANTS_IN_BOX,
    MOST_PLAYERS,
    TILES,
    face_up,
    rounds,
    tiles_in_use,
)

BACKS = Counter(tile.modes for tile in TILES)
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
                Sentence(_("Put the Construction Site in the middle and the Urbanist beside it.")),
                Sentence(
                    format_lazy(
                        _("Put {inhabitants} Inhabitants and {energy} Energy Units beside it: the reserve."),
                        inhabitants=INHABITANTS_IN_BOX,
                        energy=ENERGY_IN_BOX,
                    ),
                ),
                Sentence(_("Each player takes a mat, a Helper and, in Classic Mode, four Architects of one color.")),
                Sentence(_("Players begin without Inhabitants and Energy Units."), source=Source.OURS),
                Sentence(_("Choose the first player in any way and hand over the Mayor pawn.")),
                Sentence(
                    format_lazy(
                        _("In Classic Mode the {count} gray #5 stay in the box, except in missions {missions}."),
                        count=MOST_PLAYERS,
                        missions=missions_with(lambda rules: bool(rules.architects.wild)),
                    ),
                    source=Source.MANUAL,
                ),
            ),
        ),
        Section(
            "tiles",
            _("Tiles"),
            (
                Sentence(_("Classic Mode leaves the tiles with “Expert” on the back in the box.")),
                Sentence(_("Expert Mode leaves the tiles with “Classic” on the back in the box.")),
                Sentence(_("Tiles without a name on the back are used in both modes.")),
                Sentence(
                    format_lazy(
                        _("The box has {all} tiles. Classic uses {classic}, Expert {expert}, {round} a round."),
                        all=len(TILES),
                        classic=len(tiles_in_use(Mode.CLASSIC)),
                        expert=len(tiles_in_use(Mode.EXPERT)),
                        round=TILES_A_ROUND,
                    ),
                    source=Source.INFERRED,
                    why=_("The rulebooks print the tiles in the box. The rest comes from public lists of the tiles."),
                ),
                Sentence(
                    format_lazy(
                        _("The box also has {all} Architects: #1 to #4 in {colors} colors, and {colors} gray #5."),
                        all=ARCHITECTS_IN_BOX,
                        colors=MOST_PLAYERS,
                    )
                ),
                Sentence(_("Also 4 mats, 4 Helpers, Urbanist, Mayor pawn, cloth bag, scoring pad and rulebook.")),
                Sentence(_("The number on the back is the round in which a tile comes up.")),
                Sentence(
                    format_lazy(
                        _("Sort the tiles by the number on the back: {classic} piles in Classic, {expert} in Expert."),
                        classic=ROUNDS[Mode.CLASSIC],
                        expert=ROUNDS[Mode.EXPERT],
                    ),
                ),
                Sentence(
                    format_lazy(
                        _("On the back, {classic} tiles say Classic, {expert} say Expert, {unnamed} neither."),
                        classic=BACKS[Mode.CLASSIC,],
                        expert=BACKS[Mode.EXPERT,],
                        unnamed=BACKS[tuple(Mode)],
                    ),
                    source=Source.INFERRED,
                ),
            ),
        ),
        Section(
            "setup-expert",
            _("Setup of Expert Mode"),
            (
                Sentence(_("Turn the mats to the gray side.")),
                Sentence(_("Put one Architect of each number #1 to #5 per player into one pool, gray side up.")),
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
                ),
                Sentence(
                    format_lazy(
                        _(
                            "Each player takes {turns} turns in a round: "
                            "{classic} in a Classic game, {expert} in an Expert one."
                        ),
                        turns=TURNS_A_ROUND,
                        classic=ROUNDS[Mode.CLASSIC] * TURNS_A_ROUND,
                        expert=ROUNDS[Mode.EXPERT] * TURNS_A_ROUND,
                    ),
                ),
                Sentence(
                    format_lazy(
                        _("A city gets at most {classic} tiles in Classic Mode and {expert} in Expert Mode."),
                        classic=ROUNDS[Mode.CLASSIC] * TURNS_A_ROUND,
                        expert=ROUNDS[Mode.EXPERT] * TURNS_A_ROUND,
                    ),
                ),
            ),
        ),
        Section(
            "start",
            _("At the start of a round"),
            (),
            (
                Sentence(_("Put all tiles of the round into the bag, then lay them face-down on the site.")),
                Sentence(_("Four players turn over all tiles; three not those marked 4; two also not 3•4.")),
                Sentence(
                    format_lazy(
                        _("Classic Mode: {two} tiles face-up with 2 players, {three} with 3, all {four} with 4."),
                        two=len(face_up(Mode.CLASSIC, 2, 1)),
                        three=len(face_up(Mode.CLASSIC, 3, 1)),
                        four=len(face_up(Mode.CLASSIC, 4, 1)),
                    ),
                    why=_("The counts for two and three players come from a public list of the tiles."),
                    source=Source.INFERRED,
                ),
                Sentence(_("The player with the Mayor pawn goes first.")),
            ),
        ),
        Section(
            "end",
            _("At the end of a round"),
            (),
            (
                Sentence(_("Put the tiles left on the Construction Site back into the box.")),
                Sentence(_("Put the Urbanist back beside the Construction Site.")),
                Sentence(_("Architects go back to their owners, or into the pool if you share them.")),
            ),
        ),
        Section(
            "last",
            _("After the last round"),
            (),
            (
                Sentence(_("Place your Inhabitants and Energy Units one last time.")),
                Sentence(_("Remove every building that is not activated.")),
                Sentence(
                    _("Score buildings, then the mission, then subtract for unused resources."),
                    why=_("The manual puts the mission once before and once after the penalties; same total."),
                ),
            ),
        ),
    ),
    mistakes=(_("Using only tiles with the mode's name on the back. Unmarked tiles belong to both modes."),),
    questions=(
        Question(_("How many can play?"), _("Two to four players; one player by our own rule (D21).")),
        Question(
            _("Can I play alone?"),
            _("Yes, by our own rules: after each turn a rival's Architect takes a tile out of the game (D21)."),
            source=Source.OURS,
        ),
        Question(
            _("How many #5 Architects are there?"),
            format_lazy(
                _("{count}, one for each player. They are for Expert Mode and for missions {missions}."),
                count=MOST_PLAYERS,
                missions=missions_with(lambda rules: bool(rules.architects.wild)),
            ),
            source=Source.MANUAL,
        ),
        Question(
            _("What is different in Expert Mode?"),
            _("Five rounds, five districts, one Architect pool, fifth floors, Office Towers and Monuments."),
        ),
        Question(
            _("What does a 4 or 3•4 on a tile mean?"),
            _("Marked 4: face-up only with four players. Marked 3•4: with three or four."),
        ),
        Question(
            _("Which tiles stay in the box in Expert Mode?"),
            _("Those with Classic on the back. Unmarked ones are always used."),
        ),
        Question(
            _("Do Inhabitants and Energy Units stay with me after a round?"),
            _("Yes. You keep them for the whole game."),
        ),
        Question(
            _("When do you count points?"),
            _("Once, at the end of the game. Nothing is scored after a round."),
        ),
        Question(
            _("Can the reserve run out?"),
            format_lazy(
                _(
                    "Hardly: all Expert tiles bring {inhabitants} Inhabitants and {energy} Energy Units. Doubled "
                    "Inhabitants, Playgrounds and the offer of mission {offer} can bring more than the box holds."
                ),
                inhabitants=sum(tile.inhabitants for tile in tiles_in_use(Mode.EXPERT)),
                energy=sum(tile.energy for tile in tiles_in_use(Mode.EXPERT)),
                offer=mission_with(MayorTiles),
            ),
            source=Source.INFERRED,
        ),
        Question(
            _("We forgot a step. What now?"),
            _("No source says. We suggest: do it now if nobody has played since, or play on."),
            source=Source.OURS,
        ),
        Question(
            _("A tile or a piece is lost. Can we play?"),
            _("Yes. Use a coin for a lost piece, and a piece of paper for a lost tile."),
            source=Source.OURS,
        ),
        Question(
            _("My city is full. Does the game go on?"),
            _("Yes, to the last round. Place your Architect and discard what no longer fits."),
        ),
        Question(
            _("May I look at face-down tiles?"),
            _("No source says. We suggest: no, nobody looks."),
            source=Source.OURS,
        ),
        Question(
            _("Any tips for a first game?"),
            _("Learn the scoring first. Look over the whole site each round. Have enough resources."),
        ),
        Question(
            _("Which buildings go well together?"),
            _("Shops and Harbors beside Factories, Parks beside towers. Parks also help against pollution."),
        ),
        Question(
            _("Which strategies are there?"),
            _(
                "Industry: Harbors and Factories, with Shops, and Parks against pollution. Homes: Tower Blocks, some"
                " Public Services, and Shops for the many Inhabitants."
            ),
        ),
        Question(
            _("Which squares should I fill first?"),
            _("Keep squares of every number free for later rounds; do not fill one row and column early."),
        ),
        Question(
            _("The German rulebook says: 25 random tiles. Which?"),
            format_lazy(_("All of them: a round has just {count} tiles in the bag."), count=TILES_A_ROUND),
        ),
        Question(
            _("The manual says: use tiles with an Expert back. Only those?"),
            _("No. By the rulebooks they replace those with a Classic back; the unmarked tiles stay in use."),
        ),
    ),
    decisions=("D19",),
    see=("turn", "mayor-tile"),
    keywords=_("prepare, components, contents, start, end of round, game end, bag, face-up, face-down, marker"),
)
