"""The nine kinds of building: their letters, needs and limits."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.boards import Mode
from scoring.messages import Message


class Kind(StrEnum):
    TOWER_BLOCK = "tower_block"
    SHOP = "shop"
    PUBLIC_SERVICE = "public_service"
    PARK = "park"
    PLAYGROUND = "playground"
    FACTORY = "factory"
    HARBOR = "harbor"
    OFFICE_TOWER = "office_tower"
    MONUMENT = "monument"

    @property
    def label(self) -> Message:
        return Message(f"kind.{self.value}")


class Digit(StrEnum):
    """What the digit behind a building's letter counts."""

    FLOORS = "floors"
    VP = "vp"


@dataclass(frozen=True, slots=True)
class KindFacts:
    """What is printed on every tile of a kind. Source: docs/rules.md sections 3-5.

    `inhabitants` and `energy` activate the building, once per stack. `highest` gives the largest digit by mode;
    a mode that is missing does not have the kind.
    """

    letter: str
    inhabitants: int
    energy: int
    highest: dict[Mode, int]
    digit: Digit | None = None
    lowest: int = 0

    @property
    def is_always_active(self) -> bool:
        return not (self.inhabitants or self.energy)


def _both(highest: int) -> dict[Mode, int]:
    return {Mode.CLASSIC: highest, Mode.EXPERT: highest}


KINDS = {
    Kind.TOWER_BLOCK: KindFacts("T", 0, 1, {Mode.CLASSIC: 4, Mode.EXPERT: 5}, Digit.FLOORS, lowest=1),
    Kind.SHOP: KindFacts("S", 0, 1, _both(0)),
    Kind.PUBLIC_SERVICE: KindFacts("U", 1, 0, _both(2), Digit.VP),
    Kind.PARK: KindFacts("P", 0, 0, _both(0)),
    Kind.PLAYGROUND: KindFacts("G", 0, 0, _both(0)),
    Kind.FACTORY: KindFacts("F", 1, 0, _both(0)),
    Kind.HARBOR: KindFacts("H", 1, 0, _both(3), Digit.VP),
    Kind.OFFICE_TOWER: KindFacts("O", 1, 1, {Mode.EXPERT: 5}, Digit.FLOORS, lowest=1),
    Kind.MONUMENT: KindFacts("M", 0, 0, {Mode.EXPERT: 0}),
}
KIND_OF_LETTER = {facts.letter: kind for kind, facts in KINDS.items()}
WORKPLACES = frozenset(kind for kind, facts in KINDS.items() if facts.inhabitants)
