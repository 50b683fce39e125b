"""The construction site: 25 tiles, 20 places for Architects around them, and the Urbanist.

Source: docs/rules.md sections 3 and 4.
"""

from collections.abc import Sequence
from random import Random

from scoring.kinds import Kind
from scoring.rules import Rules
from scoring.tiles import (
    MOST_PLAYERS,
    PLAYGROUND_INHABITANTS,
    Tile,
    face_up,
    nearest_table,
    playgrounds,
    possibly_face_up,
    tiles_in_use,
)

SIZE = 5  # the number of rows, and of columns
# The number of tiles that lie face-up in a round, by number of players. These are the numbers of Classic Mode. They are
# also used for Expert Mode, because no source gives the numbers of that mode (decision D19 in docs/rules.md).
FACE_UP = {2: 16, 3: 20, 4: 25}

_ROWS = tuple(tuple(range(start, start + SIZE)) for start in range(0, SIZE * SIZE, SIZE))
_COLUMNS = tuple(zip(*_ROWS, strict=True))
# The places for Architects, clockwise from the upper left corner. Each place lists the cells of its row or column,
# beginning with the cell next to the place. Cells are numbered in reading order.
PLACES: tuple[tuple[int, ...], ...] = (
    *_COLUMNS,
    *(row[::-1] for row in _ROWS),
    *(column[::-1] for column in reversed(_COLUMNS)),
    *reversed(_ROWS),
)
# For each cell, the four places at the ends of its row and its column.
LINES_OF = tuple(frozenset(place for place, cells in enumerate(PLACES) if cell in cells) for cell in range(SIZE * SIZE))
PLACE_NAMES = tuple(
    [f"{side}{line + 1}" for side, lines in (("↓", range(SIZE)), ("←", range(SIZE))) for line in lines]
    + [f"{side}{line + 1}" for side in "↑→" for line in reversed(range(SIZE))]
)


class ConstructionSite:
    """The construction site in one round. In `tiles`, a cell is None if its tile was taken or lies face-down."""

    def __init__(self, tiles: Sequence[Tile | None]) -> None:
        if len(tiles) != SIZE * SIZE:
            raise ValueError(f"expected {SIZE * SIZE} tiles, got {len(tiles)}")
        self.tiles: list[Tile | None] = list(tiles)
        self.architects: dict[int, int] = {}  # the number of the Architect at each place
        self.urbanist: int | None = None  # the Urbanist's cell; None before the first turn

    def free_places(self) -> list[int]:
        """Return the places that have no Architect and whose row or column does not hold the Urbanist."""
        barred = LINES_OF[self.urbanist] if self.urbanist is not None else ()
        return [place for place in range(len(PLACES)) if place not in self.architects and place not in barred]

    def is_free(self, place: int) -> bool:
        return place in self.free_places()

    def next_free_place(self, place: int) -> int | None:
        """Return the next free place clockwise from this place, or None if no place is free."""
        around = [*range(place + 1, len(PLACES)), *range(place)]
        return next((other for other in around if self.is_free(other)), None)

    def tile_from(self, place: int, number: int) -> Tile | None:
        """Return the face-up tile that Architect `number` would take at `place` (an index of PLACES), or None."""
        return self.tiles[PLACES[place][number - 1]]

    def put(self, place: int, number: int) -> Tile | None:
        """Put an Architect on a place. Take the tile to which it points, and move the Urbanist to this tile's cell.

        Return the tile, or None if the cell had no face-up tile. Raises ValueError if the place is not free.
        """
        if not self.is_free(place):
            raise ValueError(f"expected a free place, got {PLACE_NAMES[place]}")
        self.architects[place] = number
        cell = PLACES[place][number - 1]
        self.urbanist = cell
        tile, self.tiles[cell] = self.tiles[cell], None
        return tile


def lay(rules: Rules, players: int, of_round: int, rng: Random) -> ConstructionSite:
    """Lay the tiles of a round at random. A solo player uses the site for two players (decision D21 in docs/rules.md).

    Playgrounds replace only Parks that lie face-up.
    """
    table = nearest_table(players)
    certain = {tile.id for tile in face_up(rules.mode, table, of_round)}
    possible = [tile.id for tile in possibly_face_up(rules.mode, table, of_round) if tile.id not in certain]
    rng.shuffle(possible)
    up = certain | set(possible[: FACE_UP[table] - len(certain)])
    laid: list[Tile | None] = [tile if tile.id in up else None for tile in tiles_in_use(rules.mode, of_round)]
    if rules.playgrounds:
        parks = [cell for cell, tile in enumerate(laid) if tile and tile.kind is Kind.PARK]
        coming = [one for one in playgrounds(rules.mode) if one.round == of_round and one.is_certain]
        for cell, one in zip(parks, coming, strict=False):
            laid[cell] = Tile(one.id, of_round, Kind.PLAYGROUND, (rules.mode,), inhabitants=PLAYGROUND_INHABITANTS)
    rng.shuffle(laid)
    return ConstructionSite(laid)


assert FACE_UP[MOST_PLAYERS] == SIZE * SIZE
