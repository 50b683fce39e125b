"""Carry out an allocation: remove all unactivated buildings from the city (D5 in docs/rules.md)."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from scoring.boards import squares_of
from scoring.buildings import Building
from scoring.built import NO_SQUARES, Built
from scoring.city import Allocation, City
from scoring.errors import AllocationError, RuleError
from scoring.kinds import KINDS, Kind, KindOfBuilding
from scoring.messages import Message, gettext, ngettext
from scoring.rules import Rules

# Pairs of a kind of building and the number of Inhabitants that one building of this kind needs. Only a special Public
# Service can need more Inhabitants: see `Building.more_inhabitants`.
INHABITANTS = [(kind, facts.inhabitants) for kind, facts in KINDS.items() if facts.inhabitants]
ENERGY = [(kind, facts.energy) for kind, facts in KINDS.items() if facts.energy]


class Spending(NamedTuple):
    """The used and the unused resources of a city."""

    workers: int
    customers: int
    absorbing: tuple[int, ...]  # the squares of the Parks that absorb an Energy Unit
    unused_inhabitants: int
    unused_energy: int


class SettledCity(Built):
    """The activated buildings of a city. `masks` and `special` hold only their squares."""

    __slots__ = ("active", "customers", "idle", "rules", "spending")

    def __init__(
        self,
        rules: Rules,
        buildings: Sequence[Building | None],
        masks: dict[Kind, int],
        idle: list[int],
        customers: dict[int, int],
        spending: Spending,
    ) -> None:
        self.rules = rules
        self.board, self.points = rules.board, rules.points
        self.buildings = buildings
        self.masks = masks
        self.special = 0  # the squares of the activated special Public Services; `carry_out` sets them
        self.active = sum(masks.values())
        self.idle = idle  # the squares of the unactivated buildings
        self.customers = customers  # the number of Customers in each activated Shop, by its square
        self.spending = spending

    def facts(self, kind: Kind) -> KindOfBuilding:
        """Return the facts of a kind of building. Modules in scoring/kinds call this to avoid circular imports."""
        return KINDS[kind]

    def names(self, squares: Iterable[int]) -> tuple[str, ...]:
        return tuple(map(self.board.names.__getitem__, squares))

    @property
    def empty_squares(self) -> int:
        """Count the empty squares, after the unactivated buildings are removed."""
        return len(self.buildings) - self.active.bit_count()

    @property
    def inhabitants_on_buildings(self) -> int:
        """Count workers and Customers: the first tie-breaker (D17 in docs/rules.md)."""
        return self.spending.workers + self.spending.customers


def carry_out(city: City, allocation: Allocation, rules: Rules) -> SettledCity:
    """Carry out an allocation. Raises AllocationError if the marks do not fit the city or the supply.

    Raises RuleError if the city has another mode than the rules.
    """
    check_mode(city, rules)
    if allocation.board is not city.board and allocation.board != city.board:
        message = Message(gettext("This allocation belongs to a board of another size."))
        raise AllocationError(message, city.board.names[city.board.columns - 1])
    masks = NO_SQUARES.copy()
    idle: list[int] = []
    customers: dict[int, int] = {}
    absorbing: list[int] = []
    marks = _marks(rules.points.customers_a_shop)
    buildings = city.squares
    for square, (building, mark) in enumerate(zip(buildings, allocation.marks, strict=True)):
        if building is None:
            if mark != ".":
                raise _wrong_mark(city, square, mark, rules)
            continue
        kind = building.kind
        if mark not in marks[kind]:
            raise _wrong_mark(city, square, mark, rules)
        if mark == ".":
            idle.append(square)
            continue
        masks[kind] |= 1 << square
        if mark != "+":
            if kind is Kind.SHOP:
                customers[square] = int(mark)
            else:
                absorbing.append(square)
    shoppers = sum(customers.values())
    workers, special = _workers(buildings, masks)
    unused_inhabitants = city.inhabitants - workers - shoppers
    unused_energy = city.energy - sum([masks[kind].bit_count() * count for kind, count in ENERGY]) - len(absorbing)
    if unused_inhabitants < 0 or unused_energy < 0:
        raise _overspent(city, allocation)
    spending = Spending(workers, shoppers, tuple(absorbing), unused_inhabitants, unused_energy)
    settled = SettledCity(rules, buildings, masks, idle, customers, spending)
    settled.special = special
    return settled


def _workers(buildings: Sequence[Building | None], masks: dict[Kind, int]) -> tuple[int, int]:
    """Return the number of Inhabitants at work, and a mask of the activated special Public Services."""
    workers, special = sum([masks[kind].bit_count() * count for kind, count in INHABITANTS]), 0
    for square in squares_of(masks[Kind.PUBLIC_SERVICE]):
        if (building := buildings[square]) and building.special:
            special |= 1 << square
            workers += building.more_inhabitants
    return workers, special


@cache
def _marks(customers_a_shop: int) -> dict[Kind, str]:
    return {kind: facts.marks(customers_a_shop) for kind, facts in KINDS.items()}


def check_mode(city: City, rules: Rules) -> None:
    """Raise RuleError if the city has another mode than the rules."""
    if city.board is not rules.board and city.board != rules.board:
        raise RuleError(other_mode(city, rules))


def other_mode(city: City, rules: Rules) -> Message:
    text = gettext("This city stands on the board of {city}, but the mission is played in {rules}.")
    return Message(text, city=city.mode.label, rules=rules.mode.label)


def _wrong_mark(city: City, square: int, mark: str, rules: Rules) -> AllocationError:
    building, name = city.squares[square], city.board.names[square]
    if building is None:
        text = gettext("{square} is empty, so its mark is a dot, not {mark}.")
        return AllocationError(Message(text, square=name, mark=mark), name)
    facts, limit = KINDS[building.kind], rules.points.customers_a_shop
    message = Message(facts.wrong_mark, square=name, kind=building.kind.label, mark=mark, limit=limit)
    return AllocationError(message, name)


def _overspent(city: City, allocation: Allocation) -> AllocationError:
    """Return the error for the first square, in reading order, that takes more resources than the supply has left."""
    inhabitants, energy = city.inhabitants, city.energy
    for name, building, mark in zip(city.board.names, city.squares, allocation.marks, strict=True):
        if building and mark != ".":
            facts = KINDS[building.kind]
            inhabitants -= int(mark) if mark.isdigit() else building.inhabitants
            energy -= 1 if mark == "e" else facts.energy
        if inhabitants < 0:
            text = ngettext(
                "{square}: no Inhabitant is left for this building; the player has only {count}.",
                "{square}: no Inhabitant is left for this building; the player has only {count}.",
            )
            return AllocationError(Message(text, square=name, count=city.inhabitants), name)
        if energy < 0:
            break
    text = ngettext(
        "{square}: no Energy Unit is left for this building; the player has only {count}.",
        "{square}: no Energy Unit is left for this building; the player has only {count}.",
    )
    return AllocationError(Message(text, square=name, count=city.energy), name)
