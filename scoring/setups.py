"""The setup of a mission: every figure that a group of players needs before the game."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from heapq import nlargest

from scoring.boards import Mode
from scoring.house_rules import HouseRules
from scoring.kinds import Kind
from scoring.kinds.services.base import FACE_UP, TILES
from scoring.messages import Message, gettext, ngettext
from scoring.missions import Mission
from scoring.rules import MODE_RULES, TURNS_A_ROUND, Architects, Rules
from scoring.tiles import (
    ENERGY_IN_BOX,
    INHABITANTS_IN_BOX,
    PLAYERS,
    PLAYGROUND_INHABITANTS,
    SOLO,
    PlaygroundTile,
    check_players,
    face_up,
    nearest_table,
    playgrounds,
    possibly_face_up,
    tiles_in_use,
)

SHARED = gettext("All Architects lie in one pool; everybody plays from it.")
WILD = gettext("A gray #5 is played as any number from {lowest} to {highest}.")
SEQUENCE = gettext(
    "A round opens with a #{first}. Each next Architect has the same number or the next one; after {highest} "
    "comes {first}. If you have neither, play your next higher number in this order."
)
INHABITANTS_FACTOR = gettext("Take {factor} Inhabitants for each one printed on a tile.")
MAYOR_FIRST_TURN = gettext("The first player does not take the Mayor tile on the first turn of a round.")
MAYOR_OFFER = ngettext(
    "If you build a Mayor tile, you may take {count} extra Inhabitant and {count} Energy Unit: both or neither.",
    "If you build a Mayor tile, you may take {count} extra Inhabitants and {count} Energy Units: both or neither.",
)
SERVICES_FACE_UP = gettext("Lay {face_up} of the {count} special Public Services face-up before each round.")
SERVICES_SWAP = gettext("If you take a Public Service, build it and discard a special one, or the reverse.")
SERVICES_RENEWED = gettext("After a round discard the special ones left. If the stack runs out, reshuffle them.")
UNUSED_INHABITANT = gettext("Each Inhabitant without work or shop costs {vp} VP.")
NO_COST_INHABITANTS = gettext("Unused Inhabitants cost nothing.")
UNUSED_ENERGY = gettext("Each unused Energy Unit costs {vp} VP.")
NO_COST_ENERGY = gettext("Unused Energy Units cost nothing.")
MORE_INHABITANTS = gettext("Up to {count} Inhabitants can come into play; the box holds {limit}.")
MORE_ENERGY = gettext("Up to {count} Energy Units can come into play; the box holds {limit}.")
RIVAL_IS_OURS = gettext("These rules for one player are ours; no rulebook has any.")
RIVAL_IN_TURN = (
    gettext("Turn over one of the rival's Architects after each of your turns."),
    gettext("Lay it at the next free place clockwise from yours: its tile leaves the game."),
    gettext("The Urbanist moves to that square."),
)
ROUNDS = ngettext("The game ends after {count} round.", "The game ends after {count} rounds.")
TOWERS = gettext("Tower Blocks of 1 to {most} floors bring {vp} VP.")
PARKS = gettext("Parks beside 1 to {most} towers bring {vp} VP.")


@dataclass(frozen=True, slots=True)
class Round:
    """One round's tiles on the Construction Site."""

    number: int
    tiles: int
    face_up_at_least: int
    face_up_at_most: int  # more than `face_up_at_least` if some markers are unknown (D19 in docs/rules.md)
    kinds: dict[Kind, int]  # the number of tiles in the bag, by kind of building
    playgrounds: tuple[PlaygroundTile, ...]
    monuments: int
    mayor_tile: bool
    takes: int  # the number of tiles that all players together take in this round
    face_down: tuple[int, ...]  # the numbers of players printed on the markers of the face-down tiles

    @property
    def face_up(self) -> int | None:
        """Return the number of face-up tiles; None if it is not known exactly."""
        return self.face_up_at_least if self.face_up_at_least == self.face_up_at_most else None


@dataclass(frozen=True, slots=True)
class ArchitectSupply:
    """The Architects that all players together need."""

    shared: bool
    own: tuple[int, ...]  # the numbers of each player's Architects; if `shared`, all go into one pool
    wild_each: int
    unused_each: int  # the number of Architects that each player leaves unplayed in a round
    of_each_number: dict[int, int]  # the number of Architects by their printed number
    rival: tuple[int, ...]  # the Architects of a second color, for a solo player's rival; () for more players


@dataclass(frozen=True, slots=True)
class SpecialServices:
    """The stack of special Public Services: how many tiles the mode has, and how many lie face-up in each round."""

    tiles: int
    face_up: int


@dataclass(frozen=True)
class Setup:
    """A mission set up for some players, under their house rules."""

    mission: Mission
    players: int
    rules: Rules
    rounds: tuple[Round, ...]
    architects: ArchitectSupply
    inhabitants_reserve: int = INHABITANTS_IN_BOX
    energy_reserve: int = ENERGY_IN_BOX

    @property
    def is_solo(self) -> bool:
        return self.players == SOLO

    @property
    def rival(self) -> tuple[Message, ...]:
        """Return the steps that a solo player does for the rival after each turn; () for more players."""
        return tuple(map(Message, RIVAL_IN_TURN)) if self.is_solo else ()

    @property
    def services(self) -> SpecialServices | None:
        """Return the stack of the expansion's tiles; None for a mission without the expansion."""
        return SpecialServices(TILES[self.rules.mode], FACE_UP) if self.rules.services else None

    @property
    def mat_side(self) -> Mode:
        return self.rules.mode

    @cached_property
    def announcements(self) -> tuple[Message, ...]:
        """List the sentences that are read to the players before the game."""
        rules = self.rules
        return (
            *([Message(RIVAL_IS_OURS)] if self.is_solo else []),
            *self.rival,
            *_of_the_game(rules),
            *_of_the_architects(rules.architects),
            *_of_the_tiles(rules),
            *_of_the_services(self.services),
            *[bonus.announcement for bonus in rules.bonuses],
            # Announce the VP tables of the mission itself, without house rules: the group knows its own house rules.
            *_of_the_tables(self.mission.rules),
            *_of_the_unused(rules),
        )

    @property
    def shortages(self) -> tuple[Message, ...]:
        """Name the pieces that the box lacks if the players take the tiles with the most resources in each round."""
        inhabitants = sum(_most_inhabitants(self.rules, self.players, number) for number in self.rules.rounds)
        energy = sum(_most_energy(self.rules, self.players, number) for number in self.rules.rounds)
        return tuple(
            Message(text, count=count, limit=limit)
            for text, count, limit in (
                (MORE_INHABITANTS, inhabitants, self.inhabitants_reserve),
                (MORE_ENERGY, energy, self.energy_reserve),
            )
            if count > limit
        )


def _most_inhabitants(rules: Rules, players: int, of_round: int) -> int:
    tiles = possibly_face_up(rules.mode, players, of_round)
    brought = [tile.inhabitants * rules.inhabitants_factor + tile.mayor * rules.mayor_offer for tile in tiles]
    if rules.playgrounds:
        swapped = sum(playground.round == of_round for playground in playgrounds(rules.mode))
        brought += [PLAYGROUND_INHABITANTS * rules.inhabitants_factor] * swapped
    return sum(nlargest(players * TURNS_A_ROUND, brought))


def _most_energy(rules: Rules, players: int, of_round: int) -> int:
    tiles = possibly_face_up(rules.mode, players, of_round)
    return sum(nlargest(players * TURNS_A_ROUND, [tile.energy + tile.mayor * rules.mayor_offer for tile in tiles]))


def _of_the_game(rules: Rules) -> Iterator[Message]:
    if rules.last_round:
        yield Message(ROUNDS, count=rules.last_round)


def _of_the_architects(architects: Architects) -> Iterator[Message]:
    lowest, highest = min(architects.numbers), max(architects.numbers)
    if architects.shared:
        yield Message(SHARED)
    if architects.wild:
        yield Message(WILD, lowest=lowest, highest=highest)
    if architects.in_sequence:
        yield Message(SEQUENCE, first=lowest, highest=highest)


def _of_the_tiles(rules: Rules) -> Iterator[Message]:
    if rules.inhabitants_factor > 1:
        yield Message(INHABITANTS_FACTOR, factor=rules.inhabitants_factor)
    if rules.mayor_offer:
        yield Message(MAYOR_FIRST_TURN)
        yield Message(MAYOR_OFFER, count=rules.mayor_offer)


def _of_the_services(services: SpecialServices | None) -> Iterator[Message]:
    if services:
        yield Message(SERVICES_FACE_UP, face_up=services.face_up, count=services.tiles)
        yield Message(SERVICES_SWAP)
        yield Message(SERVICES_RENEWED)


def _of_the_tables(rules: Rules) -> Iterator[Message]:
    usual = MODE_RULES[rules.mode].points
    for text, table, usual_table in (
        (TOWERS, rules.points.tower_block, usual.tower_block),
        (PARKS, rules.points.park, usual.park),
    ):
        if table != usual_table:
            yield Message(text, most=len(table) - 1, vp=", ".join(map(str, table[1:])))


def _of_the_unused(rules: Rules) -> Iterator[Message]:
    usual = MODE_RULES[rules.mode]
    if rules.unused_inhabitant != usual.unused_inhabitant:
        cost = rules.unused_inhabitant
        yield Message(UNUSED_INHABITANT, vp=cost) if cost else Message(NO_COST_INHABITANTS)
    if rules.unused_energy != usual.unused_energy:
        cost = rules.unused_energy
        yield Message(UNUSED_ENERGY, vp=cost) if cost else Message(NO_COST_ENERGY)


def setup(mission: Mission, players: int, house_rules: HouseRules | None = None) -> Setup:
    """Set a mission up for 1 to 4 players. Raises RuleError for another number.

    Source: docs/rules.md sections 1, 3, 7-9, D21.
    """
    check_players(players)
    rules = mission.rules.with_house_rules(house_rules or HouseRules())
    return Setup(
        mission=mission,
        players=players,
        rules=rules,
        rounds=tuple(_round(rules, players, number) for number in rules.rounds),
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
        face_down=tuple(marker for marker in PLAYERS if marker > nearest_table(players)),
    )


def _architects(rules: Rules, players: int) -> ArchitectSupply:
    architects = rules.architects
    rival = architects.numbers if players == SOLO else ()
    of_each = dict.fromkeys(architects.numbers, players + bool(rival))
    if architects.wild:
        of_each[architects.wild_number] = architects.wild * players
    return ArchitectSupply(
        shared=architects.shared,
        own=architects.numbers,
        wild_each=architects.wild,
        unused_each=len(architects.numbers) + architects.wild - TURNS_A_ROUND,
        of_each_number=of_each,
        rival=rival,
    )
