"""School: 1 VP for each Tower Block, whatever its height."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from scoring.kinds.base import Kind
from scoring.kinds.services.base import CATEGORY, Special, SpecialService
from scoring.lines import Line
from scoring.messages import Message, ngettext
from scoring.terms import Term

if TYPE_CHECKING:
    from scoring.layout import Layout
    from scoring.settled import SettledCity

TOWER_BLOCKS = ngettext("{tile}: {count} Tower Block", "{tile}: {count} Tower Blocks")


class School(SpecialService):
    special = Special.SCHOOL
    letter = "L"
    looks_far = True

    def vp(self, city: "SettledCity", square: int, services: int) -> int:
        return city.masks[Kind.TOWER_BLOCK].bit_count()

    def lines(self, city: "SettledCity", square: int, services: int) -> Iterator[Line]:
        names = city.names((square, *city.of(Kind.TOWER_BLOCK)))
        vp = self.vp(city, square, services)
        yield Line(CATEGORY, names, vp, Message(TOWER_BLOCKS, tile=self.special.label, count=vp), is_of_first=True)

    def terms(self, layout: "Layout", square: int) -> Iterator[Term]:
        for tower in layout.of(Kind.TOWER_BLOCK):
            yield Term(1 << square | 1 << tower, (0, 0, 1))
