"""The special Public Services of the expansion, one file each."""

from scoring.kinds.services.base import Special, SpecialService
from scoring.kinds.services.city_hall import CityHall
from scoring.kinds.services.city_planning import CityPlanning
from scoring.kinds.services.electric_utility import ElectricUtility
from scoring.kinds.services.fire_station import FireStation
from scoring.kinds.services.maternity_ward import MaternityWard
from scoring.kinds.services.park_district import ParkDistrict
from scoring.kinds.services.school import School
from scoring.kinds.services.typed import Typed

__all__ = ["SPECIALS", "SPECIAL_OF_LETTER", "Special", "SpecialService"]

# All special Public Services that the notation can write.
SPECIALS: dict[Special, SpecialService] = {
    special.special: special
    for special in (
        Typed(),
        CityHall(),
        School(),
        CityPlanning(),
        MaternityWard(),
        ElectricUtility(),
        FireStation(),
        ParkDistrict(),
    )
}
SPECIAL_OF_LETTER = {facts.letter: special for special, facts in SPECIALS.items()}
