"""Monuments score VP for some kinds of neighbours and lose VP for others. Source: docs/rules.md section 6, D3, D15."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from scoring.boards import SIDES, Mode, squares_of
from scoring.kinds.base import ALWAYS_ACTIVE, Kind, Tiles
from scoring.kinds.neighbours import ScoresByNeighbours
from scoring.messages import Message, gettext, ngettext
from scoring.score_lines import Note

if TYPE_CHECKING:
    from scoring.rules import Points, Rules
    from scoring.settled import SettledCity


MONUMENT: Mapping[Kind, int] = (
    MappingProxyType(  # VP per neighbour (D3); a Playground beside a Monument counts as a Park (D15)
        {Kind.FACTORY: -5, Kind.HARBOR: -5, Kind.PUBLIC_SERVICE: 2, Kind.SHOP: 3, Kind.PARK: 5, Kind.PLAYGROUND: 5}
    )
)
MONUMENT_PARKS_ONLY: Mapping[Kind, int] = MappingProxyType(
    {kind: vp for kind, vp in MONUMENT.items() if kind is not Kind.PLAYGROUND}
)

BY_NEIGHBOURS = Note(
    "D3", Message(gettext("Monuments score by their neighbors as in the rulebooks, from −5 to 5 VP each."))
)
PLAYGROUND_IS_PARK = Note(
    "D15", Message(gettext("A Playground beside a Monument counts as a Park; no rulebook decides this."))
)
PARKS_ONLY = Note(
    "D15", Message(gettext("House rule: a Playground beside a Monument brings nothing; no rulebook decides this."))
)


class Monument(ScoresByNeighbours):
    kind = Kind.MONUMENT
    category = "monument"
    letter = "M"
    highest = {Mode.EXPERT: 0}
    beside = ngettext("{count} Monument beside it, {vp} VP", "{count} Monuments beside it, {vp} VP each")
    wrong_mark = ALWAYS_ACTIVE

    def table(self, points: "Points") -> Mapping[Kind, int]:
        return points.monument

    def notes(self, city: "SettledCity") -> Iterator[Note]:
        monuments = squares_of(city.masks[self.kind])
        if monuments:
            yield BY_NEIGHBOURS
        playgrounds = city.masks[Kind.PLAYGROUND]
        if playgrounds and any(city.board.neighbour_masks[square] & playgrounds for square in monuments):
            yield PLAYGROUND_IS_PARK if Kind.PLAYGROUND in self.table(city.points) else PARKS_ONLY

    def limit(self, rules: "Rules", tiles: Tiles) -> int:
        return len(tiles[self.kind]) * SIDES * max(rules.points.monument.values())
