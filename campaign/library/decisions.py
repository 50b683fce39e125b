"""The decisions D1-D26 (docs/rules.md section 0) in a player's words."""

from collections.abc import Callable
from typing import cast

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.election_words import sentence
from campaign.library.mission_rules import first_mission, with_bonus
from campaign.library.records import Decision, Words, name_of
from campaign.scores.house_rules import NO_TABLE, STANDARD, TableRules
from campaign.scores.words import signed
from scoring import HouseRules, Mode, Rules
from scoring.bonuses import DistrictCompletion, MayorTiles, PlaygroundSets, Unemployment
from scoring.kinds import Kind, Special
from scoring.kinds.tower_block import MANUAL_TOWER_BLOCK, TOWER_BLOCK
from scoring.rules import CLASSIC_RULES, EXPERT_RULES
from scoring.tiles import PLAYGROUNDS


def _at_no_table(_rules: Rules) -> bool:
    return False


def _expert(rules: Rules) -> bool:
    return rules.mode is Mode.EXPERT


def _services(rules: Rules) -> bool:
    return rules.services


def _own_wild(rules: Rules) -> bool:
    return bool(rules.architects.wild) and not rules.architects.shared


def _shared_wild(rules: Rules) -> bool:
    return bool(rules.architects.wild) and rules.architects.shared


def _in_sequence(rules: Rules) -> bool:
    return rules.architects.in_sequence


def _own_in_expert(rules: Rules) -> bool:
    return rules.mode is Mode.EXPERT and not rules.architects.shared


def _in_mission(asked: Words, holds: Callable[[Rules], bool]) -> Words:
    return format_lazy(cast("str", asked), mission=first_mission(holds).number)


def _numbers(values: tuple[int, ...]) -> str:
    return ", ".join(str(value) for value in values)


MONUMENT = EXPERT_RULES.points.monument
CERTAIN = sum(playground.is_certain for playground in PLAYGROUNDS)


def _tiebreak(house_rules: HouseRules) -> Words:
    return format_lazy(
        _("The better rank in mission {mission}; then more missions won; then more Inhabitants on buildings."),
        mission=house_rules.tiebreak_mission,
    )


def _decided(table: HouseRules) -> Words:
    return sentence(cast("TableRules", table))


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
                _("The manual's {points} VP for 1 to {classic} floors. A fifth floor stays {fifth} VP."),
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
                least=signed(min(MONUMENT.values())),
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
                " speaks of the tie-break."
            ),
        ),
        Decision(
            "D6",
            _in_mission(
                _("Mission {mission}: what do Playgrounds beyond a full set bring?"), with_bonus(PlaygroundSets)
            ),
            _("Nothing more. Only full sets count for the bonus."),
            _("The manual says 3 VP per 3 Playgrounds and gives no rounding. The rulebooks have no Playgrounds."),
            touches=with_bonus(PlaygroundSets),
            of_mission=first_mission(with_bonus(PlaygroundSets)).number,
        ),
        Decision(
            "D7",
            _in_mission(_("Mission {mission}: can you play the gray #5 twice in a round?"), _own_wild),
            _("No. A placed Architect stays until the round ends."),
            _("The rulebooks say that. The manual speaks of using the #5 again if it is available."),
            touches=_own_wild,
            of_mission=first_mission(_own_wild).number,
        ),
        Decision(
            "D8",
            _in_mission(_("Mission {mission}: who may take the gray #5 from the pool?"), _shared_wild),
            _("Anyone, as long as one is in the pool."),
            _("The manual says so; the rulebooks say it of the Expert pool."),
            touches=_shared_wild,
            of_mission=first_mission(_shared_wild).number,
        ),
        Decision(
            "D9",
            _in_mission(
                _("Mission {mission}: when does a Mayor tile score, and who may take it?"), with_bonus(MayorTiles)
            ),
            _("It scores in an activated Tower Block. The first player may not take it on the first turn of a round."),
            _(
                "The manual removes inactive buildings before it adds the mission's points. It does not say which first"
                " turn it means. It speaks of taking the tile, the rulebooks of building it."
            ),
            touches=with_bonus(MayorTiles),
            of_mission=first_mission(with_bonus(MayorTiles)).number,
        ),
        Decision(
            "D10",
            _in_mission(
                _("Mission {mission}: when do you judge whether a district is full?"), with_bonus(DistrictCompletion)
            ),
            _("After inactive buildings are removed."),
            _("The manual gives this order: remove inactive buildings, then add the mission's points."),
            touches=with_bonus(DistrictCompletion),
            of_mission=first_mission(with_bonus(DistrictCompletion)).number,
        ),
        Decision(
            "D11",
            _in_mission(_("Mission {mission}: what if you do not have the number that comes next?"), _in_sequence),
            _("Play your next higher number (1 comes after the highest) and tell the table."),
            _("The manual allows breaking the sequence only without a legal move. The rulebooks have no sequence."),
            touches=_in_sequence,
            of_mission=first_mission(_in_sequence).number,
        ),
        Decision(
            "D12",
            _("Who counts as a worker in mission 9?"),
            _(
                "Inhabitants in activated Public Services and Factories. One in a Harbor costs nothing, but does not"
                " count."
            ),
            _(
                "The manual lists Public Services, Factories and Offices; Classic Mode has no Offices. It leaves"
                " Harbors out, though the rulebooks put an Inhabitant in each."
            ),
            "harbor_workers",
            _("Inhabitants in activated Public Services, Factories and Harbors."),
            touches=with_bonus(Unemployment),
            of_mission=first_mission(with_bonus(Unemployment)).number,
        ),
        Decision(
            "D13",
            _("Which Architects does each player own in mission 10?"),
            _("One of each number #1 to #5; one stays unused each round."),
            _("The manual names the four of a color, and the #5 with an “if”. Expert Mode has five numbers."),
            "four_architects",
            _("Only #1 to #4; you play them all each round."),
            touches=_own_in_expert,
            of_mission=first_mission(_own_in_expert).number,
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
            "monument_parks_only",
            _("No. A Playground beside a Monument brings nothing."),
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
            _("Rulebooks and manual do not say; a public list of the tiles says so."),
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
            "election_by",
            _decided,
        ),
        Decision(
            "D21",
            _("How does one player play?"),
            _(
                "On the Construction Site of two players. After each turn, turn over a rival's Architect: its tile"
                " leaves the game."
            ),
            _("The rule is ours. The rulebooks are for two to four players."),
            touches=_at_no_table,
        ),
        Decision(
            "D22",
            _("Which Architect may build an upper floor of an Office Tower?"),
            _("One who opens the square of the stack, or one with the number of the new floor."),
            _("The English and German rulebooks say so. The Russian one allows only the Architect of that number."),
            touches=_expert,
        ),
        Decision(
            "D23",
            _("What does a special Public Service of the expansion score?"),
            _("What its printed tile says. The certain Expert tiles are computed; for all others you type the VP."),
            _(
                "Photos show the Expert tiles, but leave some questions open. No source gives most Classic tiles."
                " No guess becomes a score."
            ),
            touches=_services,
        ),
        Decision(
            "D24",
            _("What if the special Public Services of a round are all gone?"),
            _("You can then only build the standard one you took, or discard it like any tile."),
            _("The leaflet lays out four a round and does not say."),
            touches=_services,
        ),
        Decision(
            "D25",
            format_lazy(
                cast("str", _("Does {tile} of the expansion count Playgrounds?")),
                tile=name_of(Special.PARK_DISTRICT.label),
            ),
            _("Yes, a Playground is a Park for it."),
            _("The tile shows a Park. A public solver counts both."),
            "park_district_parks_only",
            _("No, it counts only Parks."),
            touches=lambda rules: rules.services and rules.playgrounds and rules.mode is Mode.EXPERT,
        ),
        Decision(
            "D26",
            _("Which Office Towers form a group?"),
            _("All that are connected side by side, also round a corner: a chain of three is a group of three."),
            _("The rulebooks count towers adjacent to each other. A public solver takes the whole connected group."),
            touches=_expert,
        ),
    )
}


def decisions_of(rules: Rules, table: HouseRules = NO_TABLE) -> list[Decision]:
    """List the decisions that can matter under `rules`, each with its answer under the house rules of `table`."""
    return [decision.under(table) for decision in DECISIONS.values() if decision.touches(rules)]
