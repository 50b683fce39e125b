"""The search problem of a city: its terms, the values that they add, and the decisions of the search.

The search decides which buildings to activate. Most VP are a sum of terms. A term gives the VP of a few squares by the
number of activated buildings on them. Examples are the floors of a Tower Block (one square), a Shop beside a Factory
(two squares), and the towers around a Park (up to four squares).

The VP of Harbors, Office Towers and Public Services are not a sum of terms, because all buildings of such a kind score
as a whole. The search estimates these VP, and counts them exactly when all decisions are made.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, pairwise
from math import ceil
from typing import NamedTuple

from scoring.boards import squares_of
from scoring.bonuses import Bonus
from scoring.city import Allocation, City
from scoring.kinds import KINDS, Kind, KindOfBuilding
from scoring.kinds.office_tower import OfficeTower
from scoring.kinds.shop import distributed, enough_shops, most_for_one, most_vp
from scoring.layout import Layout
from scoring.rules import Rules
from scoring.settled import ENERGY, INHABITANTS
from scoring.terms import Term

# Weights for the value of an allocation: `VP` for each victory point, `INHABITANT` for each Inhabitant on a building,
# `SQUARE` for each square that is not empty. The tie-breaks have lower weights (decision D17 in docs/rules.md).
SQUARE = 1 << 20  # the 20 bits below it hold the activated squares; a city has at most 20 squares
INHABITANT = 1_000 * SQUARE
VP = 1_000_000 * SQUARE  # leaves room for 999 Inhabitants; a city has at most 120 on its buildings

# The VP that the search adds for an activated building in a required group. No city scores so many VP.
REQUIRED_VP = 10_000

ALWAYS_ACTIVE = tuple(kind for kind, facts in KINDS.items() if facts.is_always_active)
ACTIVATED = tuple((kind, facts) for kind, facts in KINDS.items() if not facts.is_always_active)
COLLECTIVE_KINDS = tuple(facts for facts in KINDS.values() if facts.is_collective)
OFFICE_TOWERS = OfficeTower()

# A term in values instead of VP: the bit mask of its squares, and the gains of its first, second, ... activated square.
ValueTerm = tuple[int, tuple[int, ...]]


class SearchDecision(NamedTuple):
    """A yes-or-no question of the search: whether to activate a building, or whether to make a `LineSelection`."""

    bit: int  # the bit of the building's square, or the key of the `LineSelection` in `Estimates.selections`
    inhabitants: int = 0  # number of Inhabitants that the building needs; 0 if the city has enough for all
    energy: int = 0  # number of Energy Units that the building needs; 0 if the city has enough for all
    is_shop: bool = False
    workers: int = 0  # number of Inhabitants on this building that count as workers for a bonus
    is_office_tower: bool = False


_decision = lru_cache(maxsize=1 << 12)(SearchDecision)


def value_term(term: Term) -> ValueTerm:
    """Return a term with integer gains: the VP that each further activated square adds, multiplied by `VP`."""
    return term.members, _gains(term.values)


@lru_cache(maxsize=1 << 12)
def _gains(values: tuple[float, ...]) -> tuple[int, ...]:
    # Round up, because an estimate can have fractions of a VP, and must not be too low.
    return tuple([ceil((after - before) * VP) for before, after in pairwise(values)])


def rest_of(term: ValueTerm, activated: int) -> ValueTerm:
    """Return the rest of a term: its squares that are not in the mask `activated`, and the gains of these squares."""
    members, gains = term
    count = (members & activated).bit_count()
    return (members & ~activated, gains[count:]) if count else term


class Problem:
    """The search problem of one city under its rules.

    All sets of squares or buildings are bit masks. `forced` holds the buildings that the best allocation always
    activates. `decisions` are about the other buildings. `required` are groups of squares: the best allocation has a
    building in each of them if the supply allows it.
    """

    def __init__(self, city: City, rules: Rules, required: tuple[int, ...] = ()) -> None:
        self.city = city
        self.required = required
        self.rules = rules
        self.layout = layout = Layout(city, rules)
        masks = layout.masks
        self.collective_kinds = [facts for facts in COLLECTIVE_KINDS if masks[facts.kind]]
        # Using a unit avoids the penalty for unused units. An Inhabitant on a building also counts for the tie-break.
        self.inhabitant_value = rules.unused_inhabitant * VP + INHABITANT
        self.energy_value = rules.unused_energy * VP
        self.parks = masks[Kind.PARK].bit_count()
        self.always_active = sum([masks[kind] for kind in ALWAYS_ACTIVE])
        work = sum([masks[kind].bit_count() * each for kind, each in INHABITANTS])
        if layout.costly:
            work += layout.more_inhabitants(~0)
        power = sum([masks[kind].bit_count() * each for kind, each in ENERGY])
        # For each square: the value of the terms that have only this square. `shared_terms` has all other terms.
        self.square_values = [0] * len(layout.board)
        self.shared_terms: list[ValueTerm] = []
        for term in self._terms():
            self._add(rest_of(value_term(term), self.always_active))
        open_shops = min(masks[Kind.SHOP].bit_count(), city.energy)
        self.plenty_of_inhabitants = city.inhabitants >= work + open_shops * rules.points.customers_a_shop
        self.plenty_of_energy = city.energy >= power + self.parks
        self.forced = 0
        self._find_forced(work, power)
        inhabitants, energy = self.unused_supply(self.forced)
        # The supply for all decisions. A resource that cannot run out counts as 0, here and in each `SearchDecision`.
        self.inhabitants = 0 if self.plenty_of_inhabitants else inhabitants
        self.energy = 0 if self.plenty_of_energy else energy
        shops = masks[Kind.SHOP].bit_count()
        # These bonuses compare Customers with workers: the Inhabitants on buildings of the kinds in `workplaces`.
        self.customer_bonuses = tuple([bonus for bonus in rules.bonuses if bonus.workplaces]) if shops else ()
        self.workplaces = self.customer_bonuses[0].workplaces if self.customer_bonuses else frozenset()
        # The search need not count open Shops if each of them adds the same value.
        self.counts_shops = not self.plenty_of_inhabitants or bool(self.customer_bonuses)
        self.counter_limits = self._counter_limits(shops)
        self.own_values: dict[int, int] = {}  # maps a building's bit to its value without `shared_terms`
        self.decisions = self._decisions()
        self.may_lose = sum(
            [masks[facts.kind] for facts in self.collective_kinds if not facts.never_loses(rules.points)]
        )
        if masks[Kind.OFFICE_TOWER]:
            lists = OFFICE_TOWERS.estimates(layout)
            self.tower_estimates = {squares_of(term.members)[0]: int(term.values[1]) for (term,) in lists}
            self.group_excesses: dict[tuple[int, int], int] = {}

    def _add(self, term: ValueTerm) -> None:
        members, gains = term
        if members & (members - 1):
            self.shared_terms.append(term)
        elif members:
            self.square_values[members.bit_length() - 1] += gains[0]

    @property
    def forced_vp(self) -> int:
        """Return the VP for "no" at every decision. Leave out the VP of Harbors, Office Towers and Public Services."""
        standing = self.always_active | self.forced
        inhabitants, energy = self.unused_supply(self.forced)
        penalty = self.rules.unused_inhabitant * inhabitants + self.rules.unused_energy * energy
        return int(sum([values[(members & standing).bit_count()] for members, values in self._terms()])) - penalty

    def unused_supply(self, activated: int) -> tuple[int, int]:
        """Return the Inhabitants and Energy Units that remain after activating these buildings."""
        if not activated:
            return self.city.inhabitants, self.city.energy
        masks = self.layout.masks
        work = sum([(masks[kind] & activated).bit_count() * each for kind, each in INHABITANTS])
        power = sum([(masks[kind] & activated).bit_count() * each for kind, each in ENERGY])
        if self.layout.costly:
            work += self.layout.more_inhabitants(activated)
        return self.city.inhabitants - work, self.city.energy - power

    def counts(self, activated: int) -> tuple[int, int]:
        """Count the Shops among these buildings, and the Inhabitants on them that count as workers for a bonus."""
        masks, workers = self.layout.masks, 0
        for kind in self.workplaces:
            workers += (masks[kind] & activated).bit_count() * KINDS[kind].inhabitants
        if self.layout.costly and Kind.PUBLIC_SERVICE in self.workplaces:
            workers += self.layout.more_inhabitants(activated)
        return (masks[Kind.SHOP] & activated).bit_count(), workers

    def _counter_limits(self, shops: int) -> tuple[int, int]:
        """Return a limit for open Shops and one for workers. Higher counts do not change the value of Customers."""
        points, open_shops = self.rules.points, shops
        if not self.plenty_of_inhabitants:
            open_shops = enough_shops(points.shop, shops, self.inhabitants)
        if not self.customer_bonuses:
            return open_shops, 0
        customers = min(self.city.inhabitants, shops * points.customers_a_shop)
        return open_shops, _enough_workers(self.customer_bonuses, customers, self.counts(~0)[1])

    def _find_forced(self, work: int, power: int) -> None:
        """Find the forced buildings, which the best allocation always activates.

        All buildings of the city together need `work` Inhabitants and `power` Energy Units.
        """
        masks, points = self.layout.masks, self.rules.points
        enough_inhabitants, enough_energy = self.city.inhabitants >= work, self.city.energy >= power
        customers = masks[Kind.SHOP].bit_count() * points.customers_a_shop
        undecided = displacing = 0
        for kind, facts in ACTIVATED:
            mask = masks[kind]
            if (
                mask
                and (enough_inhabitants or not facts.inhabitants)
                and (enough_energy or not facts.energy)
                and facts.never_loses(points)
            ):
                undecided |= mask
                if facts.inhabitants and self.city.inhabitants < work + customers:
                    displacing |= mask
        customer, building = most_for_one(points.shop) * VP, self.layout.building
        # For each square: the highest value that the building's Inhabitants could add as Customers in Shops.
        elsewhere = {square: building(square).inhabitants * customer for square in squares_of(displacing)}
        while undecided:
            least = self._least_gains()
            found = 0
            for square in squares_of(undecided):
                if least[square] >= elsewhere.get(square, 0):
                    found |= 1 << square
            if not found:
                return
            # The terms change when these buildings are activated. So the loop checks the other buildings again.
            self.forced |= found
            undecided ^= found
            shared_terms, self.shared_terms = self.shared_terms, []
            for term in shared_terms:
                self._add(rest_of(term, found))

    def _least_gains(self) -> list[int]:
        """Return for each square the lowest value that its activation can add. Estimates are left out."""
        least = [SQUARE + gain for gain in self.square_values]
        for members, gains in self.shared_terms:
            lowest = min(gains)
            if lowest:
                for square in squares_of(members):
                    least[square] += lowest
        return least

    def _decisions(self) -> list[SearchDecision]:
        masks, board, decisions = self.layout.masks, self.layout.board, []
        special, looking_far = self.layout.special, self.layout.looking_far
        for kind, facts in ACTIVATED:
            undecided = masks[kind] & ~self.forced
            if undecided:
                usual = self._needs(facts, facts.inhabitants)
                for square in squares_of(undecided):
                    position, (use, needs) = board.walk[square], usual
                    if special >> square & 1:
                        use, needs = self._needs(facts, self.layout.building(square).inhabitants)
                        if looking_far >> square & 1:
                            position -= len(board)  # decide this square before all others
                    self.own_values[1 << square] = self.square_values[square] + use + (1 << board.ranks[square])
                    decisions.append((position, _decision(1 << square, *needs)))
        decisions.sort()
        return [decision for _, decision in decisions]

    def _needs(self, facts: KindOfBuilding, inhabitants: int) -> tuple[int, tuple[int, int, bool, int, bool]]:
        """Return the value of using a building's resources and square, and the last five fields of `SearchDecision`."""
        kind, energy = facts.kind, facts.energy
        use = inhabitants * self.inhabitant_value + energy * self.energy_value + SQUARE
        is_counted_shop = kind is Kind.SHOP and self.counts_shops
        if kind is Kind.SHOP and not is_counted_shop:
            use += self.customer_values(1, 0)[-1]
        return use, (
            0 if self.plenty_of_inhabitants else inhabitants,
            0 if self.plenty_of_energy else energy,
            is_counted_shop,
            inhabitants if kind in self.workplaces else 0,
            kind is Kind.OFFICE_TOWER,
        )

    def _terms(self) -> Iterator[Term]:
        """Yield the terms of the buildings, of the mission's bonuses and of the required groups, without estimates."""
        for kind, mask in self.layout.masks.items():
            if mask:
                yield from KINDS[kind].terms(self.layout)
        for bonus in self.rules.bonuses:
            yield from bonus.terms(self.city)
        for group in self.required:
            yield Term(group, (0, *[REQUIRED_VP] * group.bit_count()))

    def estimates(self) -> list[list[ValueTerm]]:
        """Return the estimates as lists of terms. Only one term of each list can count, such as one row of Harbors."""
        return [
            [value_term(term) for term in terms]
            for facts in self.collective_kinds
            for terms in facts.estimates(self.layout)
            if terms
        ]

    def collective_vp(self, mask: int) -> int:
        """Return the exact VP that these activated Harbors, Office Towers and Public Services score as a whole."""
        layout = self.layout
        return sum([facts.collective_vp(layout, mask & layout.masks[facts.kind]) for facts in self.collective_kinds])

    def tower_excess(self, activated: int, possible: int, joining: int) -> int:
        """Return the VP by which the estimates for the activated Office Towers are too high.

        The estimates assume the largest groups of the city. `possible` is a mask of the squares that can still have an
        activated tower. `joining` is the number of further towers for which the supply suffices.
        """
        excess, office_towers = 0, self.layout.masks[Kind.OFFICE_TOWER]
        activated &= office_towers
        possible &= office_towers
        for group in self.layout.board.groups(possible):
            towers = group & activated
            if towers:
                size = min(group.bit_count(), towers.bit_count() + joining)
                if (shortfall := self.group_excesses.get((towers, size))) is None:
                    shortfall = self.group_excesses[towers, size] = self._group_excess(towers, size)
                excess += shortfall
        return excess

    def _group_excess(self, towers: int, group: int) -> int:
        """Return the VP by which these towers' estimates are too high if their group has at most `group` towers."""
        estimates, layout = self.tower_estimates, self.layout
        return sum([estimates[square] - OFFICE_TOWERS.estimate(layout, square, group) for square in squares_of(towers)])

    def customer_values(self, shops: int, workers: int) -> tuple[int, ...]:
        """Return the highest value that Customers of open Shops can add, by the number of remaining Inhabitants."""
        table = self.rules.points.shop
        return _best_customer_values(table, self.inhabitant_value, self.customer_bonuses, shops, workers)

    def allocation(self, activated: int) -> Allocation:
        """Return the allocation that activates these buildings. Distribute the remaining units to Shops and Parks."""
        masks = self.layout.masks
        inhabitants, energy = self.unused_supply(activated)
        marks = ["."] * len(self.layout.board)
        for square in squares_of(activated | self.always_active):
            marks[square] = "+"
        shops = squares_of(activated & masks[Kind.SHOP])
        if shops:
            for square, customers in zip(shops, self._served(activated, inhabitants), strict=True):
                marks[square] = str(customers)
        for square in squares_of(masks[Kind.PARK])[:energy]:
            marks[square] = "e"
        return Allocation(self.layout.board, "".join(marks))

    def _served(self, activated: int, inhabitants: int) -> tuple[int, ...]:
        """Return the best number of Customers for each activated Shop if this number of Inhabitants remains."""
        shops, workers = self.counts(activated)
        table = self.rules.points.shop
        values = _exact_customer_values(table, self.inhabitant_value, self.customer_bonuses, shops, workers)
        return distributed(table, shops, values.index(max(values[: inhabitants + 1])))


@lru_cache(maxsize=1 << 10)
def _enough_workers(bonuses: tuple[Bonus, ...], customers: int, workers: int) -> int:
    """Return the smallest number of workers that leads to the same penalties as the full number, `workers`."""

    def lost(working: int) -> list[int]:
        return [bonus.penalty(count, working) for bonus in bonuses for count in range(customers + 1)]

    return next(working for working in range(workers + 1) if lost(working) == lost(workers))


@lru_cache(maxsize=1 << 12)
def _best_customer_values(
    table: tuple[int, ...], inhabitant_value: int, bonuses: tuple[Bonus, ...], shops: int, workers: int
) -> tuple[int, ...]:
    return tuple(accumulate(_exact_customer_values(table, inhabitant_value, bonuses, shops, workers), max))


@lru_cache(maxsize=1 << 12)
def _exact_customer_values(
    table: tuple[int, ...], inhabitant_value: int, bonuses: tuple[Bonus, ...], shops: int, workers: int
) -> tuple[int, ...]:
    """Return a tuple whose entry n is the value of n Customers, spread over the Shops for the most VP."""
    return tuple(
        [
            (vp - sum([bonus.penalty(customers, workers) for bonus in bonuses])) * VP + customers * inhabitant_value
            for customers, vp in enumerate(most_vp(table, shops))
        ]
    )
