"""One building of a city."""

from dataclasses import dataclass

from scoring.kinds import KINDS, Digit, Kind


@dataclass(frozen=True, slots=True)
class Building:
    """What stands on one square: a tile, or a stack of them.

    `floors` counts the stack's tiles, `vp` is printed on Public Services and Harbors, `mayors` counts the Mayor tiles
    among a Tower Block's floors.
    """

    kind: Kind
    floors: int = 1
    vp: int = 0
    mayors: int = 0

    def __str__(self) -> str:
        facts = KINDS[self.kind]
        digit = {Digit.FLOORS: self.floors, Digit.VP: self.vp, None: 0}[facts.digit]
        shown = "" if digit == facts.lowest else str(digit)
        return f"{facts.letter}{shown}{'*' * self.mayors}"
