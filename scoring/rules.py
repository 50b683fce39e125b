"""The rules in force, as data: point tables, costs, what a mission changes. House rules turn rules into other rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from scoring.boards import BOARDS, Board, Mode
from scoring.house_rules import HouseRules
from scoring.kinds import Kind

if TYPE_CHECKING:
    from scoring.bonuses import Bonus

TURNS_A_ROUND = 4


@dataclass(frozen=True, slots=True)
class Architects:
    """Who owns which Architects: one of each of `numbers` and `wild` gray #5s, played as 1-4, for every player.

    `shared` puts them all into one pool; `in_sequence` is the order of D11. Source: docs/rules.md sections 3 and 9.
    """

    numbers: tuple[int, ...] = (1, 2, 3, 4)
    wild: int = 0
    shared: bool = False
    in_sequence: bool = False

    @property
    def wild_number(self) -> int:
        """What is printed on a gray Architect that plays as others: the number after them."""
        return max(self.numbers) + 1


@dataclass(frozen=True, slots=True)
class Points:
    """The point tables of one mode. Source: docs/rules.md section 6; index is the count the rule speaks of.

    `office_tower[group][floors]`; a group larger than the table counts as its last row (D4). `factory` and `monument`
    give VP for each activated neighbour of a kind; a kind that is missing brings nothing.
    """

    tower_block: tuple[int, ...]  # by floors
    shop: tuple[int, ...]  # by Customers
    public_service: tuple[int, ...]  # by districts with one
    park: tuple[int, ...]  # by Tower Blocks and Office Towers beside it
    harbor: tuple[int, ...]  # by length of the longest line
    factory: Mapping[Kind, int]
    monument: Mapping[Kind, int]
    office_tower: tuple[tuple[int, ...], ...]

    @property
    def customers_a_shop(self) -> int:
        return len(self.shop) - 1


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything that scores a city: the mode's tables, and what the mission and the house rules changed."""

    mode: Mode
    points: Points
    playgrounds: bool = False
    architects: Architects = Architects()
    bonuses: tuple["Bonus", ...] = ()
    unused_inhabitant: int = 1  # VP lost for each Inhabitant without work or shop
    unused_energy: int = 1  # VP lost for each Energy Unit nothing uses or absorbs
    inhabitants_factor: int = 1  # Inhabitants a tile brings for each one printed on it
    mayor_offer: int = 0  # Inhabitants, and as many Energy Units, offered for building a Mayor tile
    keep_discarded: bool = False
    house_rules: HouseRules = field(default=HouseRules(), repr=False)

    @property
    def board(self) -> Board:
        return BOARDS[self.mode]

    def with_house_rules(self, house_rules: HouseRules) -> "Rules":
        """These rules as the group plays them (D1, D2, D12, D13; D16 is for the standings to read)."""
        points, architects = self.points, self.architects
        if house_rules.manual_tower_points:
            points = replace(points, tower_block=MANUAL_TOWER_BLOCK[: len(points.tower_block)])
        if house_rules.four_architects and architects == OWN_FIVE:
            architects = replace(architects, numbers=architects.numbers[:TURNS_A_ROUND])
        return replace(
            self,
            points=points,
            architects=architects,
            bonuses=tuple(bonus.with_house_rules(house_rules) for bonus in self.bonuses),
            keep_discarded=house_rules.keep_discarded,
            house_rules=house_rules,
        )


TOWER_BLOCK = (0, 1, 3, 6, 10, 15)
MANUAL_TOWER_BLOCK = (0, 2, 5, 6, 10, 15)  # D1: the campaign manual's, the fifth floor from the rulebooks
SHOP = (0, 1, 2, 4, 7, 11)
PUBLIC_SERVICE = (0, 2, 5, 9, 14, 20)
PARK = (0, 2, 4, 7, 11)
HARBOR = (0, 0, 3, 7, 12, 18)
FACTORY = MappingProxyType({Kind.SHOP: 2, Kind.HARBOR: 3, Kind.OFFICE_TOWER: 4})
MONUMENT = MappingProxyType(  # D3; a Playground beside it counts as a Park (D15)
    {Kind.FACTORY: -5, Kind.HARBOR: -5, Kind.PUBLIC_SERVICE: 2, Kind.SHOP: 3, Kind.PARK: 5, Kind.PLAYGROUND: 5}
)
OFFICE_TOWER = (
    (0, 0, 0, 0, 0, 0),
    (0, 0, 1, 3, 6, 10),
    (0, 1, 3, 6, 10, 15),
    (0, 2, 5, 9, 14, 20),
    (0, 3, 7, 12, 18, 25),
    (0, 4, 9, 15, 22, 30),
)

EXPERT_POINTS = Points(
    tower_block=TOWER_BLOCK,
    shop=SHOP,
    public_service=PUBLIC_SERVICE,
    park=PARK,
    harbor=HARBOR,
    factory=FACTORY,
    monument=MONUMENT,
    office_tower=OFFICE_TOWER,
)
# The Classic tables are the Expert ones up to four: floors, Customers, districts and a line all end there.
CLASSIC_POINTS = replace(
    EXPERT_POINTS,
    tower_block=TOWER_BLOCK[:5],
    shop=SHOP[:5],
    public_service=PUBLIC_SERVICE[:5],
    harbor=HARBOR[:5],
)

OWN_FOUR = Architects()
OWN_FIVE = Architects(numbers=(1, 2, 3, 4, 5))
SHARED_FIVE = replace(OWN_FIVE, shared=True)

CLASSIC_RULES = Rules(Mode.CLASSIC, CLASSIC_POINTS, architects=OWN_FOUR)
EXPERT_RULES = Rules(Mode.EXPERT, EXPERT_POINTS, architects=SHARED_FIVE)
