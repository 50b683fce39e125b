"""The rules in force, as data: point tables, costs, what a mission changes. House rules turn rules into other rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from scoring.boards import BOARDS, SIDES, Board, Mode
from scoring.house_rules import HouseRules
from scoring.kinds import KINDS, Kind
from scoring.kinds.factory import FACTORY
from scoring.kinds.harbor import HARBOR
from scoring.kinds.monument import MONUMENT
from scoring.kinds.office_tower import OFFICE_TOWER
from scoring.kinds.park import PARK
from scoring.kinds.public_service import PUBLIC_SERVICE
from scoring.kinds.shop import SHOP
from scoring.kinds.tower_block import MANUAL_TOWER_BLOCK, TOWER_BLOCK

if TYPE_CHECKING:
    from scoring.bonuses import Bonus

TURNS_A_ROUND = 4
# The highest mark of an allocation.
MOST_CUSTOMERS = 5


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
        """Return the number printed on a gray Architect that plays as others: the one after them."""
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

    def __post_init__(self) -> None:
        """Refuse tables that the score sheet has no line for."""
        if any(self.harbor[:2]):
            raise ValueError(f"expected a Harbor line to begin with two Harbors, got {self.harbor}")
        if self.public_service[0]:
            raise ValueError(f"expected no VP without a Public Service, got {self.public_service}")
        if len(self.shop) > MOST_CUSTOMERS + 1:
            raise ValueError(f"expected at most {MOST_CUSTOMERS} Customers a Shop, got {self.shop}")

    @property
    def customers_a_shop(self) -> int:
        return len(self.shop) - 1


@dataclass(frozen=True)
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

    def __post_init__(self) -> None:
        """Refuse tables too short for the board, and bonuses that count different Inhabitants as workers."""
        board, points = self.board, self.points
        longest = {
            "tower_block": (points.tower_block, KINDS[Kind.TOWER_BLOCK].highest[self.mode]),
            "public_service": (points.public_service, len(board.district_masks)),
            "park": (points.park, SIDES),
            "harbor": (points.harbor, board.columns),
        }
        for name, (table, most) in longest.items():
            if len(table) <= most:
                raise ValueError(f"expected a {name} table of {most + 1} entries, got {table}")
        if self.unused_inhabitant < 0 or self.unused_energy < 0:
            raise ValueError(f"expected unused resources to bring no VP, got {self}")
        counted = {bonus.workplaces for bonus in self.bonuses if bonus.workplaces}
        if len(counted) > 1:
            raise ValueError(f"expected all bonuses to count the same workplaces, got {self.bonuses}")

    @property
    def board(self) -> Board:
        return BOARDS[self.mode]

    @cached_property
    def text(self) -> str:
        """Name all that scores a city: rules of the same text score alike. Their tables have no hash."""
        return repr(self)

    def with_house_rules(self, house_rules: HouseRules) -> "Rules":
        """Return these rules as the group plays them (D1, D2, D12, D13; D16 is for the standings to read)."""
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
