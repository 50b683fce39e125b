"""The scoring that several tiles share: VP for each building that the tile counts."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from scoring.boards import squares_of
from scoring.kinds.base import Kind
from scoring.kinds.services.base import CATEGORY, SpecialService
from scoring.messages import Message, Text
from scoring.score_lines import ScoreLine
from scoring.terms import Term

if TYPE_CHECKING:
    from scoring.built import Built
    from scoring.layout import Layout
    from scoring.settled import SettledCity


class CountingService(SpecialService, ABC):
    """A tile that brings `each` VP for every building that it counts."""

    each: ClassVar[int] = 1  # the VP for each building
    text: ClassVar[Text]  # the text of the score line

    @abstractmethod
    def counted(self, built: "Built", square: int, services: int) -> int:
        """Return the buildings that the tile on a square counts, as a bit mask. `services` are the Public Services."""

    def vp(self, city: "SettledCity", square: int, services: int) -> int:
        return self.each * self.counted(city, square, services).bit_count()

    def lines(self, city: "SettledCity", square: int, services: int) -> Iterator[ScoreLine]:
        counted = self.counted(city, square, services)
        count, names = counted.bit_count(), city.names((square, *squares_of(counted & ~(1 << square))))
        message = Message(self.text, tile=self.special.label, count=count, vp=self.each)
        yield ScoreLine(CATEGORY, names, self.each * count, message, is_of_first=True)

    def terms(self, layout: "Layout", square: int) -> Iterator[Term]:
        for other in squares_of(self.counted(layout, square, layout.masks[Kind.PUBLIC_SERVICE])):
            members = 1 << square | 1 << other
            yield Term(members, (*[0] * members.bit_count(), self.each))
