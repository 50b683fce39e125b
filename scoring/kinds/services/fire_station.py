"""Fire Station: 3 VP for each Factory beside it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from scoring.boards import squares_of
from scoring.kinds.base import Kind
from scoring.kinds.services.base import CATEGORY, Special, SpecialService
from scoring.lines import Line
from scoring.messages import Message, ngettext
from scoring.terms import Term

if TYPE_CHECKING:
    from scoring.layout import Layout
    from scoring.settled import SettledCity

A_FACTORY = 3  # VP for each Factory

FACTORIES = ngettext("{tile}: {count} Factory beside it, {vp} VP", "{tile}: {count} Factories beside it, {vp} VP each")


class FireStation(SpecialService):
    special = Special.FIRE_STATION
    letter = "B"
    inhabitants = 2

    def vp(self, city: "SettledCity", square: int, services: int) -> int:
        return A_FACTORY * (city.board.neighbour_masks[square] & city.masks[Kind.FACTORY]).bit_count()

    def lines(self, city: "SettledCity", square: int, services: int) -> Iterator[Line]:
        factories = squares_of(city.board.neighbour_masks[square] & city.masks[Kind.FACTORY])
        message = Message(FACTORIES, tile=self.special.label, count=len(factories), vp=A_FACTORY)
        vp = self.vp(city, square, services)
        yield Line(CATEGORY, city.names((square, *factories)), vp, message, is_of_first=True)

    def terms(self, layout: "Layout", square: int) -> Iterator[Term]:
        for factory in squares_of(layout.board.neighbour_masks[square] & layout.masks[Kind.FACTORY]):
            yield Term(1 << square | 1 << factory, (0, 0, A_FACTORY))
