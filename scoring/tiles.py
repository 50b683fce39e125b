"""The catalogue: every building tile in the box, and the promotional Playgrounds.

Reconstructed from public tile lists, kind by kind and round by round, and meeting every total the rulebooks print
(docs/rules.md sections 1, 7 and 8). Which of several equal tiles is the Classic-only one is a guess in seven groups,
but no total depends on it.
"""

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

from scoring.boards import Mode
from scoring.buildings import Kind
from scoring.errors import RuleError
from scoring.messages import Message


class Tile(NamedTuple):
    """One building tile: `round` and `modes` stand on its back, building it brings `inhabitants` and `energy`.

    `players` is the number of players from which the tile is laid face-up; None where no source gives the marker:
    Expert-only tiles but Monuments and the Mayor tower (D19). Tiles with the same `alike` equal each other but for the
    marker, and which of them is Classic-only is a guess.
    """

    id: str
    round: int
    kind: Kind
    modes: tuple[Mode, ...]
    inhabitants: int = 0
    energy: int = 0
    vp: int = 0
    mayor: bool = False
    players: int | None = 2
    alike: str | None = None


class Playground(NamedTuple):
    """A Playground replaces one Park of its round; the fifth, for Expert round 5, counts as possible (D14)."""

    id: str
    replaces: str
    round: int
    is_certain: bool


def _load() -> tuple[tuple[Tile, ...], tuple[Playground, ...]]:
    data = json.loads(Path(__file__).with_name("tiles.json").read_text(encoding="utf-8"))
    tiles = tuple(
        Tile(**{**tile, "kind": Kind(tile["kind"]), "modes": tuple(Mode(mode) for mode in tile["modes"])})
        for tile in data["tiles"]
    )
    return tiles, tuple(Playground(**playground) for playground in data["playgrounds"])


TILES, PLAYGROUNDS = _load()
PLAYGROUND_INHABITANTS = 1

PLAYERS = range(2, 5)

# The box holds this many pieces (docs/rules.md section 1).
INHABITANTS_IN_BOX = 65
ENERGY_IN_BOX = 50


def check_players(players: int) -> None:
    """Raises RuleError for a number of players the game is not for."""
    if players not in PLAYERS:
        raise RuleError(Message("rules.players", lowest=PLAYERS[0], highest=PLAYERS[-1], found=players))


@cache
def rounds(mode: Mode) -> tuple[int, ...]:
    """The rounds of a game: 1-4 in Classic, 1-5 in Expert."""
    return tuple(sorted({tile.round for tile in TILES if mode in tile.modes}))


@cache
def tiles_in_use(mode: Mode, of_round: int | None = None) -> tuple[Tile, ...]:
    """The tiles that go into the bag, all of them or those of one round; Parks not yet swapped for Playgrounds."""
    return tuple(tile for tile in TILES if mode in tile.modes and of_round in (None, tile.round))


@cache
def face_up(mode: Mode, players: int, of_round: int | None = None) -> tuple[Tile, ...]:
    """The tiles certainly turned face-up with this many players: not, in Expert, those of unknown marker (D19)."""
    return tuple(tile for tile in tiles_in_use(mode, of_round) if max(_markers(tile, mode)) <= players)


@cache
def possibly_face_up(mode: Mode, players: int, of_round: int | None = None) -> tuple[Tile, ...]:
    """`face_up` and the tiles whose marker no source gives (D19): nobody can have built any other tile."""
    return tuple(tile for tile in tiles_in_use(mode, of_round) if min(_markers(tile, mode)) <= players)


@cache
def count_face_up(mode: Mode, players: int, of_round: int) -> tuple[int, int]:
    """How many tiles of a round are turned face-up: at the least and at the most, the same where markers are known."""
    tiles = tiles_in_use(mode, of_round)
    if players == max(PLAYERS):
        return len(tiles), len(tiles)
    least = most = 0
    for tile in tiles:
        if tile.alike is None:
            least += max(_markers(tile, mode)) <= players
            most += min(_markers(tile, mode)) <= players
    for alike in {tile.alike for tile in tiles if tile.alike}:
        # Of tiles that equal each other only the number left out of this mode is known, not which.
        group = [tile for tile in TILES if tile.alike == alike]
        used = sum(mode in tile.modes for tile in group)
        turned = sum(tile.players is not None and tile.players <= players for tile in group)
        least += max(0, turned - (len(group) - used))
        most += min(used, turned)
    return least, most


def _markers(tile: Tile, mode: Mode) -> tuple[int, ...]:
    """The numbers of players, any of which may be the one from which this tile lies face-up in a mode."""
    if tile.players is None:
        return tuple(PLAYERS)
    if mode is Mode.CLASSIC or tile.alike is None:
        return (tile.players,)
    return tuple(other.players for other in TILES if other.alike == tile.alike and other.players is not None)


@cache
def playgrounds(mode: Mode) -> tuple[Playground, ...]:
    """The Playgrounds a mode's rounds have room for: four in Classic, five in Expert."""
    return tuple(playground for playground in PLAYGROUNDS if playground.round in rounds(mode))
