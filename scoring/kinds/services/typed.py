"""A special Public Service whose VP the table types, whichever of the expansion's tiles it is.

No rulebook text of most tiles is known, so no rule computes them: the table reads the printed tile and counts.
"""

from scoring.boards import Mode
from scoring.kinds.base import Digit
from scoring.kinds.services.base import Special, SpecialService
from scoring.messages import ngettext

# More than a Fire Station beside four Factories, and as much as a Capitol beside four Parks.
MOST_VP = 20


class Typed(SpecialService):
    special = Special.TYPED
    letter = "X"
    highest = dict.fromkeys(Mode, MOST_VP)
    digit = Digit.VP
    reason = ngettext(
        "special Public Service, as the table counted: {count} VP",
        "special Public Service, as the table counted: {count} VP",
    )
