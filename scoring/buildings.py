"""One building of a city."""

from dataclasses import dataclass

from scoring.kinds import KINDS, SPECIALS, Digit, Kind, KindOfBuilding, Special, SpecialService
from scoring.messages import Message

# The sign before the number of Inhabitants that players typed for a special Public Service.
COST = ":"


@dataclass(frozen=True, slots=True)
class Building:
    """The building on one square: a tile, or a stack of tiles."""

    kind: Kind
    floors: int = 1  # the number of tiles in the stack
    vp: int = 0  # the VP printed on the tile, or the VP that players typed for `Special.TYPED`
    mayors: int = 0  # the number of Mayor tiles among a Tower Block's floors
    special: Special | None = None  # the tile's name if the building is a special Public Service
    cost: int | None = None  # Inhabitants that players typed for a special Public Service; None for the usual number

    @property
    def facts(self) -> KindOfBuilding | SpecialService:
        """Return the `SpecialService` of a special Public Service, or the `KindOfBuilding` of any other building."""
        return SPECIALS[self.special] if self.special else KINDS[self.kind]

    @property
    def inhabitants(self) -> int:
        """Return the number of Inhabitants that activates the building. A Shop's Customers do not count."""
        return self.facts.inhabitants if self.cost is None else self.cost

    @property
    def more_inhabitants(self) -> int:
        """Return the number of Inhabitants that the building needs beyond an ordinary building of its kind."""
        return self.inhabitants - KINDS[self.kind].inhabitants if self.special else 0

    @property
    def label(self) -> Message:
        return self.special.label if self.special else self.kind.label

    def __str__(self) -> str:
        facts = self.facts
        digit = {Digit.FLOORS: self.floors, Digit.VP: self.vp, None: 0}[facts.digit]
        shown = "" if digit == facts.lowest else str(digit)
        cost = "" if self.cost is None else f"{COST}{self.cost}"
        return f"{facts.letter}{shown}{cost}{'*' * self.mayors}"
