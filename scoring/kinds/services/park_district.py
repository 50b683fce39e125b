"""Park District: 1 VP for each Park. A Playground counts as a Park, unless the house rules say otherwise (D25)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from scoring.kinds.base import Kind
from scoring.kinds.services.base import CATEGORY, Special, SpecialService
from scoring.lines import Line, Note
from scoring.messages import Message, gettext, ngettext
from scoring.terms import Term

if TYPE_CHECKING:
    from scoring.layout import Layout
    from scoring.settled import SettledCity

PARKS = ngettext("{tile}: {count} Park", "{tile}: {count} Parks")
PLAYGROUND_IS_PARK = gettext("{tile}: a Playground counts as a Park; the tile itself does not say.")
PARKS_ONLY = gettext("House rule: {tile} counts only Parks, no Playgrounds; the tile itself does not say.")


class ParkDistrict(SpecialService):
    special = Special.PARK_DISTRICT
    letter = "D"
    inhabitants = 2

    def vp(self, city: "SettledCity", square: int, services: int) -> int:
        return len(city.of(*city.points.park_district))

    def lines(self, city: "SettledCity", square: int, services: int) -> Iterator[Line]:
        parks = city.of(*city.points.park_district)
        message = Message(PARKS, tile=self.special.label, count=len(parks))
        yield Line(CATEGORY, city.names((square, *parks)), len(parks), message, is_of_first=True)

    def notes(self, city: "SettledCity") -> Iterator[Note]:
        if city.masks[Kind.PLAYGROUND]:
            text = PLAYGROUND_IS_PARK if Kind.PLAYGROUND in city.points.park_district else PARKS_ONLY
            yield Note("D25", Message(text, tile=self.special.label))

    def terms(self, layout: "Layout", square: int) -> Iterator[Term]:
        parks = sum([layout.masks[kind] for kind in layout.points.park_district])
        yield Term(1 << square, (0, parks.bit_count()))
