"""The table before a game: every figure of a mission's setup for a number of players."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from scoring.boards import Mode
from scoring.house_rules import HouseRules
from scoring.kinds import Kind
from scoring.messages import Message, gettext, ngettext
from scoring.missions import Mission
from scoring.rules import TURNS_A_ROUND, Rules
from scoring.tiles import (
    ENERGY_IN_BOX,
    INHABITANTS_IN_BOX,
    PLAYERS,
    Playground,
    check_players,
    face_up,
    playgrounds,
    possibly_face_up,
    rounds,
    tiles_in_use,
)

SHARED = gettext("All Architects lie in one pool; everybody plays from it.")
WILD = gettext("A gray #5 is played as any number from {lowest} to {highest}.")
SEQUENCE = gettext(
    "A round opens with a #{first}. Each next Architect has the same number or the next one; after {highest} "
    "comes {first}. If you have neither, play your next higher number, counting around."
)
INHABITANTS_FACTOR = gettext("Take {factor} Inhabitants for each one printed on a tile.")
MAYOR_FIRST_TURN = gettext("The first player does not take the Mayor tile on the first turn of a round.")
MAYOR_OFFER = ngettext(
    "If you build a Mayor tile, you may also take {count} Inhabitant and as many Energy Units: both or neither.",
    "If you build a Mayor tile, you may also take {count} Inhabitants and as many Energy Units: both or neither.",
)
UNUSED_INHABITANT = gettext("Each Inhabitant without work or shop costs {vp} VP.")


@dataclass(frozen=True, slots=True)
class Round:
    """One round's tiles on the Construction Site.

    `face_up` is exact where the markers are known, else None and `face_up_at_least` / `_at_most` say what is (D19).
    `kinds` counts the tiles in the bag once Parks are swapped for the Playgrounds certainly in the box; `takes` is what
    the players take in all; `face_down` names the markers left face-down by their lowest number of players.
    """

    number: int
    tiles: int
    face_up_at_least: int
    face_up_at_most: int
    kinds: dict[Kind, int]
    playgrounds: tuple[Playground, ...]
    monuments: int
    mayor_tile: bool
    takes: int
    face_down: tuple[int, ...]

    @property
    def face_up(self) -> int | None:
        return self.face_up_at_least if self.face_up_at_least == self.face_up_at_most else None


@dataclass(frozen=True, slots=True)
class ArchitectSupply:
    """The Architects a table needs: `of_each_number` in all, 5 counting the gray ones where they are wild."""

    shared: bool
    own: tuple[int, ...]  # one of each for every player, into the pool if shared
    wild_each: int
    unused_each: int  # a player a round
    of_each_number: dict[int, int]


@dataclass(frozen=True)
class Setup:
    """A mission set up for a table."""

    mission: Mission
    players: int
    rules: Rules
    rounds: tuple[Round, ...]
    architects: ArchitectSupply
    inhabitants_reserve: int = INHABITANTS_IN_BOX
    energy_reserve: int = ENERGY_IN_BOX

    @property
    def mat_side(self) -> Mode:
        return self.rules.mode

    @cached_property
    def announcements(self) -> tuple[Message, ...]:
        """List what to tell the table before the game, in the order of a turn."""
        rules, architects = self.rules, self.rules.architects
        said = []
        if architects.shared:
            said.append(Message(SHARED))
        if architects.wild:
            lowest, highest = min(architects.numbers), max(architects.numbers)
            said.append(
                Message(
                    WILD,
                    lowest=lowest,
                    highest=highest,
                )
            )
        if architects.in_sequence:
            first, highest = min(architects.numbers), max(architects.numbers)
            said.append(
                Message(
                    SEQUENCE,
                    first=first,
                    highest=highest,
                )
            )
        if rules.inhabitants_factor > 1:
            said.append(
                Message(
                    INHABITANTS_FACTOR,
                    factor=rules.inhabitants_factor,
                )
            )
        if rules.mayor_offer:
            said += [
                Message(MAYOR_FIRST_TURN),
                Message(
                    MAYOR_OFFER,
                    count=rules.mayor_offer,
                ),
            ]
        said += [bonus.announcement for bonus in rules.bonuses]
        if rules.unused_inhabitant > 1:
            said.append(Message(UNUSED_INHABITANT, vp=rules.unused_inhabitant))
        return tuple(said)


def setup(mission: Mission, players: int, house_rules: HouseRules | None = None) -> Setup:
    """Set a mission up for 2, 3 or 4 players. Raises RuleError for another number. Source: docs/rules.md 1, 3, 7-9."""
    check_players(players)
    rules = mission.rules.with_house_rules(house_rules or HouseRules())
    return Setup(
        mission=mission,
        players=players,
        rules=rules,
        rounds=tuple(_round(rules, players, number) for number in rounds(rules.mode)),
        architects=_architects(rules, players),
    )


def _round(rules: Rules, players: int, number: int) -> Round:
    tiles = tiles_in_use(rules.mode, number)
    coming = [playground for playground in playgrounds(rules.mode) if playground.round == number]
    swapped = tuple(coming) if rules.playgrounds else ()
    kinds = Counter(tile.kind for tile in tiles)
    for playground in swapped:
        if playground.is_certain:
            kinds[Kind.PARK] -= 1
            kinds[Kind.PLAYGROUND] += 1
    certainly = face_up(rules.mode, players, number)
    return Round(
        number=number,
        tiles=len(tiles),
        face_up_at_least=len(certainly),
        face_up_at_most=len(possibly_face_up(rules.mode, players, number)),
        kinds={kind: kinds[kind] for kind in Kind if kinds[kind]},
        playgrounds=swapped,
        monuments=sum(tile.kind is Kind.MONUMENT for tile in certainly),
        mayor_tile=any(tile.mayor for tile in tiles),
        takes=players * TURNS_A_ROUND,
        face_down=tuple(marker for marker in PLAYERS if marker > players),
    )


def _architects(rules: Rules, players: int) -> ArchitectSupply:
    architects = rules.architects
    of_each = dict.fromkeys(architects.numbers, players)
    if architects.wild:
        of_each[architects.wild_number] = architects.wild * players
    return ArchitectSupply(
        shared=architects.shared,
        own=architects.numbers,
        wild_each=architects.wild,
        unused_each=len(architects.numbers) + architects.wild - TURNS_A_ROUND,
        of_each_number=of_each,
    )
