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
from scoring.errors import RuleError
from scoring.kinds import Kind
from scoring.messages import Message, gettext


class Tile(NamedTuple):
    """One building tile: `round` and `modes` stand on its back, building it brings `inhabitants` and `energy`.

    `players` is the number of players from which the tile is laid face-up; None where no source gives the marker:
    Expert-only tiles except Monuments and the Mayor tower (D19). Tiles with the same `alike` equal each other except
    for the marker, and which of them is Classic-only is a guess.
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
_ALIKE = frozenset(tile.alike for tile in TILES if tile.alike)
PLAYGROUND_INHABITANTS = 1

FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
PLAYERS = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)

# The box holds this many pieces (docs/rules.md section 1).
INHABITANTS_IN_BOX = 65
ENERGY_IN_BOX = 50


def check_players(players: int) -> None:
    """Raise RuleError for a number of players the game is not for."""
    if players not in PLAYERS:
        raise RuleError(
            Message(
                gettext("Quadropolis is for {lowest} to {highest} players, not {found}."),
                lowest=FEWEST_PLAYERS,
                highest=MOST_PLAYERS,
                found=players,
            )
        )


def nearest_table(players: int) -> int:
    """Return the number of players the game is for that comes nearest to this one."""
    return min(max(players, FEWEST_PLAYERS), MOST_PLAYERS)


@cache
def rounds(mode: Mode) -> tuple[int, ...]:
    """Return the rounds of a game: 1-4 in Classic, 1-5 in Expert."""
    return tuple(sorted({tile.round for tile in TILES if mode in tile.modes}))


@cache
def tiles_in_use(mode: Mode, of_round: int | None = None) -> tuple[Tile, ...]:
    """Return the tiles that go into the bag, all or those of one round; Parks not yet swapped for Playgrounds."""
    return tuple(tile for tile in TILES if mode in tile.modes and of_round in (None, tile.round))


@cache
def face_up(mode: Mode, players: int, of_round: int | None = None) -> tuple[Tile, ...]:
    """Return as many tiles as are certainly turned face-up with so many players (D19)."""
    return _turned(mode, players, of_round, certainly=True)


@cache
def possibly_face_up(mode: Mode, players: int, of_round: int | None = None) -> tuple[Tile, ...]:
    """Return the most tiles that can be turned face-up: nobody can have built more (D19)."""
    return _turned(mode, players, of_round, certainly=False)


def _turned(mode: Mode, players: int, of_round: int | None, *, certainly: bool) -> tuple[Tile, ...]:
    turned = []
    left = {alike: _alike_turned(alike, mode, players, certainly=certainly) for alike in _ALIKE}
    for tile in tiles_in_use(mode, of_round):
        if tile.alike is not None and mode is Mode.EXPERT:
            # Classic uses them all; here only the number of those left out is known, not which.
            if left[tile.alike]:
                left[tile.alike] -= 1
                turned.append(tile)
        elif tile.players is None:
            # Everybody's tiles lie face-up with four players.
            if players == MOST_PLAYERS or not certainly:
                turned.append(tile)
        elif tile.players <= players:
            turned.append(tile)
    return tuple(turned)


def _alike_turned(alike: str, mode: Mode, players: int, *, certainly: bool) -> int:
    """Count how many of some equal tiles are turned, whichever of them the mode leaves out."""
    group = [tile for tile in TILES if tile.alike == alike]
    used = sum(mode in tile.modes for tile in group)
    turned = sum(tile.players is not None and tile.players <= players for tile in group)
    return max(0, turned - (len(group) - used)) if certainly else min(used, turned)


@cache
def playgrounds(mode: Mode) -> tuple[Playground, ...]:
    """Return the Playgrounds a mode's rounds have room for: four in Classic, five in Expert."""
    return tuple(playground for playground in PLAYGROUNDS if playground.round in rounds(mode))
