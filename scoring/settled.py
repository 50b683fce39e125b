"""A city with its allocation carried out: what is activated counts, every other building has left the board (D5)."""

from collections.abc import Iterable
from typing import NamedTuple

from scoring.boards import Board, squares_of
from scoring.buildings import Building
from scoring.city import Allocation, City
from scoring.errors import AllocationError, RuleError
from scoring.kinds import KINDS, Kind, KindOfBuilding
from scoring.messages import Message, gettext, ngettext
from scoring.rules import Points, Rules


class Spending(NamedTuple):
    """What an allocation uses of the supply, and what it leaves."""

    workers: int
    customers: int
    absorbing: tuple[int, ...]  # the Parks with an Energy Unit
    unused_inhabitants: int
    unused_energy: int


class SettledCity:
    """The activated buildings of a city. Squares are indexes, in reading order; masks are bit sets of them."""

    __slots__ = ("active", "board", "buildings", "customers", "idle", "masks", "points", "rules", "spending")

    def __init__(
        self,
        rules: Rules,
        buildings: tuple[Building | None, ...],
        masks: dict[Kind, int],
        idle: list[int],
        customers: dict[int, int],
        spending: Spending,
    ) -> None:
        self.rules = rules
        self.points: Points = rules.points
        self.board: Board = rules.board
        self.buildings = buildings
        self.masks = masks  # activated ones by kind
        self.active = sum(masks.values())
        self.idle = idle  # unactivated ones
        self.customers = customers  # of each activated Shop
        self.spending = spending

    def of(self, *kinds: Kind) -> list[int]:
        """The squares with an activated building of these kinds."""
        return squares_of(sum([self.masks[kind] for kind in kinds]))

    def building(self, square: int) -> Building:
        building = self.buildings[square]
        assert building is not None
        return building

    def facts(self, square: int) -> KindOfBuilding:
        """What is true of every building of the kind on this square."""
        return KINDS[self.building(square).kind]

    def names(self, squares: Iterable[int]) -> tuple[str, ...]:
        names = self.board.names
        return tuple([names[square] for square in squares])

    @property
    def empty_squares(self) -> int:
        """Squares without a building once the unactivated ones have left."""
        return len(self.board) - self.active.bit_count()

    @property
    def inhabitants_on_buildings(self) -> int:
        """Workers and Customers: the first tie-breaker (D17)."""
        return self.spending.workers + self.spending.customers


def carry_out(city: City, allocation: Allocation, rules: Rules) -> SettledCity:
    """Carry out an allocation. Raises AllocationError for marks that do not fit, RuleError for another mode."""
    check_mode(city, rules)
    if allocation.board != city.board:
        message = Message(gettext("This allocation belongs to a board of another size."))
        raise AllocationError(message, city.board.names[city.board.columns - 1])
    masks = dict.fromkeys(Kind, 0)
    idle: list[int] = []
    customers: dict[int, int] = {}
    workers = 0
    absorbing: list[int] = []
    inhabitants, energy = city.inhabitants, city.energy
    for square, (building, mark) in enumerate(zip(city.squares, allocation.marks, strict=True)):
        if building is None:
            if mark != ".":
                name = city.board.names[square]
                message = Message(
                    gettext("{square} is empty, so its mark is a dot, not {mark}."), square=name, mark=mark
                )
                raise AllocationError(message, name)
            continue
        kind = building.kind
        facts = KINDS[kind]
        if mark == "." and not facts.is_always_active:
            idle.append(square)
            continue
        if mark == "+" and kind is not Kind.SHOP:
            workers += facts.inhabitants
            inhabitants -= facts.inhabitants
            energy -= facts.energy
        elif mark == "e" and kind is Kind.PARK:
            absorbing.append(square)
            energy -= 1
        elif kind is Kind.SHOP and mark.isdigit() and int(mark) <= rules.points.customers_a_shop:
            customers[square] = int(mark)
            inhabitants -= int(mark)
            energy -= facts.energy
        else:
            raise _wrong_mark(kind, mark, city.board.names[square], rules)
        if inhabitants < 0 or energy < 0:
            raise _overspent(city, city.board.names[square], of_inhabitants=inhabitants < 0)
        masks[kind] |= 1 << square
    spending = Spending(workers, sum(customers.values()), tuple(absorbing), inhabitants, energy)
    return SettledCity(rules, city.squares, masks, idle, customers, spending)


def check_mode(city: City, rules: Rules) -> None:
    """Raise RuleError for a city of the other mode."""
    if city.board != rules.board:
        raise RuleError(other_mode(city, rules))


def other_mode(city: City, rules: Rules) -> Message:
    """Say that a city does not stand on the board its mission is played on."""
    text = gettext("This city stands on the board of {city}, but the mission is played in {rules}.")
    return Message(text, city=city.mode.label, rules=rules.mode.label)


def _wrong_mark(kind: Kind, mark: str, square: str, rules: Rules) -> AllocationError:
    limit = rules.points.customers_a_shop
    message = Message(KINDS[kind].wrong_mark, square=square, kind=kind.label, mark=mark, limit=limit)
    return AllocationError(message, square)


def _overspent(city: City, square: str, *, of_inhabitants: bool) -> AllocationError:
    if of_inhabitants:
        text = ngettext(
            "{square}: no Inhabitant is left for this building; the player owns only {count}.",
            "{square}: no Inhabitant is left for this building; the player owns only {count}.",
        )
        return AllocationError(Message(text, square=square, count=city.inhabitants), square)
    text = ngettext(
        "{square}: no Energy Unit is left for this building; the player owns only {count}.",
        "{square}: no Energy Unit is left for this building; the player owns only {count}.",
    )
    return AllocationError(Message(text, square=square, count=city.energy), square)
