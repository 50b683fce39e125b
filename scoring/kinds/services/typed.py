"""A special Public Service whose VP the players type.

It can stand for any tile of the expansion. For most tiles no rulebook text is known, so no rule can compute their VP.
The players read the printed tile and count.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from scoring.boards import Mode
from scoring.kinds.base import Digit
from scoring.kinds.services.base import CATEGORY, Special, SpecialService
from scoring.messages import ngettext
from scoring.score_lines import ScoreLine, make_line
from scoring.terms import Term

if TYPE_CHECKING:
    from scoring.layout import Layout
    from scoring.settled import SettledCity

# The most Inhabitants that players can type. The Capitol tile needs this number, and no known tile needs more.
MOST_INHABITANTS = 3
# The most VP that players can type. A Capitol beside four Parks brings this number, and a Fire Station beside four
# Factories brings fewer.
MOST_VP = 20

AS_COUNTED = ngettext(
    "special Public Service, as the table counted: {count} VP",
    "special Public Service, as the table counted: {count} VP",
)


class Typed(SpecialService):
    special = Special.TYPED
    letter = "X"
    highest = dict.fromkeys(Mode, MOST_VP)
    digit = Digit.VP
    most_inhabitants = MOST_INHABITANTS
    supply = None
    is_one = False

    def vp(self, city: "SettledCity", square: int, services: int) -> int:
        return city.building(square).vp

    def lines(self, city: "SettledCity", square: int, services: int) -> Iterator[ScoreLine]:
        vp = city.building(square).vp
        yield make_line(CATEGORY, city.names([square]), vp, AS_COUNTED, count=vp)

    def terms(self, layout: "Layout", square: int) -> Iterator[Term]:
        yield Term(1 << square, (0, layout.building(square).vp))
