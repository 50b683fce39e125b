"""The catalogue of tiles: filter the tiles, count them, and show equal tiles in one row."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext

from campaign.scores.words import BACKS
from scoring import Kind, Mode
from scoring.tiles import FEWEST_PLAYERS, TILES, Tile, face_up, possibly_face_up, rounds, tiles_in_use


class CatalogueRow(NamedTuple):
    """A row of the catalogue, for a group of equal tiles."""

    round: int
    kind: Kind
    inhabitants: int
    energy: int
    vp: int
    mayor: bool
    back: str  # the mode printed on the backs of these tiles
    marker: str  # the players for whom these tiles lie face-up: "from 3", "any number"
    is_guess: bool  # True if `back` is only inferred


@dataclass(frozen=True, slots=True)
class Count:
    """The number of tiles in a mode that match a filter, or its bounds if some player markers are unknown."""

    mode: Mode
    least: int
    most: int

    @property
    def is_exact(self) -> bool:
        return self.least == self.most


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter of the catalogue; a field that is None matches all tiles."""

    round: int | None = None
    kind: Kind | None = None
    mode: Mode | None = None
    players: int | None = None

    def keeps(self, tile: Tile) -> bool:
        return self.round in (None, tile.round) and self.kind in (None, tile.kind)

    @property
    def modes(self) -> tuple[Mode, ...]:
        return (self.mode,) if self.mode else tuple(Mode)

    def counts(self) -> Iterator[Count]:
        """Yield the number of matching tiles for each mode. Leave out modes that lack the filter's round."""
        for mode in self.modes:
            if self.round is None or self.round in rounds(mode):
                yield self._count(mode)

    def _count(self, mode: Mode) -> Count:
        players = self.players
        if players is None:
            count = sum(self.keeps(tile) for tile in tiles_in_use(mode))
            return Count(mode, count, count)
        least = sum(self.keeps(tile) for tile in face_up(mode, players))
        return Count(mode, least, sum(self.keeps(tile) for tile in possibly_face_up(mode, players)))

    def rows(self) -> list[tuple[CatalogueRow, int]]:
        """Return a row for each group of equal tiles, with the size of the group, sorted by round and kind."""
        kinds = list(Kind)
        counted = Counter(_row(tile) for tile in self._tiles())
        return sorted(counted.items(), key=lambda item: (item[0].round, kinds.index(item[0].kind), item[0][2:5]))

    def _tiles(self) -> Iterator[Tile]:
        players = self.players
        possible = {
            tile for mode in self.modes for tile in (possibly_face_up(mode, players) if players else tiles_in_use(mode))
        }
        return (tile for tile in TILES if tile in possible and self.keeps(tile))


def _row(tile: Tile) -> CatalogueRow:
    backs: dict[tuple[Mode, ...], str] = {(mode,): printed for mode, printed in BACKS.items()}
    return CatalogueRow(
        tile.round,
        tile.kind,
        tile.inhabitants,
        tile.energy,
        tile.vp,
        tile.mayor,
        backs.get(tile.modes, gettext("both modes")),
        _marker(tile),
        tile.alike is not None,
    )


def _marker(tile: Tile) -> str:
    if tile.players is None:
        return gettext("unknown")
    # No source lists the markers of tiles that only Expert Mode uses.
    if Mode.CLASSIC not in tile.modes:
        return gettext("probably from {count}").format(count=tile.players)
    return (
        gettext("any number") if tile.players == FEWEST_PLAYERS else gettext("from {count}").format(count=tile.players)
    )
