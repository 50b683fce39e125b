"""Factories score by the Shops, Harbors and Office Towers beside them. Source: docs/rules.md section 6."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from scoring.kinds.base import Kind, Tiles
from scoring.kinds.neighbours import ScoresByNeighbours
from scoring.messages import ngettext

if TYPE_CHECKING:
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

    def limit(self, rules: "Rules", tiles: Tiles) -> int:
        return rules.board.borders * max(vp for kind, vp in rules.points.factory.items() if tiles[kind])
