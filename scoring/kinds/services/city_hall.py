"""City Hall: 1 VP for each Public Service in the city, itself included."""

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

SERVICES = ngettext("{tile}: {count} Public Service", "{tile}: {count} Public Services")


class CityHall(SpecialService):
    special = Special.CITY_HALL
    letter = "C"
    looks_far = True

    def vp(self, city: "SettledCity", square: int, services: int) -> int:
        return services.bit_count()

    def lines(self, city: "SettledCity", square: int, services: int) -> Iterator[Line]:
        others = services & ~(1 << square)
        names = city.names((square, *squares_of(others)))
        vp = self.vp(city, square, services)
        yield Line(CATEGORY, names, vp, Message(SERVICES, tile=self.special.label, count=vp), is_of_first=True)

    def terms(self, layout: "Layout", square: int) -> Iterator[Term]:
        yield Term(1 << square, (0, 1))
        for other in layout.of(Kind.PUBLIC_SERVICE):
            if other != square:
                yield Term(1 << square | 1 << other, (0, 0, 1))
