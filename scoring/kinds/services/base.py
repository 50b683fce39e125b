"""The interface of a special Public Service: a tile of the expansion. Source: docs/rules.md section 10."""

from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

from scoring.boards import Mode
from scoring.kinds.base import Digit
from scoring.messages import Message, gettext
from scoring.score_lines import Note, ScoreLine
from scoring.terms import Term

if TYPE_CHECKING:
    from scoring.layout import Layout
    from scoring.settled import SettledCity

# All special Public Services score in the category of the Public Services.
CATEGORY = "public_service"
TILES = {Mode.CLASSIC: 11, Mode.EXPERT: 13}  # the number of special Public Services in the expansion, by mode
FACE_UP = 4  # the number of special Public Services that lie face-up at the start of a round


class Special(StrEnum):
    """The special Public Services that a city can have. `TYPED` stands for any tile; the players type its VP."""

    TYPED = "typed"
    CITY_HALL = "city_hall"
    SCHOOL = "school"
    CITY_PLANNING = "city_planning"
    MATERNITY_WARD = "maternity_ward"
    ELECTRIC_UTILITY = "electric_utility"
    FIRE_STATION = "fire_station"
    PARK_DISTRICT = "park_district"

    @property
    def label(self) -> Message:
        return Message(NAMES[self])


# No rulebook names these tiles in all languages. The quotation marks show that a name may be unofficial.
NAMES = {
    Special.TYPED: gettext("special Public Service"),
    Special.CITY_HALL: gettext("“City Hall”"),
    Special.SCHOOL: gettext("“School”"),
    Special.CITY_PLANNING: gettext("“City Planning”"),
    Special.MATERNITY_WARD: gettext("“Maternity Ward”"),
    Special.ELECTRIC_UTILITY: gettext("“Electric Utility”"),
    Special.FIRE_STATION: gettext("“Fire Station”"),
    Special.PARK_DISTRICT: gettext("“Park District”"),
}


class SpecialService:
    """One special Public Service. It counts as a Public Service, and also brings VP of its own."""

    special: ClassVar[Special]
    letter: ClassVar[str]  # the tile's letter in the notation
    # The largest number that can follow the letter in each mode. A mode without an entry lacks this tile.
    highest: ClassVar[dict[Mode, int]] = {Mode.EXPERT: 0}
    digit: ClassVar[Digit | None] = None
    lowest: ClassVar[int] = 0
    inhabitants: ClassVar[int] = 1  # the number of Inhabitants that activates the tile
    # The highest number that players can type instead of `inhabitants`. None if they cannot type a number.
    most_inhabitants: ClassVar[int | None] = None
    # The Inhabitants and the Energy Units that the tile brings when it is built. None if they are unknown.
    supply: ClassVar[tuple[int, int] | None] = (0, 0)
    is_one: ClassVar[bool] = True  # True if a city can have only one such tile
    # True if buildings far from the tile can change its VP. The search for the best allocation begins with such tiles.
    looks_far: ClassVar[bool] = False

    def vp(self, city: "SettledCity", square: int, services: int) -> int:
        """Return the VP of the tile on a square. `services` are the activated Public Services, including this one."""
        return 0

    def lines(self, city: "SettledCity", square: int, services: int) -> Iterable[ScoreLine]:
        """Return the score lines of the tile's own VP."""
        return ()

    def notes(self, city: "SettledCity") -> Iterable[Note]:
        """Return a note for each decision (docs/rules.md section 0) that could change the tile's own VP."""
        return ()

    def terms(self, layout: "Layout", square: int) -> Iterable[Term]:
        """Return terms that add up to the tile's own VP, for the search for the best allocation."""
        return ()
