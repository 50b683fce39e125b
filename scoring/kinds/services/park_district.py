"""Park District: 1 VP for each Park. A Playground counts as a Park by default (decision D25 in docs/rules.md)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from scoring.kinds.base import Kind
from scoring.kinds.services.base import Special
from scoring.kinds.services.counting import CountingService
from scoring.messages import Message, gettext, ngettext
from scoring.score_lines import Note

if TYPE_CHECKING:
    from scoring.built import Built
    from scoring.settled import SettledCity

PLAYGROUND_IS_PARK = gettext("{tile}: a Playground counts as a Park; the tile itself does not say.")
PARKS_ONLY = gettext("House rule: {tile} counts only Parks, no Playgrounds; the tile itself does not say.")


class ParkDistrict(CountingService):
    special = Special.PARK_DISTRICT
    letter = "D"
    inhabitants = 2
    text = ngettext("{tile}: {count} Park", "{tile}: {count} Parks")

    def counted(self, built: "Built", square: int, services: int) -> int:
        return sum([built.masks[kind] for kind in built.points.park_district])

    def notes(self, city: "SettledCity") -> Iterator[Note]:
        if city.masks[Kind.PLAYGROUND]:
            text = PLAYGROUND_IS_PARK if Kind.PLAYGROUND in city.points.park_district else PARKS_ONLY
            yield Note("D25", Message(text, tile=self.special.label))
