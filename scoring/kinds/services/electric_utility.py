"""Electric Utility: 3 Energy Units when it is built, and no VP of its own."""

from scoring.kinds.services.base import Special, SpecialService


class ElectricUtility(SpecialService):
    special = Special.ELECTRIC_UTILITY
    letter = "E"
    supply = (0, 3)
