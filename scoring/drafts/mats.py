"""A player's mat during a game: its buildings, the supply, and the squares where a tile can be built."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from scoring.boards import BOARDS, Mode
from scoring.buildings import Building
from scoring.city import City
from scoring.kinds import KINDS, Digit, Kind
from scoring.rules import Rules
from scoring.tiles import Tile


class Way(NamedTuple):
    """A way to build a tile: the index of the square, and the floor that the tile becomes (1 is the lowest)."""

    square: int
    floor: int


class PlayerMat:
    """One player's growing city, the player's supply, and the number of tiles that the player discarded."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.squares: list[Building | None] = [None] * len(rules.board)
        self.inhabitants = 0
        self.energy = 0
        self.discarded = 0

    @property
    def city(self) -> City:
        return City(self.rules.board, tuple(self.squares), self.inhabitants, self.energy)

    def ways(self, tile: Tile, number: int) -> Iterator[Way]:
        """Yield the ways in which an Architect with this number can build the tile. Source: docs/rules.md section 4."""
        facts, opened = KINDS[tile.kind], opened_by(self.rules.mode, number)
        for square, below in enumerate(self.squares):
            if below is None:
                if square in opened:
                    yield Way(square, 1)
            elif below.kind is tile.kind and facts.digit is Digit.FLOORS:
                floor = below.floors + 1
                # On every square, an Architect can add the floor of its own number: Architect 3 adds a third floor.
                if floor <= facts.highest[self.rules.mode] and (square in opened or floor == number):
                    yield Way(square, floor)

    def build(self, tile: Tile, way: Way, offer: int = 0) -> None:
        """Build a tile and take its resources. `offer` is added to the Inhabitants and to the Energy Units."""
        self.squares[way.square] = with_tile(self.squares[way.square], tile.kind, mayor=tile.mayor, vp=tile.vp)
        self.take_resources(tile, offer)

    def discard(self, tile: Tile) -> None:
        """Discard a tile. Take its resources if the house rules allow it (decision D2 in docs/rules.md)."""
        self.discarded += 1
        if self.rules.keep_discarded:
            self.take_resources(tile)

    def take_resources(self, tile: Tile, offer: int = 0) -> None:
        self.inhabitants += tile.inhabitants * self.rules.inhabitants_factor + offer
        self.energy += tile.energy + offer


@cache
def opened_by(mode: Mode, number: int) -> frozenset[int]:
    return frozenset(BOARDS[mode].opened_by(number))


@cache
def with_tile(below: Building | None, kind: Kind, *, mayor: bool, vp: int = 0) -> Building:
    """Return the building that a tile forms on a square. `below` is the building that stood there, or None."""
    if below is None:
        return Building(kind, vp=vp, mayors=int(mayor))
    return replace(below, floors=below.floors + 1, mayors=below.mayors + mayor)
