"""The interface of a kind of building: its facts, its score lines, its terms, and the most VP that it can bring."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

from scoring.boards import Mode
from scoring.messages import Message, Text, gettext
from scoring.score_lines import Note, ScoreLine, make_line
from scoring.terms import Term

if TYPE_CHECKING:
    from scoring.built import Built
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
    """The meaning of the digit after a building's letter."""

    FLOORS = "floors"
    VP = "vp"


# For each kind of building: the tiles that one player could build, best first. A player builds at most one tile a turn.
Tiles = Mapping[Kind, Sequence["Tile"]]

NEEDS_RESOURCES = gettext("{square}: mark {kind} with + or, without its resources, with a dot, not with {mark}.")
WITHOUT_INHABITANT = gettext("left without an Inhabitant; by itself it would have brought {vp} VP")
WITHOUT_INHABITANTS = gettext("left without its {count} Inhabitants; by itself it would have brought {vp} VP")
WITHOUT_ENERGY = gettext("left without an Energy Unit; by itself it would have brought {vp} VP")
WITHOUT_BOTH = gettext("left without an Inhabitant and an Energy Unit; by itself it would have brought {vp} VP")
ALWAYS_ACTIVE = gettext("{square}: {kind} needs nothing and is always active; its mark is +, not {mark}.")


class KindOfBuilding(ABC):
    """One kind of building. A subclass sets the facts of its kind and overrides the methods that its rule needs.

    `inhabitants` and `energy` are the resources that activate one building or one stack. Source of all facts:
    docs/rules.md sections 3-6.
    """

    kind: ClassVar[Kind]
    # The category of the score sheet in which the kind scores.
    category: ClassVar[str]
    # False if the VP of these buildings are the same wherever they stand.
    depends_on_place: ClassVar[bool] = True
    # True if all buildings of this kind score together, such as Harbors in a line. See `collective_vp`.
    is_collective: ClassVar[bool] = False
    letter: ClassVar[str]
    inhabitants: ClassVar[int] = 0
    energy: ClassVar[int] = 0
    # The largest digit that can follow the letter in each mode. A mode without an entry lacks this kind of building.
    highest: ClassVar[dict[Mode, int]] = {Mode.CLASSIC: 0, Mode.EXPERT: 0}
    digit: ClassVar[Digit | None] = None
    lowest: ClassVar[int] = 0  # the number for a letter without a digit, such as 1 floor for "T"
    # Text for the score line of a Factory or Monument, such as "2 Shops beside it, 2 VP each" for the Shop.
    beside: ClassVar[Text]
    # The error text for an allocation that gives this kind of building a wrong mark.
    wrong_mark: ClassVar[Text] = NEEDS_RESOURCES

    @property
    def is_always_active(self) -> bool:
        return not (self.inhabitants or self.energy)

    def marks(self, customers_a_shop: int) -> str:
        """Return the characters that can mark this building in an allocation, such as "." and "+" (activated)."""
        return "+" if self.is_always_active else ".+"

    @abstractmethod
    def vp(self, city: "SettledCity", mask: int) -> int:
        """Return the VP of the buildings on the squares of a bit mask, as if they were activated."""

    @abstractmethod
    def lines(self, city: "SettledCity", mask: int) -> Iterable[ScoreLine]:
        """Return the score lines of this category's activated buildings, which stand on the squares of a bit mask."""

    def idle_line(self, square: str, vp: int, customers_a_shop: int, more_inhabitants: int) -> ScoreLine:
        """Return the score line of an unactivated building. `vp` is the number of VP that its activation would add.

        `more_inhabitants` is the number of Inhabitants that the building needs beyond an ordinary building of its kind.
        """
        if more_inhabitants:
            count = self.inhabitants + more_inhabitants
            return make_line(self.category, (square,), 0, WITHOUT_INHABITANTS, vp=vp, count=count)
        text = (
            WITHOUT_BOTH if self.inhabitants and self.energy else WITHOUT_ENERGY if self.energy else WITHOUT_INHABITANT
        )
        return make_line(self.category, (square,), 0, text, vp=vp)

    def notes(self, city: "SettledCity") -> Iterable[Note]:
        """Return a note for each decision (docs/rules.md section 0) that could change the VP of these buildings."""
        return ()

    def terms(self, layout: "Layout") -> Iterable[Term]:
        """Return the VP of these buildings as terms (scoring/terms.py), except the VP that `collective_vp` returns."""
        return ()

    def never_loses(self, points: "Points") -> bool:
        """Tell whether one more activated building of this kind never lowers the VP outside `terms`."""
        return True

    def estimates(self, layout: "Layout") -> list[list[Term]]:
        """Return lists of terms. Adding the best term of each list gives an upper bound of `collective_vp`."""
        return []

    def collective_vp(self, built: "Built", mask: int) -> int:
        """Return the VP that buildings of this kind score together, such as the VP of a row of Harbors."""
        return 0

    @abstractmethod
    def limit(self, rules: "Rules", tiles: Tiles) -> int:
        """Return an upper bound of a city's VP in this category."""
