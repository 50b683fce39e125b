"""The catalogue: every building tile in the box, and the promotional Playgrounds.

The data is reconstructed from public tile lists, kind by kind and round by round. It agrees with every total that the
rulebooks print (docs/rules.md sections 1, 7 and 8). For some tiles, `modes` is a guess, but no total depends on it.
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
    """One building tile. Its back shows `round` and `modes`. The player who builds it gets `inhabitants` and `energy`.

    `players` is the marker on the tile: the smallest number of players with which the tile lies face-up. It is None if
    no source gives the marker (decision D19 in docs/rules.md).
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
    alike: str | None = None  # the name of a group of tiles with equal faces; in such a group, `modes` is a guess


class PlaygroundTile(NamedTuple):
    """A Playground, which replaces a Park in its round."""

    id: str
    replaces: str  # the id of the Park tile
    round: int
    is_certain: bool  # False if the sources disagree on whether the box has this Playground (D14 in docs/rules.md)


def load() -> tuple[tuple[Tile, ...], tuple[PlaygroundTile, ...]]:
    """Read the tiles and the Playgrounds from tiles.json."""
    data = json.loads(Path(__file__).with_name("tiles.json").read_text(encoding="utf-8"))
    tiles = tuple(
        Tile(**{**tile, "kind": Kind(tile["kind"]), "modes": tuple(Mode(mode) for mode in tile["modes"])})
        for tile in data["tiles"]
    )
    return tiles, tuple(PlaygroundTile(**playground) for playground in data["playgrounds"])


TILES, PLAYGROUNDS = load()
_ALIKE = frozenset(tile.alike for tile in TILES if tile.alike)
PLAYGROUND_INHABITANTS = 1

SOLO = 1  # this site offers a solo game; the rulebooks have none (D21 in docs/rules.md)
FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
PLAYERS = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
TABLES = (SOLO, *PLAYERS)

# The numbers of pieces in the box (docs/rules.md section 1).
INHABITANTS_IN_BOX = 65
ENERGY_IN_BOX = 50
ARCHITECTS_IN_BOX = 20


def check_players(players: int) -> None:
    """Raise RuleError for a number of players that the game does not allow."""
    if players not in TABLES:
        text = gettext("Quadropolis is for {lowest} to {highest} players, not {found}.")
        raise RuleError(Message(text, lowest=SOLO, highest=MOST_PLAYERS, found=players))


def nearest_table(players: int) -> int:
    """Return the nearest number of players that the rulebooks allow. They have no solo game, so 1 becomes 2."""
    return min(max(players, FEWEST_PLAYERS), MOST_PLAYERS)


def table_for(players: int) -> int:
    """Return the nearest number of players from 1 to 4."""
    return min(max(players, SOLO), MOST_PLAYERS)


@cache
def rounds(mode: Mode) -> tuple[int, ...]:
    """Return the rounds of a game: 1-4 in Classic, 1-5 in Expert."""
    return tuple(sorted({tile.round for tile in TILES if mode in tile.modes}))


@cache
def tiles_in_use(mode: Mode, of_round: int | None = None) -> tuple[Tile, ...]:
    """Return the tiles for the bag, of all rounds or of one round, before Playgrounds replace Parks."""
    return tuple(tile for tile in TILES if mode in tile.modes and of_round in (None, tile.round))


@cache
def face_up(mode: Mode, players: int, of_round: int | None = None) -> tuple[Tile, ...]:
    """Return the tiles that certainly lie face-up with this number of players (D19 in docs/rules.md)."""
    return _turned(mode, nearest_table(players), of_round, certainly=True)


@cache
def possibly_face_up(mode: Mode, players: int, of_round: int | None = None) -> tuple[Tile, ...]:
    """Return the tiles that can lie face-up with this number of players (D19 in docs/rules.md)."""
    return _turned(mode, nearest_table(players), of_round, certainly=False)


def _turned(mode: Mode, players: int, of_round: int | None, *, certainly: bool) -> tuple[Tile, ...]:
    turned = []
    left = {alike: _alike_turned(alike, mode, players, certainly=certainly) for alike in _ALIKE}
    for tile in tiles_in_use(mode, of_round):
        if tile.alike is not None and mode is Mode.EXPERT:
            # Only the number of face-up tiles in this group is known. So choose tiles until the number is reached.
            if left[tile.alike]:
                left[tile.alike] -= 1
                turned.append(tile)
        elif tile.players is None:
            # A tile with an unknown marker lies face-up with four players. With fewer players, this is uncertain.
            if players == MOST_PLAYERS or not certainly:
                turned.append(tile)
        elif tile.players <= players:
            turned.append(tile)
    return tuple(turned)


def _alike_turned(alike: str, mode: Mode, players: int, *, certainly: bool) -> int:
    """Return the lowest possible number of face-up tiles in a group if `certainly` is set, otherwise the highest."""
    group = [tile for tile in TILES if tile.alike == alike]
    used = sum(mode in tile.modes for tile in group)
    turned = sum(tile.players is not None and tile.players <= players for tile in group)
    return max(0, turned - (len(group) - used)) if certainly else min(used, turned)


@cache
def playgrounds(mode: Mode) -> tuple[PlaygroundTile, ...]:
    """Return the Playgrounds of a mode's rounds: four in Classic, five in Expert."""
    return tuple(playground for playground in PLAYGROUNDS if playground.round in rounds(mode))
