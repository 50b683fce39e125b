"""The decisions D1-D19 (docs/rules.md section 0), told to a player."""

from collections.abc import Callable

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from campaign.library.records import Decision
from scoring import Mode, Rules
from scoring.bonuses import Bonus, DistrictCompletion, MayorTiles, PlaygroundSets, Unemployment
from scoring.house_rules import DEFAULT_TIEBREAK_MISSION
from scoring.kinds import Kind
from scoring.kinds.tower_block import MANUAL_TOWER_BLOCK, TOWER_BLOCK
from scoring.rules import EXPERT_RULES
from scoring.tiles import PLAYGROUNDS


def _with(kind: type[Bonus]) -> Callable[[Rules], bool]:
    return lambda rules: any(isinstance(bonus, kind) for bonus in rules.bonuses)


def _expert(rules: Rules) -> bool:
    return rules.mode is Mode.EXPERT


def _numbers(values: tuple[int, ...]) -> str:
    return ", ".join(str(value) for value in values)


MONUMENT = EXPERT_RULES.points.monument
CERTAIN = sum(playground.is_certain for playground in PLAYGROUNDS)

DECISIONS = {
    decision.number: decision
    for decision in (
        Decision(
            "D1",
            _("How much is a Tower Block worth?"),
            format_lazy(
                _("By floors {points} VP, in both modes as far as it may rise."), points=_numbers(TOWER_BLOCK[1:])
            ),
            format_lazy(
                _(
                    "All three rulebooks agree. The campaign manual prints {one} and {two} VP for the first two floors,"
                    " which look like a slip into the row of the Public Services."
                ),
                one=MANUAL_TOWER_BLOCK[1],
                two=MANUAL_TOWER_BLOCK[2],
            ),
            "manual_tower_points",
            format_lazy(_("The manual's points: {points}."), points=_numbers(MANUAL_TOWER_BLOCK[1:])),
        ),
        Decision(
            "D2",
            _("Does a discarded tile still bring its Inhabitants and Energy Units?"),
            _("No. Whoever discards a building skips the resources."),
            _("The rulebooks say so; the campaign manual has the player take them all the same."),
            "keep_discarded",
            _(
                "Discarded buildings bring their resources all the same. No points change; only the check of the supply"
                " expects more."
            ),
        ),
        Decision(
            "D3",
            _("How does a Monument score?"),
            format_lazy(
                _("By each neighbor, from {least} to {most} VP, as the rulebooks list them."),
                least=min(MONUMENT.values()),
                most=max(MONUMENT.values()),
            ),
            _(
                "All three rulebooks agree. The campaign manual speaks of 1 to 3 VP by neighbor and sends you to the"
                " Helper."
            ),
            touches=_expert,
        ),
        Decision(
            "D4",
            _("What is a group of more than five Office Towers worth?"),
            _("Each of its towers scores as in a group of five."),
            _("No rulebook goes on after the line of five, nor does the manual; a public solver stops there too."),
            touches=_expert,
        ),
        Decision(
            "D5",
            _("Does a building without its resources count for anything?"),
            _(
                "No. It leaves the city before scoring. Its square is empty from then on: for neighbors, districts,"
                " the"
                " bonuses of a mission and the tie-break."
            ),
            _(
                "The rulebooks remove it before scoring; they do not mention the tie-break, nor does the manual its"
                " bonuses."
            ),
        ),
        Decision(
            "D6",
            _("What do Playgrounds beyond a full set bring?"),
            _("Nothing further. Only full sets count for the bonus."),
            _("The campaign manual gives no rounding; no rulebook knows the bonus."),
            touches=_with(PlaygroundSets),
        ),
        Decision(
            "D7",
            _("Can the gray #5 be played twice in a round?"),
            _(
                "No. Each player owns one and plays it as one of the other numbers. A placed Architect stays where it"
                " is until the round ends."
            ),
            _("The campaign manual speaks of using it again; by the rulebooks a placed Architect stays for the round."),
            touches=lambda rules: bool(rules.architects.wild) and not rules.architects.shared,
        ),
        Decision(
            "D8",
            _("Who may take the gray #5 out of a shared pool?"),
            _("Anybody, also more than once, as long as there is one in the pool."),
            _("So the campaign manual; the rulebooks say the same of the Expert pool."),
            touches=lambda rules: bool(rules.architects.wild) and rules.architects.shared,
        ),
        Decision(
            "D9",
            _("When does a Mayor tile score, and who may take it?"),
            _(
                "It scores in an activated Tower Block. Whoever builds it may take an Inhabitant and an Energy Unit,"
                " both or neither. On the first turn of every round the first player may not take it."
            ),
            _(
                "The campaign manual says neither whether activation matters nor which first turn it means, and speaks"
                " of taking the tile; in the rulebooks the Mayor comes with building it."
            ),
            touches=_with(MayorTiles),
        ),
        Decision(
            "D10",
            _("When is it judged whether a district is full?"),
            _("After the buildings without resources have left the city."),
            _("The campaign manual does not say; the rulebooks remove these buildings before anything is scored."),
            touches=_with(DistrictCompletion),
        ),
        Decision(
            "D11",
            _("What if a player does not hold the number that comes next?"),
            _(
                "A round opens with the lowest number. Then follows the same number or the next one, and after the"
                " highest the lowest again. Who holds neither plays the next higher one they hold, and says so."
            ),
            _(
                "The campaign manual has the sequence in its table, and in its answers a way out only without a legal"
                " move. No rulebook knows it."
            ),
            touches=lambda rules: rules.architects.in_sequence,
        ),
        Decision(
            "D12",
            _("Who counts as a worker?"),
            _("Inhabitants in activated Public Services, Factories and Office Towers."),
            _(
                "That is the campaign manual's list. It leaves the Harbors out, although the rulebooks put an"
                " Inhabitant"
                " to work in each of them."
            ),
            "harbor_workers",
            _("Inhabitants in activated Harbors are workers too."),
            touches=_with(Unemployment),
        ),
        Decision(
            "D13",
            _("Which Architects does each player own in the last mission?"),
            _("One of each number, #1 to #5; one of them stays unused every round."),
            _(
                "The campaign manual speaks of the four of a color, and of the #5 with an if. Expert Mode knows five"
                " numbers."
            ),
            "four_architects",
            _("Only #1 to #4; a round uses them all."),
            touches=lambda rules: rules.mode is Mode.EXPERT and not rules.architects.shared,
        ),
        Decision(
            "D14",
            _("How many Playgrounds are there?"),
            format_lazy(
                _(
                    "{certain}, one in each of the rounds 1 to {certain}."
                    " A further one for the last round of Expert may exist."
                ),
                certain=CERTAIN,
            ),
            _("The campaign manual numbers four; a public solver counts five. No rulebook has them."),
            touches=lambda rules: rules.playgrounds,
        ),
        Decision(
            "D15",
            _("Is a Playground beside a Monument a Park?"),
            format_lazy(_("Yes: {vp} VP, like a Park."), vp=MONUMENT[Kind.PLAYGROUND]),
            _("A public solver does it so; neither rulebooks nor manual say anything."),
            touches=lambda rules: rules.playgrounds and rules.mode is Mode.EXPERT,
        ),
        Decision(
            "D16",
            _("Who wins the campaign in a tie?"),
            format_lazy(
                _(
                    "The better rank in the tie-break mission, which is mission {mission}; then more missions won, then"
                    " more Inhabitants on buildings in all missions; then the place is shared."
                ),
                mission=DEFAULT_TIEBREAK_MISSION,
            ),
            _("The campaign manual names a mission without saying which. The rulebooks know no campaign."),
            "tiebreak_mission",
            _("A campaign may choose another mission."),
        ),
        Decision(
            "D17",
            _("Who wins a game in a tie?"),
            _(
                "Whoever has more Inhabitants on buildings, Customers included; then whoever has fewer empty squares;"
                " then the place is shared."
            ),
            _("The rulebooks and the manual name these two steps and stop there."),
        ),
        Decision(
            "D18",
            _("What if an Architect points at a face-down tile?"),
            _("The square counts as empty: nothing is taken, and the Urbanist moves there."),
            _("Neither rulebooks nor manual say; a public list of the tiles plays it so."),
        ),
        Decision(
            "D19",
            _("Which tiles stay face-down in Expert Mode with fewer than four players?"),
            _(
                "Those with the markers on the list; look at the tiles themselves. How many there are is known for"
                " Classic Mode only, so for Expert this page says what is certain and no more."
            ),
            _("No source prints the markers of the tiles that only Expert Mode uses, but for two Monuments."),
            touches=_expert,
        ),
    )
}


def decisions_of(rules: Rules) -> list[Decision]:
    """The decisions that can matter under these rules, in order."""
    return [decision for decision in DECISIONS.values() if decision.touches(rules)]
