"""What every kind of building answers: its needs, its score lines, what the search asks, the most it can bring."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, Protocol

from scoring.boards import Board, Mode
from scoring.lines import Line, Note, make_line
from scoring.messages import Message, Text, gettext
from scoring.terms import Term

if TYPE_CHECKING:
    from scoring.buildings import Building
    from scoring.layout import Layout
    from scoring.rules import Points, Rules
    from scoring.settled import SettledCity
    from scoring.tiles import Tile


class Kind(StrEnum):
    """The nine kinds of building, in the order of the score sheet."""

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
        return Message(NAMES[self])


NAMES = {
    Kind.TOWER_BLOCK: gettext("Tower Block"),
    Kind.SHOP: gettext("Shop"),
    Kind.PUBLIC_SERVICE: gettext("Public Service"),
    Kind.PARK: gettext("Park"),
    Kind.PLAYGROUND: gettext("Playground"),
    Kind.FACTORY: gettext("Factory"),
    Kind.HARBOR: gettext("Harbor"),
    Kind.OFFICE_TOWER: gettext("Office Tower"),
    Kind.MONUMENT: gettext("Monument"),
}


class Digit(StrEnum):
    """What the digit behind a building's letter counts."""

    FLOORS = "floors"
    VP = "vp"


class Built(Protocol):
    """Buildings on a board, and the tables they score by: a layout or a settled city."""

    @property
    def board(self) -> Board: ...

    @property
    def points(self) -> "Points": ...

    def building(self, square: int) -> "Building": ...


# The most tiles of each kind that one city can hold, the best ones, as the box and the turns allow.
Tiles = Mapping[Kind, Sequence["Tile"]]

NEEDS_RESOURCES = gettext("{square}: mark {kind} with + or, without its resources, with a dot, not with {mark}.")
WITHOUT_INHABITANT = gettext("left without an Inhabitant; by itself it would have brought {vp} VP")
WITHOUT_ENERGY = gettext("left without an Energy Unit; by itself it would have brought {vp} VP")
WITHOUT_BOTH = gettext("left without an Inhabitant and an Energy Unit; by itself it would have brought {vp} VP")
ALWAYS_ACTIVE = gettext("{square}: {kind} needs nothing and is always active; its mark is +, not {mark}.")


class KindOfBuilding(ABC):
    """One kind of building. A subclass states its facts and overrides what its rule needs.

    `inhabitants` and `energy` activate the building, once per stack. `highest` gives the largest digit by mode; a mode
    that is missing does not have the kind. Source of all facts: docs/rules.md sections 3-6.
    """

    kind: ClassVar[Kind]
    # The category of the score sheet.
    category: ClassVar[str]
    # Whether the VP change when the same buildings stand elsewhere.
    depends_on_place: ClassVar[bool] = True
    # Whether `together` brings VP.
    is_collective: ClassVar[bool] = False
    letter: ClassVar[str]
    inhabitants: ClassVar[int] = 0
    energy: ClassVar[int] = 0
    highest: ClassVar[dict[Mode, int]] = {Mode.CLASSIC: 0, Mode.EXPERT: 0}
    digit: ClassVar[Digit | None] = None
    lowest: ClassVar[int] = 0
    # How a building of this kind reads where another one scores for standing beside it.
    beside: ClassVar[Text]
    # What is wrong with another mark of an allocation.
    wrong_mark: ClassVar[Text] = NEEDS_RESOURCES

    @property
    def is_always_active(self) -> bool:
        return not (self.inhabitants or self.energy)

    def marks(self, customers_a_shop: int) -> str:
        """Return the marks that an allocation can give this building, from nothing to everything."""
        return "+" if self.is_always_active else ".+"

    # The score

    @abstractmethod
    def vp(self, city: "SettledCity", mask: int) -> int:
        """Return the VP of the buildings on the squares of a bit mask, as if they were activated."""

    @abstractmethod
    def lines(self, city: "SettledCity", mask: int) -> Iterable[Line]:
        """Explain the VP of the activated buildings of this category, on the squares of a bit mask."""

    def idle_line(self, square: str, vp: int, customers_a_shop: int) -> Line:
        """Say what an unactivated building would have brought by itself."""
        text = (
            WITHOUT_BOTH if self.inhabitants and self.energy else WITHOUT_ENERGY if self.energy else WITHOUT_INHABITANT
        )
        return make_line(self.category, (square,), 0, text, vp=vp)

    def notes(self, city: "SettledCity") -> Iterable[Note]:
        """Return the decisions that changed, or could have changed, the VP of these buildings."""
        return ()

    # The search for the best allocation

    def terms(self, layout: "Layout") -> Iterable[Term]:
        """Return the VP of these buildings as far as few squares decide them, exactly."""
        return ()

    def never_loses(self, points: "Points") -> bool:
        """Tell whether one more activated building never takes VP from what they bring together."""
        return True

    def promises(self, layout: "Layout") -> list[list[Term]]:
        """Return lists of terms: whatever is activated, the best of each list add up to all that `together` brings.

        They may promise more.
        """
        return []

    def together(self, built: Built, mask: int) -> int:
        """Return the VP that the activated buildings bring beyond their terms, exactly."""
        return 0

    # The most it can bring

    @abstractmethod
    def limit(self, rules: "Rules", tiles: Tiles) -> int:
        """Return VP in this category that no city exceeds."""
