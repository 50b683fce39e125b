"""City Hall: 1 VP for each Public Service in the city, itself included."""

from typing import TYPE_CHECKING

from scoring.kinds.services.base import Special
from scoring.kinds.services.counting import CountingService
from scoring.messages import ngettext

if TYPE_CHECKING:
    from scoring.built import Built


class CityHall(CountingService):
    special = Special.CITY_HALL
    letter = "C"
    looks_far = True
    text = ngettext("{tile}: {count} Public Service", "{tile}: {count} Public Services")

    def counted(self, built: "Built", square: int, services: int) -> int:
        return services
