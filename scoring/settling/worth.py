"""The worth of activating buildings: their VP and tie-breakers, as one number.

Most VP are a sum of terms. A term depends on how many of its few squares are activated. Examples are the floors of a
Tower Block (one square), a Shop beside a Factory (two squares), and the towers around a Park (up to four squares). No
terms can express the VP of three kinds, because all buildings of such a kind score together: Harbors in lines, Office
Towers in groups, and Public Services by districts. These are the collective kinds. Until all squares are decided, the
search uses promises for them: terms that add up to at least the exact VP. Then it counts the exact VP.

Some buildings are certain: they never lose VP, and take no resource that could bring more elsewhere. They are activated
before the search begins. Only the other buildings are choices.
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

# A worth is one number that orders allocations: by VP, then by Inhabitants on buildings, then by the number of squares
# that are not empty (D17). Its lowest bits hold the activated squares, so that two different sets of buildings never
# have the same worth. Column by column, each square counts more than all later squares together. A city has at most 20
# squares and 120 Inhabitants on them. So each part of the number stays smaller than one unit of the next higher part.
SQUARE = 1 << 20
INHABITANT = 1_000 * SQUARE
VP = 1_000_000 * SQUARE

# The VP added for a wanted group (see `Worth`) with an activated building. This is more than any city scores, so that
# wanted groups always come first.
WANTED = 10_000

ALWAYS_ACTIVE = tuple(kind for kind, facts in KINDS.items() if facts.is_always_active)
ACTIVATED = tuple((kind, facts) for kind, facts in KINDS.items() if not facts.is_always_active)
COLLECTIVE_KINDS = tuple(facts for facts in KINDS.values() if facts.is_collective)
OFFICE_TOWERS = OfficeTower()

# A term as the search uses it: the bit mask of its squares, and the worth added by the first activated square, by the
# second, and so on.
Rises = tuple[int, tuple[int, ...]]


class Choice(NamedTuple):
    """A square to decide, or a claim. If a resource suffices for all uses together, its field here is 0."""

    bit: int
    inhabitants: int = 0
    energy: int = 0
    is_shop: bool = False
    workers: int = 0  # the Inhabitants at work on this square whom a bonus counts
    is_office_tower: bool = False


_choice = lru_cache(maxsize=1 << 12)(Choice)


def counted(term: Term) -> Rises:
    """Convert a term from VP to worth."""
    return term.members, _rises(term.values)


@lru_cache(maxsize=1 << 12)
def _rises(values: tuple[float, ...]) -> tuple[int, ...]:
    # A promise can be a fraction of a VP. Round up, so that no promise is too low.
    return tuple([ceil((after - before) * VP) for before, after in pairwise(values)])


def without(term: Rises, activated: int) -> Rises:
    """Return what a term still adds after the squares of a mask are activated: its other squares, and their worth."""
    members, rises = term
    count = (members & activated).bit_count()
    return (members & ~activated, rises[count:]) if count else term


class Worth:
    """The worth of one city under its rules, for any set of activated buildings. A set of buildings is a bit mask.

    The best allocation always activates the buildings in `certain`. `choices` are the other buildings, district by
    district, so that few earlier choices matter for later choices. `alone` maps the bit of each choice to the worth of
    activating only this square: the terms of this square alone, the resources that it uses, and the tie-break for one
    empty square fewer. `shared` are the terms of several squares together. `inhabitants` and `energy` are the supply
    left for the choices. If a resource suffices for all uses together, its supply counts as 0.

    `wanted` are groups of squares, each as a bit mask. An activated building in a wanted group is worth more than all
    other VP together. So the best allocation has a building in each wanted group if the supply allows it.
    """

    def __init__(self, city: City, rules: Rules, wanted: tuple[int, ...] = ()) -> None:
        self.city = city
        self.wanted = wanted
        self.rules = rules
        self.layout = layout = Layout(city, rules)
        masks = layout.masks
        self.collective_kinds = [facts for facts in COLLECTIVE_KINDS if masks[facts.kind]]
        # Each used unit avoids a penalty. This penalty is the worth of using the unit. An Inhabitant on a building
        # also counts for the tie-break.
        self.used_inhabitant = rules.unused_inhabitant * VP + INHABITANT
        self.used_energy = rules.unused_energy * VP
        self.parks = masks[Kind.PARK].bit_count()
        self.always_active = sum([masks[kind] for kind in ALWAYS_ACTIVE])
        work = sum([masks[kind].bit_count() * each for kind, each in INHABITANTS])
        if layout.costly:
            work += layout.more_inhabitants(~0)
        power = sum([masks[kind].bit_count() * each for kind, each in ENERGY])
        # For each square: the worth of the terms that count only this square. Terms of several squares are in `shared`.
        self.by_square = [0] * len(layout.board)
        self.shared: list[Rises] = []
        for term in self._terms():
            self._add(without(counted(term), self.always_active))
        open_shops = min(masks[Kind.SHOP].bit_count(), city.energy)
        self.plenty_of_inhabitants = city.inhabitants >= work + open_shops * rules.points.customers_a_shop
        self.plenty_of_energy = city.energy >= power + self.parks
        self.certain = 0
        self._decide_the_certain(work, power)
        inhabitants, energy = self.left(self.certain)
        self.inhabitants = 0 if self.plenty_of_inhabitants else inhabitants
        self.energy = 0 if self.plenty_of_energy else energy
        # `on_customers` are the bonuses that compare Customers with workers. Workers are the Inhabitants on buildings
        # of the kinds in `workplaces`.
        shops = masks[Kind.SHOP].bit_count()
        self.on_customers = tuple([bonus for bonus in rules.bonuses if bonus.workplaces]) if shops else ()
        self.workplaces = self.on_customers[0].workplaces if self.on_customers else frozenset()
        # If Inhabitants are plentiful and no bonus counts Customers, each open Shop adds the same worth. Then the
        # search need not count open Shops.
        self.counts_shops = not self.plenty_of_inhabitants or bool(self.on_customers)
        self.most_counted = self._most_counted(shops)
        self.alone: dict[int, int] = {}
        self.choices = self._choices()
        self.may_lose = sum(
            [masks[facts.kind] for facts in self.collective_kinds if not facts.never_loses(rules.points)]
        )
        if masks[Kind.OFFICE_TOWER]:
            promises = OFFICE_TOWERS.promises(layout)
            self.promised = {squares_of(term.members)[0]: int(term.values[1]) for (term,) in promises}
            self.shortfalls: dict[tuple[int, int], int] = {}

    def _add(self, term: Rises) -> None:
        members, rises = term
        if members & (members - 1):
            self.shared.append(term)
        elif members:
            self.by_square[members.bit_length() - 1] += rises[0]

    @property
    def vp_for_certain(self) -> int:
        """Count the VP of the certain and the always active buildings, as if no other building were activated.

        Add up the terms, and subtract the penalty for the whole supply that is left. The VP that `together` counts are
        not part of this sum.
        """
        standing = self.always_active | self.certain
        inhabitants, energy = self.left(self.certain)
        return (
            int(sum([values[(members & standing).bit_count()] for members, values in self._terms()]))
            - self.rules.unused_inhabitant * inhabitants
            - self.rules.unused_energy * energy
        )

    def left(self, activated: int) -> tuple[int, int]:
        """Return the Inhabitants and Energy Units left after activating these buildings."""
        if not activated:
            return self.city.inhabitants, self.city.energy
        masks = self.layout.masks
        work = sum([(masks[kind] & activated).bit_count() * each for kind, each in INHABITANTS])
        power = sum([(masks[kind] & activated).bit_count() * each for kind, each in ENERGY])
        if self.layout.costly:
            work += self.layout.more_inhabitants(activated)
        return self.city.inhabitants - work, self.city.energy - power

    def counts(self, activated: int) -> tuple[int, int]:
        """Return two counts for these buildings: the Shops, and the workers whom a bonus counts."""
        masks, workers = self.layout.masks, 0
        for kind in self.workplaces:
            workers += (masks[kind] & activated).bit_count() * KINDS[kind].inhabitants
        if self.layout.costly and Kind.PUBLIC_SERVICE in self.workplaces:
            workers += self.layout.more_inhabitants(activated)
        return (masks[Kind.SHOP] & activated).bit_count(), workers

    def _most_counted(self, shops: int) -> tuple[int, int]:
        """Return the highest numbers of open Shops and of counted workers that the search has to distinguish.

        More Shops or workers than these numbers make no further difference to the worth of Customers.
        """
        points, open_shops = self.rules.points, shops
        if not self.plenty_of_inhabitants:
            open_shops = enough_shops(points.shop, shops, self.inhabitants)
        if not self.on_customers:
            return open_shops, 0
        customers = min(self.city.inhabitants, shops * points.customers_a_shop)
        return open_shops, _enough_workers(self.on_customers, customers, self.counts(~0)[1])

    def _decide_the_certain(self, work: int, power: int) -> None:
        """Find the certain buildings: they never lose VP, and their Inhabitants could not bring more VP elsewhere.

        `work` and `power` are the Inhabitants and Energy Units that all buildings together need.
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
        # By a building's square: the most worth that the building's Inhabitants could bring elsewhere, as Customers.
        customer, building = most_for_one(points.shop) * VP, self.layout.building
        elsewhere = {square: building(square).inhabitants * customer for square in squares_of(displacing)}
        while undecided:
            least = self._least_gains()
            found = 0
            for square in squares_of(undecided):
                if least[square] >= elsewhere.get(square, 0):
                    found |= 1 << square
            if not found:
                return
            # Once these buildings are activated, others may become certain.
            self.certain |= found
            undecided ^= found
            shared, self.shared = self.shared, []
            for term in shared:
                self._add(without(term, found))

    def _least_gains(self) -> list[int]:
        """Return for each square the least worth that its activation can gain by exact terms, without promises."""
        least = [SQUARE + gain for gain in self.by_square]
        for members, rises in self.shared:
            lowest = min(rises)
            if lowest:
                for square in squares_of(members):
                    least[square] += lowest
        return least

    def _choices(self) -> list[Choice]:
        masks, board, choices = self.layout.masks, self.layout.board, []
        special, looking_far = self.layout.special, self.layout.looking_far
        for kind, facts in ACTIVATED:
            undecided = masks[kind] & ~self.certain
            if undecided:
                usual = self._needs(facts, facts.inhabitants)
                for square in squares_of(undecided):
                    place, (use, needs) = board.walk[square], usual
                    if special >> square & 1:
                        use, needs = self._needs(facts, self.layout.building(square).inhabitants)
                        if looking_far >> square & 1:
                            place -= len(board)  # decide this square before all others
                    self.alone[1 << square] = self.by_square[square] + use + (1 << board.ranks[square])
                    choices.append((place, _choice(1 << square, *needs)))
        choices.sort()
        return [choice for _, choice in choices]

    def _needs(self, facts: KindOfBuilding, inhabitants: int) -> tuple[int, tuple[int, int, bool, int, bool]]:
        """Return two results: the worth of using a building's resources, and the fields of its `Choice` after `bit`."""
        kind, energy = facts.kind, facts.energy
        use = inhabitants * self.used_inhabitant + energy * self.used_energy + SQUARE
        is_counted_shop = kind is Kind.SHOP and self.counts_shops
        if kind is Kind.SHOP and not is_counted_shop:
            use += self.customers_bring(1, 0)[-1]
        return use, (
            0 if self.plenty_of_inhabitants else inhabitants,
            0 if self.plenty_of_energy else energy,
            is_counted_shop,
            inhabitants if kind in self.workplaces else 0,
            kind is Kind.OFFICE_TOWER,
        )

    # Terms

    def _terms(self) -> Iterator[Term]:
        """Yield the exact terms of the buildings, of the mission's bonuses and of the wanted groups."""
        for kind, mask in self.layout.masks.items():
            if mask:
                yield from KINDS[kind].terms(self.layout)
        for bonus in self.rules.bonuses:
            yield from bonus.terms(self.city)
        for group in self.wanted:
            yield Term(group, (0, *[WANTED] * group.bit_count()))

    def promises(self) -> list[list[Rises]]:
        """Return the promises of the collective kinds, as lists of terms. In each list, only the best term counts."""
        return [
            [counted(term) for term in terms]
            for facts in self.collective_kinds
            for terms in facts.promises(self.layout)
            if terms
        ]

    def together(self, mask: int) -> int:
        """Return the exact VP of the collective kinds, for the activated squares of a mask."""
        layout = self.layout
        return sum([facts.together(layout, mask & layout.masks[facts.kind]) for facts in self.collective_kinds])

    def tower_excess(self, activated: int, possible: int, more: int) -> int:
        """Count the VP by which the promises for activated Office Towers are too high.

        A promise assumes the best group to which the tower can belong. The real group may stay smaller: its squares are
        among `possible`, the activated and the undecided squares, and at most `more` undecided towers join the group.
        """
        excess, office_towers = 0, self.layout.masks[Kind.OFFICE_TOWER]
        activated &= office_towers
        possible &= office_towers
        for group in self.layout.board.groups(possible):
            towers = group & activated
            if towers:
                size = min(group.bit_count(), towers.bit_count() + more)
                if (shortfall := self.shortfalls.get((towers, size))) is None:
                    shortfall = self.shortfalls[towers, size] = self._shortfall(towers, size)
                excess += shortfall
        return excess

    def _shortfall(self, towers: int, group: int) -> int:
        """Count the VP by which the promises of these Office Towers are too high if the group has at most this size."""
        return sum(
            [self.promised[square] - OFFICE_TOWERS.promise(self.layout, square, group) for square in squares_of(towers)]
        )

    # The worth of the supply that is left

    def customers_bring(self, shops: int, workers: int) -> tuple[int, ...]:
        """Return a tuple: entry n is the most worth that Customers can add if n Inhabitants are left for this.

        `shops` is the number of activated Shops, and `workers` the number of workers whom a bonus counts.
        """
        return _most_customers_bring(self.rules.points.shop, self.used_inhabitant, self.on_customers, shops, workers)

    def allocation(self, activated: int) -> Allocation:
        """Return the allocation that activates these buildings and serves Shops and Parks in reading order."""
        masks = self.layout.masks
        inhabitants, energy = self.left(activated)
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
        """Return the best number of Customers for each activated Shop if this number of Inhabitants is left."""
        shops, workers = self.counts(activated)
        table = self.rules.points.shop
        worth = _customers_bring(table, self.used_inhabitant, self.on_customers, shops, workers)[: inhabitants + 1]
        return distributed(table, shops, worth.index(max(worth)))


@lru_cache(maxsize=1 << 10)
def _enough_workers(bonuses: tuple[Bonus, ...], customers: int, workers: int) -> int:
    """Return how few workers lead to the same penalties as all `workers`, for up to `customers` Customers."""

    def lost(working: int) -> list[int]:
        return [bonus.penalty(count, working) for bonus in bonuses for count in range(customers + 1)]

    return next(working for working in range(workers + 1) if lost(working) == lost(workers))


@lru_cache(maxsize=1 << 12)
def _most_customers_bring(
    table: tuple[int, ...], used_inhabitant: int, bonuses: tuple[Bonus, ...], shops: int, workers: int
) -> tuple[int, ...]:
    return tuple(accumulate(_customers_bring(table, used_inhabitant, bonuses, shops, workers), max))


@lru_cache(maxsize=1 << 12)
def _customers_bring(
    table: tuple[int, ...], used_inhabitant: int, bonuses: tuple[Bonus, ...], shops: int, workers: int
) -> tuple[int, ...]:
    """Return a tuple: entry n is the worth of exactly n Customers, spread over the Shops for the most VP.

    This worth is the VP of the Shops, plus the worth of using n Inhabitants, minus the penalties of `bonuses`.
    """
    return tuple(
        [
            (vp - sum([bonus.penalty(customers, workers) for bonus in bonuses])) * VP + customers * used_inhabitant
            for customers, vp in enumerate(most_vp(table, shops))
        ]
    )
