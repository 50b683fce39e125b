"""The special Public Services of the expansion, one file each."""

from scoring.kinds.services.base import Special, SpecialService
from scoring.kinds.services.typed import Typed

__all__ = ["SPECIALS", "SPECIAL_OF_LETTER", "Special", "SpecialService"]

# All special Public Services that the notation can write.
SPECIALS: dict[Special, SpecialService] = {special.special: special for special in (Typed(),)}
SPECIAL_OF_LETTER = {facts.letter: special for special, facts in SPECIALS.items()}
