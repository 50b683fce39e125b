"""Fire Station: 3 VP for each Factory beside it."""

from typing import TYPE_CHECKING

from scoring.kinds.base import Kind
from scoring.kinds.services.base import Special
from scoring.kinds.services.counting import CountingService
from scoring.messages import ngettext

if TYPE_CHECKING:
    from scoring.built import Built


class FireStation(CountingService):
    special = Special.FIRE_STATION
    letter = "B"
    inhabitants = 2
    each = 3
    text = ngettext("{tile}: {count} Factory beside it, {vp} VP", "{tile}: {count} Factories beside it, {vp} VP each")

    def counted(self, built: "Built", square: int, services: int) -> int:
        return built.board.neighbour_masks[square] & built.masks[Kind.FACTORY]
