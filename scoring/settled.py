"""A city as it stands at scoring: what is activated counts, every other building has left the board (D5)."""

from collections.abc import Iterable
from typing import NamedTuple

from scoring.boards import Board
from scoring.buildings import Building
from scoring.city import Allocation, City
from scoring.errors import AllocationError, RuleError
from scoring.kinds import KINDS, Kind
from scoring.messages import Message
from scoring.rules import Rules

NO_SQUARES: list[int] = []


class Spending(NamedTuple):
    """What an allocation uses of the supply, and what it leaves."""

    workers: int
    customers: int
    absorbing: tuple[int, ...]  # the Parks with an Energy Unit
    unused_inhabitants: int
    unused_energy: int


class SettledCity:
    """The activated buildings of a city. Squares are indexes, in reading order; masks are bit sets of them."""

    __slots__ = ("active", "board", "buildings", "customers", "idle", "rules", "spending", "squares")

    def __init__(
        self,
        rules: Rules,
        buildings: tuple[Building | None, ...],
        squares: dict[Kind, list[int]],
        idle: list[int],
        customers: dict[int, int],
        spending: Spending,
    ) -> None:
        self.rules = rules
        self.board: Board = rules.board
        self.buildings = buildings
        self.squares = squares  # activated ones by kind
        self.active = {square: kind for kind, of_kind in squares.items() for square in of_kind}
        self.idle = idle  # unactivated ones
        self.customers = customers  # of each activated Shop
        self.spending = spending

    def of(self, *kinds: Kind) -> list[int]:
        """The squares with an activated building of these kinds."""
        if len(kinds) == 1:
            return self.squares.get(kinds[0], NO_SQUARES)
        return sorted(square for kind in kinds for square in self.squares.get(kind, NO_SQUARES))

    def building(self, square: int) -> Building:
        building = self.buildings[square]
        assert building is not None
        return building

    def names(self, squares: Iterable[int]) -> tuple[str, ...]:
        names = self.board.names
        return tuple([names[square] for square in squares])

    @property
    def empty_squares(self) -> int:
        """Squares without a building once the unactivated ones have left."""
        return len(self.board) - len(self.active)

    @property
    def inhabitants_on_buildings(self) -> int:
        """Workers and Customers: the first tie-breaker (D17)."""
        return self.spending.workers + self.spending.customers


def carry_out(city: City, allocation: Allocation, rules: Rules) -> SettledCity:
    """Carry out an allocation. Raises AllocationError for marks that do not fit, RuleError for another mode."""
    check_mode(city, rules)
    if allocation.board != city.board:
        raise AllocationError(Message("allocation.other_board"), city.board.names[city.board.columns - 1])
    squares: dict[Kind, list[int]] = {}
    idle: list[int] = []
    customers: dict[int, int] = {}
    workers = 0
    absorbing: list[int] = []
    inhabitants, energy = city.inhabitants, city.energy
    for square, (building, mark) in enumerate(zip(city.squares, allocation.marks, strict=True)):
        if building is None:
            if mark != ".":
                raise AllocationError(
                    Message("allocation.empty", square=city.board.names[square], mark=mark), city.board.names[square]
                )
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
        squares.setdefault(kind, []).append(square)
    spending = Spending(workers, sum(customers.values()), tuple(absorbing), inhabitants, energy)
    return SettledCity(rules, city.squares, squares, idle, customers, spending)


def check_mode(city: City, rules: Rules) -> None:
    if city.board != rules.board:
        message = Message("rules.other_mode", city=Message(f"mode.{city.mode}"), rules=Message(f"mode.{rules.mode}"))
        raise RuleError(message)


def _wrong_mark(kind: Kind, mark: str, square: str, rules: Rules) -> AllocationError:
    if kind is Kind.SHOP:
        key = "allocation.shop"
    elif kind is Kind.PARK:
        key = "allocation.park"
    elif KINDS[kind].is_always_active:
        key = "allocation.always_active"
    else:
        key = "allocation.needs_resources"
    limit = rules.points.customers_a_shop
    return AllocationError(Message(key, square=square, kind=kind.label, mark=mark, limit=limit), square)


def _overspent(city: City, square: str, *, of_inhabitants: bool) -> AllocationError:
    if of_inhabitants:
        return AllocationError(Message("allocation.no_inhabitant", square=square, count=city.inhabitants), square)
    return AllocationError(Message("allocation.no_energy", square=square, count=city.energy), square)


def runs(squares: Iterable[int], lines: Iterable[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Every unbroken run of these squares along the lines, single squares included."""
    members = set(squares)
    found = []
    for line in lines:
        run: list[int] = []
        for square in line:
            if square in members:
                run.append(square)
            elif run:
                found.append(tuple(run))
                run = []
        if run:
            found.append(tuple(run))
    return found


def groups(squares: Iterable[int], board: Board) -> list[list[int]]:
    """These squares as connected groups: two belong together if a path of shared sides joins them."""
    left = set(squares)
    found = []
    while left:
        group = [min(left)]
        left.remove(group[0])
        for square in group:
            for neighbour in board.neighbours[square]:
                if neighbour in left:
                    left.remove(neighbour)
                    group.append(neighbour)
        found.append(sorted(group))
    return found
