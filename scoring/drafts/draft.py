"""A draft: a simulated game, turn by turn, until the cities are finished. Source: docs/rules.md sections 3 and 4."""

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from scoring.city import City
from scoring.drafts.mats import PlayerMat, Way
from scoring.drafts.sites import PLACES, ConstructionSite, lay
from scoring.errors import RuleError
from scoring.messages import Message, gettext
from scoring.rules import TURNS_A_ROUND, Rules
from scoring.tiles import MOST_PLAYERS, SOLO, Tile
from scoring.turns import Play, dealt, playable

NO_SERVICES = gettext("Games with the expansion cannot be drafted by a program: only some of its tiles are known here.")


def no_draft(rules: Rules) -> Message | None:
    """Return the reason why no draft is possible under these rules, or None if a draft is possible."""
    return Message(NO_SERVICES) if rules.services else None


class Option(NamedTuple):
    """An Architect, the tile that it can take, and the places (indexes of PLACES) from which it takes this tile.

    `tile` is None if the Architect points at a cell without a face-up tile.
    """

    play: Play
    tile: Tile | None
    places: tuple[int, ...]


class Turn(NamedTuple):
    """One player's turn: the Architect played, its place, and how the tile is built.

    `way` is None if the player discards the tile, or if the Architect points at no tile.
    """

    play: Play
    place: int
    way: Way | None = None
    takes_offer: bool = False  # True if the player takes the resources that the mission offers for a Mayor tile


class Taken(NamedTuple):
    """A finished turn. In a solo game it includes the move of the automatic rival, who then lays an Architect.

    `rivals_place` is None if there is no rival, or no free place for the rival's Architect. `rivals_tile` is the tile
    that this Architect removed, or None. Source: decision D21 in docs/rules.md.
    """

    of_round: int
    seat: int
    turn: Turn
    tile: Tile | None
    rivals_place: int | None = None
    rivals_number: int = 0
    rivals_tile: Tile | None = None


class Draft:
    """A draft of 1 to 4 players.

    Drafts of the same mode with the same seed and number of players get the same construction sites. The players' moves
    do not change which tiles come up. If the rules have Playgrounds, these replace some of the Parks.
    """

    def __init__(self, rules: Rules, players: int, seed: str) -> None:
        """Set up the first round.

        Raises RuleError if these rules allow no draft, and ValueError for a number of players outside 1 to 4.
        """
        if refusal := no_draft(rules):
            raise RuleError(refusal)
        if players not in range(SOLO, MOST_PLAYERS + 1):
            raise ValueError(f"expected {SOLO} to {MOST_PLAYERS} players, got {players}")
        self.rules = rules
        self.players = players
        self.seed = seed
        self.mats = [PlayerMat(rules) for _ in range(players)]
        self.rounds = list(rules.rounds)
        self.taken: list[Taken] = []
        self.round = 0  # the index of the present round in `rounds`
        self.first_player = self.next_first_player = 0
        self._set_up()

    def _set_up(self) -> None:
        """Set up the round: lay the tiles, give the Architects back, put the Urbanist beside the site."""
        architects, number = self.rules.architects, self.rounds[self.round]
        self.site: ConstructionSite = lay(self.rules, self.players, number, self._generator("site"))
        self.hands = dealt(architects, self.players)
        # After each turn of a solo player, the rival lays one of these Architects, in random order. The Architects that
        # are left at the end of the round stay face-down.
        self.rivals = list(architects.numbers) if self.players == SOLO else []
        self._generator("rival").shuffle(self.rivals)
        self.last_number: int | None = None
        self.turn = 0  # the number of turns that all players together have taken in this round
        self.first_player = self.next_first_player

    def _generator(self, of: str) -> Random:
        return Random(f"{self.seed}, {self.players} players, {of} of round {self.rounds[self.round]}")

    @property
    def is_over(self) -> bool:
        return self.round == len(self.rounds)

    @property
    def seat(self) -> int:
        """Return the seat of the player whose turn it is, counted from 0."""
        return (self.first_player + self.turn) % self.players

    @property
    def mat(self) -> PlayerMat:
        """Return the mat of the player whose turn it is."""
        return self.mats[self.seat]

    @property
    def turns_left(self) -> int:
        """Return the number of turns that the present player still has in the game after this turn."""
        return (len(self.rounds) - self.round) * TURNS_A_ROUND - self.turn // self.players - 1

    @property
    def cities(self) -> list[City]:
        return [mat.city for mat in self.mats]

    def plays(self) -> tuple[Play, ...]:
        """Return the Architects that the present player can use, each with a number that it can count as."""
        return playable(self.rules.architects, self.hands[self.seat].elements(), self.last_number).plays

    def options(self) -> list[Option]:
        """Return all options of the present player, in a fixed order. There is always at least one."""
        found: dict[tuple[Play, int | None], tuple[Tile | None, list[int]]] = {}
        free = self.site.free_places()
        for play in self.plays():
            for place in free:
                tile = self.site.tile_from(place, play.number)
                if not self._is_barred(tile):
                    cell = PLACES[place][play.number - 1] if tile else None
                    found.setdefault((play, cell), (tile, []))[1].append(place)
        return [Option(play, tile, tuple(places)) for (play, _cell), (tile, places) in found.items()]

    def _is_barred(self, tile: Tile | None) -> bool:
        """Tell whether the rules forbid taking the tile now.

        Nobody may take a Mayor tile that offers resources on the first turn of a round (D9 in docs/rules.md).
        """
        return bool(tile and tile.mayor and self.rules.mayor_offer and not self.turn)

    def take(self, turn: Turn) -> Taken:
        """Carry out a turn. Raises ValueError for a turn that the rules do not allow."""
        round_number, seat, mat, play = self.rounds[self.round], self.seat, self.mat, turn.play
        if play not in self.plays() or not self.site.is_free(turn.place):
            raise ValueError(f"expected an Architect and a place that are free, got {turn}")
        tile = self.site.tile_from(turn.place, play.number)
        if self._is_barred(tile):
            raise ValueError("expected the first player to leave the Mayor tile on the first turn")
        offer = self._offer(tile, turn)
        if turn.way and (tile is None or turn.way not in mat.ways(tile, play.number)):
            raise ValueError(f"expected a square where the tile can be built, got {turn}")
        self.site.put(turn.place, play.number)
        hand = self.hands[seat]
        hand[play.architect] -= 1
        self.last_number = play.number
        if tile and turn.way:
            mat.build(tile, turn.way, offer)
            if tile.mayor:
                self.next_first_player = seat
        elif tile:
            mat.discard(tile)
        taken = self._rivals_turn(Taken(round_number, seat, turn, tile))
        self.taken.append(taken)
        self.turn += 1
        if self.turn == TURNS_A_ROUND * self.players:
            self.round += 1
            if not self.is_over:
                self._set_up()
        return taken

    def _offer(self, tile: Tile | None, turn: Turn) -> int:
        if not turn.takes_offer:
            return 0
        if not (tile and tile.mayor and turn.way and self.rules.mayor_offer):
            raise ValueError(f"expected an offer only for building a Mayor tile, got {turn}")
        return self.rules.mayor_offer

    def _rivals_turn(self, taken: Taken) -> Taken:
        """Let the rival of a solo player lay an Architect (decision D21 in docs/rules.md), and add this to `taken`."""
        place = self.site.next_free_place(taken.turn.place) if self.rivals else None
        if place is None:
            return taken
        number = self.rivals.pop()
        tile = self.site.put(place, number)
        return taken._replace(rivals_place=place, rivals_number=number, rivals_tile=tile)


TurnChooser = Callable[[Draft], Turn]


def drafted(draft: Draft, drafters: list[TurnChooser]) -> Iterator[Taken]:
    """Play a draft to its end with one drafter per seat, and yield each turn."""
    while not draft.is_over:
        yield draft.take(drafters[draft.seat](draft))
