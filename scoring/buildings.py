"""One building of a city."""

from dataclasses import dataclass

from scoring.kinds import KINDS, SPECIALS, Digit, Kind, KindOfBuilding, Special, SpecialService
from scoring.messages import Message


@dataclass(frozen=True, slots=True)
class Building:
    """The building on one square: a tile, or a stack of tiles.

    `floors` is the number of tiles in the stack. `vp` is the number printed on a Public Service or a Harbor. `mayors`
    is the number of Mayor tiles among a Tower Block's floors. `special` is the tile of the expansion that a special
    Public Service is, and `vp` are then the VP that the table typed.
    """

    kind: Kind
    floors: int = 1
    vp: int = 0
    mayors: int = 0
    special: Special | None = None

    @property
    def facts(self) -> KindOfBuilding | SpecialService:
        """Return the letter and digit of the notation, and their limits: of the special tile, or of the kind."""
        return SPECIALS[self.special] if self.special else KINDS[self.kind]

    @property
    def label(self) -> Message:
        return self.special.label if self.special else self.kind.label

    def __str__(self) -> str:
        facts = self.facts
        digit = {Digit.FLOORS: self.floors, Digit.VP: self.vp, None: 0}[facts.digit]
        shown = "" if digit == facts.lowest else str(digit)
        return f"{facts.letter}{shown}{'*' * self.mayors}"
