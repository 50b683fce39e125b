"""Maternity Ward: 3 Inhabitants when it is built, and no VP of its own."""

from scoring.kinds.services.base import Special, SpecialService


class MaternityWard(SpecialService):
    special = Special.MATERNITY_WARD
    letter = "W"
    supply = (3, 0)
