"""The decisions D1-D20 (docs/rules.md section 0) in a player's words."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.mission_rules import with_bonus
from campaign.library.records import STANDARD, Decision, Words
from scoring import HouseRules, Mode, Rules
from scoring.bonuses import DistrictCompletion, MayorTiles, PlaygroundSets, Unemployment
from scoring.kinds import Kind
from scoring.kinds.tower_block import MANUAL_TOWER_BLOCK, TOWER_BLOCK
from scoring.rules import CLASSIC_RULES, EXPERT_RULES
from scoring.tiles import PLAYGROUNDS


def _expert(rules: Rules) -> bool:
    return rules.mode is Mode.EXPERT


def _numbers(values: tuple[int, ...]) -> str:
    return ", ".join(str(value) for value in values)


MONUMENT = EXPERT_RULES.points.monument
CERTAIN = sum(playground.is_certain for playground in PLAYGROUNDS)


def _tiebreak(house_rules: HouseRules) -> Words:
    return format_lazy(
        _("The better rank in mission {mission}; then more missions won; then more Inhabitants on buildings."),
        mission=house_rules.tiebreak_mission,
    )


DECISIONS = {
    decision.number: decision
    for decision in (
        Decision(
            "D1",
            _("How much is a Tower Block worth?"),
            format_lazy(
                _("{points} VP for 1 to {classic} floors; {fifth} for a fifth (Expert)."),
                points=_numbers(TOWER_BLOCK[1:5]),
                classic=len(CLASSIC_RULES.points.tower_block) - 1,
                fifth=TOWER_BLOCK[5],
            ),
            format_lazy(
                _(
                    "All three rulebooks agree. The campaign manual prints {one} and {two} VP for the first two floors,"
                    " probably a slip."
                ),
                one=MANUAL_TOWER_BLOCK[1],
                two=MANUAL_TOWER_BLOCK[2],
            ),
            "manual_tower_points",
            format_lazy(
                _("The manual's {points} VP for 1 to {classic} floors. It prints no fifth; that stays {fifth} VP."),
                points=_numbers(MANUAL_TOWER_BLOCK[1:5]),
                classic=len(CLASSIC_RULES.points.tower_block) - 1,
                fifth=MANUAL_TOWER_BLOCK[5],
            ),
        ),
        Decision(
            "D2",
            _("Does a discarded tile bring its Inhabitants and Energy Units?"),
            _("No. If you discard a tile, you receive nothing for it."),
            _("The rulebooks say so. The campaign manual says you must take them."),
            "keep_discarded",
            _("You keep a discarded tile's Inhabitants and Energy Units."),
        ),
        Decision(
            "D3",
            _("How does a Monument score?"),
            format_lazy(
                _("By each neighbor, from {least} to {most} VP, as the rulebooks list them."),
                least=min(MONUMENT.values()),
                most=max(MONUMENT.values()),
            ),
            _("All three rulebooks agree. The manual says 1 to 3 VP and points to the Helper."),
            touches=_expert,
        ),
        Decision(
            "D4",
            _("What does a group of more than five Office Towers score?"),
            _("Each tower scores as in a group of five."),
            _("The rulebooks' table ends at five, and the manual adds nothing. A public solver also stops at five."),
            touches=_expert,
        ),
        Decision(
            "D5",
            _("Does a building without its resources count for anything?"),
            _("No. It is removed before scoring, and its square is empty for everything that follows."),
            _(
                "Rulebooks and manual remove it before scoring; the manual adds the mission's points after. No source"
                " names the tie-break."
            ),
        ),
        Decision(
            "D6",
            _("What do Playgrounds beyond a full set bring?"),
            _("Nothing more. Only full sets count for the bonus."),
            _("The manual says 3 VP per 3 Playgrounds and gives no rounding. The rulebooks have no Playgrounds."),
            touches=with_bonus(PlaygroundSets),
        ),
        Decision(
            "D7",
            _("Can you play the gray #5 twice in a round?"),
            _("No. A placed Architect stays until the round ends."),
            _("The rulebooks say that. The manual speaks of using the #5 again if it is available."),
            touches=lambda rules: bool(rules.architects.wild) and not rules.architects.shared,
        ),
        Decision(
            "D8",
            _("Who may take the gray #5 from a shared pool?"),
            _("Anyone, as long as one is in the pool."),
            _("The manual says so; the rulebooks say it of the Expert pool."),
            touches=lambda rules: bool(rules.architects.wild) and rules.architects.shared,
        ),
        Decision(
            "D9",
            _("When does a Mayor tile score, and who may take it?"),
            _("It scores in an activated Tower Block. The first player may not take it on the first turn of a round."),
            _(
                "The manual removes inactive buildings before it adds the mission's points. It does not say which first"
                " turn it means. It says taking the tile; the rulebooks say building it."
            ),
            touches=with_bonus(MayorTiles),
        ),
        Decision(
            "D10",
            _("When do you judge whether a district is full?"),
            _("After inactive buildings are removed."),
            _("The manual gives this order: remove inactive buildings, then add the mission's points."),
            touches=with_bonus(DistrictCompletion),
        ),
        Decision(
            "D11",
            _("What if you do not have the number that comes next?"),
            _("Play your next higher number, counting around, and say so."),
            _("The manual allows breaking the sequence only without a legal move. The rulebooks have no sequence."),
            touches=lambda rules: rules.architects.in_sequence,
        ),
        Decision(
            "D12",
            _("Who counts as a worker in mission 9?"),
            _("Inhabitants in activated Public Services and Factories. Those in Harbors are not idle either."),
            _("That is the manual's list. It leaves Harbors out, though the rulebooks put an Inhabitant in each."),
            "harbor_workers",
            _("Inhabitants in activated Public Services, Factories and Harbors."),
            touches=with_bonus(Unemployment),
        ),
        Decision(
            "D13",
            _("Which Architects does each player own in mission 10?"),
            _("One of each number #1 to #5; one stays unused each round."),
            _("The manual names the four of a color, and the #5 with an “if”. Expert Mode has five numbers."),
            "four_architects",
            _("Only #1 to #4; you play them all each round."),
            touches=lambda rules: rules.mode is Mode.EXPERT and not rules.architects.shared,
        ),
        Decision(
            "D14",
            _("How many Playgrounds are there?"),
            format_lazy(
                _("{certain}, one in each of rounds 1 to {certain}. A fifth for Expert round 5 is inferred."),
                certain=CERTAIN,
            ),
            _("The manual numbers four; a public solver counts five. No source prints the number of a fifth."),
            touches=lambda rules: rules.playgrounds,
        ),
        Decision(
            "D15",
            _("Is a Playground beside a Monument a Park?"),
            format_lazy(_("Yes: {vp} VP, like a Park."), vp=MONUMENT[Kind.PLAYGROUND]),
            _("A public solver does so. Rulebooks and manual do not say."),
            touches=lambda rules: rules.playgrounds and rules.mode is Mode.EXPERT,
        ),
        Decision(
            "D16",
            _("Who wins the campaign in a tie?"),
            _tiebreak(STANDARD),
            _("The manual names a mission without saying which one. The rest is ours; the rulebooks have no campaign."),
            "tiebreak_mission",
            _tiebreak,
        ),
        Decision(
            "D17",
            _("Who wins a game in a tie?"),
            _("More Inhabitants on buildings; then fewer empty squares; then the place is shared."),
            _("Rulebooks and manual name the first two steps and stop there. Customers are on a building."),
        ),
        Decision(
            "D18",
            _("What if an Architect points at a face-down tile?"),
            _("The square counts as empty: you take nothing, and the Urbanist moves there."),
            _("Rulebooks and manual do not say; a public list of the tiles plays it so."),
        ),
        Decision(
            "D19",
            _("Which tiles stay face-down in Expert Mode with fewer than four players?"),
            _("Those marked 4; with two players also those marked 3•4. Trust the tiles."),
            _(
                "No source lists the markers of tiles that only Expert Mode uses. Numbers we give for them are"
                " inferred or a range."
            ),
            touches=_expert,
        ),
        Decision(
            "D20",
            _("What decides the campaign?"),
            _("The points of all missions added up, unless your campaign chooses another count."),
            _("The campaign manual says so. It says nothing of players who miss a mission."),
        ),
    )
}


def decisions_of(rules: Rules) -> list[Decision]:
    """Return the decisions that can matter under these rules, in order, as their house rules have it."""
    return [decision.under(rules.house_rules) for decision in DECISIONS.values() if decision.touches(rules)]
