"""The nine kinds of building, one file each, and the special Public Services of the expansion."""

from scoring.kinds.base import Digit, Kind, KindOfBuilding
from scoring.kinds.factory import Factory
from scoring.kinds.harbor import Harbor
from scoring.kinds.monument import Monument
from scoring.kinds.office_tower import OfficeTower
from scoring.kinds.park import Park
from scoring.kinds.playground import Playground
from scoring.kinds.public_service import PublicService
from scoring.kinds.services import SPECIAL_OF_LETTER, SPECIALS, Special, SpecialService
from scoring.kinds.shop import Shop
from scoring.kinds.tower_block import TowerBlock

__all__ = [
    "KINDS",
    "KIND_OF_LETTER",
    "SPECIALS",
    "SPECIAL_OF_LETTER",
    "Digit",
    "Kind",
    "KindOfBuilding",
    "Special",
    "SpecialService",
]

# All kinds, in the order of the score sheet.
KINDS: dict[Kind, KindOfBuilding] = {
    kind.kind: kind
    for kind in (
        TowerBlock(),
        Shop(),
        PublicService(),
        Park(),
        Playground(),
        Factory(),
        Harbor(),
        OfficeTower(),
        Monument(),
    )
}
KIND_OF_LETTER = {facts.letter: kind for kind, facts in KINDS.items()}
