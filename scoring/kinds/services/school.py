"""School: 1 VP for each Tower Block, whatever its height."""

from typing import TYPE_CHECKING

from scoring.kinds.base import Kind
from scoring.kinds.services.base import Special
from scoring.kinds.services.counting import CountingService
from scoring.messages import ngettext

if TYPE_CHECKING:
    from scoring.built import Built


class School(CountingService):
    special = Special.SCHOOL
    letter = "L"
    looks_far = True
    text = ngettext("{tile}: {count} Tower Block", "{tile}: {count} Tower Blocks")

    def counted(self, built: "Built", square: int, services: int) -> int:
        return built.masks[Kind.TOWER_BLOCK]
