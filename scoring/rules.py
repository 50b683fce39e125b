"""The rules of a game as data: the point tables and costs, with the changes of the mission and the house rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from typing import TYPE_CHECKING

from scoring.boards import BOARDS, SIDES, Board, Mode
from scoring.house_rules import HouseRules
from scoring.kinds import KINDS, Kind
from scoring.kinds.factory import FACTORY
from scoring.kinds.harbor import HARBOR
from scoring.kinds.monument import MONUMENT, MONUMENT_PARKS_ONLY
from scoring.kinds.office_tower import OFFICE_TOWER
from scoring.kinds.park import PARK
from scoring.kinds.public_service import PUBLIC_SERVICE
from scoring.kinds.shop import SHOP
from scoring.kinds.tower_block import MANUAL_TOWER_BLOCK, TOWER_BLOCK
from scoring.mission_lines import change, read_line, write_line
from scoring.tiles import rounds

if TYPE_CHECKING:
    from scoring.bonuses import Bonus

TURNS_A_ROUND = 4
MOST_CUSTOMERS = 5  # the most Customers in a Shop that the notation can express


@dataclass(frozen=True, slots=True)
class Architects:
    """The Architects of the players. Source: docs/rules.md sections 3 and 9, decision D11."""

    numbers: tuple[int, ...] = (1, 2, 3, 4)  # the numbers of each player's Architects, without gray ones
    wild: int = 0  # the number of each player's gray Architects, which can be played as any of `numbers`
    shared: bool = False  # True if all Architects form one pool
    in_sequence: bool = False  # True if the Architects must be played in the order of their numbers

    @property
    def wild_number(self) -> int:
        """Return the number printed on a gray Architect: the highest of `numbers`, plus 1."""
        return max(self.numbers) + 1


@dataclass(frozen=True, slots=True)
class Points:
    """The point tables of one mode. Source: docs/rules.md section 6, decision D4."""

    tower_block: tuple[int, ...]  # VP by number of floors
    shop: tuple[int, ...]  # VP by number of Customers
    public_service: tuple[int, ...]  # VP by number of districts with a Public Service
    park: tuple[int, ...]  # VP by number of towers beside the Park
    harbor: tuple[int, ...]  # VP by number of Harbors in the longest row, and likewise in the longest column
    factory: Mapping[Kind, int]  # VP of a Factory for each activated neighbour, by the neighbour's kind
    monument: Mapping[Kind, int]  # VP of a Monument for each activated neighbour, by the neighbour's kind
    # VP by size of the group, then by number of floors; the last entry is also for larger groups.
    office_tower: tuple[tuple[int, ...], ...]
    park_district: tuple[Kind, ...] = (Kind.PARK, Kind.PLAYGROUND)  # the kinds that a Park District counts

    def __post_init__(self) -> None:
        """Refuse tables that the score sheet and the notation cannot express."""
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
    """All rules of a game: the rules of the mode, changed by the mission and by house rules."""

    mode: Mode
    points: Points
    playgrounds: bool = False
    services: bool = False  # True if the expansion's special Public Services are in play
    architects: Architects = Architects()
    bonuses: tuple["Bonus", ...] = ()
    unused_inhabitant: int = 1  # the VP lost for each Inhabitant without work or shop
    unused_energy: int = 1  # the VP lost for each Energy Unit that is not used or absorbed
    inhabitants_factor: int = 1  # the number of Inhabitants that a tile brings for each printed one
    mayor_offer: int = 0  # the number of Inhabitants, and of Energy Units, that each Mayor tile offers
    last_round: int | None = None  # the last round of a short game; None for a full game
    keep_discarded: bool = False
    house_rules: HouseRules = field(default=HouseRules(), repr=False)

    def __post_init__(self) -> None:
        """Refuse rules that the engine cannot score, such as tables that are too short for the board."""
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
        if sum(bonus.is_prize for bonus in self.bonuses) > 1:
            raise ValueError(f"expected one prize at most, got {self.bonuses}")

    @classmethod
    def parse(cls, line: str) -> "Rules":
        """Read a mission's line, such as "classic districts=4,2". Raises MissionLineError."""
        mode, words = read_line(line)
        return reduce(change, words, MODE_RULES[mode])

    @cached_property
    def line(self) -> str:
        """Write these rules as a mission's line. Raises ValueError if no line can express them, as with house rules."""
        line = write_line(self, MODE_RULES[self.mode])
        if Rules.parse(line) != self:
            raise ValueError(f"expected rules that a line can say, got {self}")
        return line

    @property
    def board(self) -> Board:
        return BOARDS[self.mode]

    @property
    def rounds(self) -> tuple[int, ...]:
        """Return the rounds of a game: all rounds of the mode, or fewer in a short game."""
        return rounds(self.mode)[: self.last_round]

    @cached_property
    def text(self) -> str:
        """Return a text that identifies these rules. Caches use it as a key, because Rules objects are not hashable."""
        return repr(self)

    def with_house_rules(self, house_rules: HouseRules) -> "Rules":
        points, architects = self.points, self.architects
        # If the mission has a Tower Block table of its own, keep it.
        if house_rules.manual_tower_points and points.tower_block == MODE_RULES[self.mode].points.tower_block:
            points = replace(points, tower_block=MANUAL_TOWER_BLOCK[: len(points.tower_block)])
        if house_rules.four_architects and architects == OWN_FIVE:
            architects = replace(architects, numbers=architects.numbers[:TURNS_A_ROUND])
        if house_rules.monument_parks_only and self.playgrounds and self.mode is Mode.EXPERT:
            points = replace(points, monument=MONUMENT_PARKS_ONLY)
        # This house rule changes nothing in Classic Mode, where players type the VP of a Park District themselves.
        if house_rules.park_district_parks_only and self.services and self.playgrounds and self.mode is Mode.EXPERT:
            points = replace(points, park_district=(Kind.PARK,))
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
# The Classic tables are the first entries of the Expert tables, for counts of 0 to 4.
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
MODE_RULES = {rules.mode: rules for rules in (CLASSIC_RULES, EXPERT_RULES)}
