"""Factories score by the Shops, Harbors and Office Towers beside them. Source: docs/rules.md section 6."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from scoring.boards import squares_of
from scoring.kinds.base import Kind, Tiles
from scoring.kinds.neighbours import ScoresByNeighbours
from scoring.messages import ngettext
from scoring.terms import Term

if TYPE_CHECKING:
    from scoring.layout import Layout
    from scoring.rules import Points, Rules


FACTORY = MappingProxyType({Kind.SHOP: 2, Kind.HARBOR: 3, Kind.OFFICE_TOWER: 4})


class Factory(ScoresByNeighbours):
    kind = Kind.FACTORY
    category = "factory"
    letter = "F"
    inhabitants = 1
    beside = ngettext("{count} Factory beside it, {vp} VP", "{count} Factories beside it, {vp} VP each")

    def table(self, points: "Points") -> Mapping[Kind, int]:
        return points.factory

    def terms(self, layout: "Layout") -> Iterator[Term]:
        for kind, vp in layout.points.factory.items():
            for square in layout.of(self.kind):
                for neighbour in squares_of(layout.board.neighbour_masks[square] & layout.masks[kind]):
                    yield Term(1 << square | 1 << neighbour, (0, 0, vp))

    def limit(self, rules: "Rules", tiles: Tiles) -> int:
        return rules.board.borders * max(vp for kind, vp in rules.points.factory.items() if tiles[kind])
