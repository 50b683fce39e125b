"""What activating buildings is worth: the points of a city as the allocation search adds them up.

The points of activated buildings are a sum of `Term`s, each a function of how many of a few squares are activated: the
floors of a tower (one square), a Shop beside a Factory (two), the towers around a Park (up to four). Three kinds score
together and do not fit a term: lines of Harbors, groups of Office Towers, and the districts with Public Services. They
are counted exactly when all is decided, and promised before by terms that never promise too little.

A building that gains wherever the others stand, and takes nothing that anything else could use better, is activated
before the search begins: only the others are choices.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate, pairwise
from math import ceil
from typing import NamedTuple

from scoring.boards import squares_of
from scoring.bonuses import Bonus
from scoring.city import Allocation, City
from scoring.kinds import KINDS, Kind
from scoring.kinds.office_tower import OfficeTower
from scoring.kinds.shop import distributed, enough_shops, most_for_one, most_vp
from scoring.layout import Layout
from scoring.rules import Rules
from scoring.settled import ENERGY, INHABITANTS
from scoring.terms import Term

# One number orders allocations: VP first, then Inhabitants on buildings, then squares that are not empty (D17). Then,
# so that no two are equal, it goes by the squares: each is worth more than all later ones, column by column.
# A city has at most 20 squares and 120 Inhabitants on them, so a lower figure never reaches the next one's unit.
SQUARE = 1 << 20
INHABITANT = 1_000 * SQUARE
VP = 1_000_000 * SQUARE

ALWAYS_ACTIVE = tuple(kind for kind, facts in KINDS.items() if facts.is_always_active)
ACTIVATED = tuple((kind, facts) for kind, facts in KINDS.items() if not facts.is_always_active)
COLLECTIVE_KINDS = tuple(facts for facts in KINDS.values() if facts.is_collective)
OFFICE_TOWERS = OfficeTower()

# A term in the search's own unit: a bit mask, and what each further activated square of it adds.
Rises = tuple[int, tuple[int, ...]]


class Choice(NamedTuple):
    """One square to decide. What activating it takes is counted only where there is not plenty of it."""

    bit: int
    inhabitants: int = 0
    energy: int = 0
    is_shop: bool = False
    workers: int = 0  # that a bonus counts
    is_office_tower: bool = False


_choice = lru_cache(maxsize=1 << 12)(Choice)


def counted(term: Term) -> Rises:
    """Count a term in the search's unit."""
    return term.members, _rises(term.values)


@lru_cache(maxsize=1 << 12)
def _rises(values: tuple[float, ...]) -> tuple[int, ...]:
    # Rounded up: a promise may be a fraction.
    return tuple([ceil((after - before) * VP) for before, after in pairwise(values)])


def without(term: Rises, activated: int) -> Rises:
    """Return the same term when these squares are activated for certain."""
    members, rises = term
    count = (members & activated).bit_count()
    return (members & ~activated, rises[count:]) if count else term


def union(terms: Iterable[Rises]) -> int:
    """Return the squares of all these terms, as a bit mask."""
    squares = 0
    for members, _ in terms:
        squares |= members
    return squares


class Worth:
    """The points of one city under its rules, for any set of activated buildings, given as a bit mask.

    `certain` are the buildings that the best allocation activates whatever else it does. `choices` are the others,
    district by district, so that few earlier ones matter for the later ones. `alone` is what activating each choice
    adds by the terms of its square only, for its resources and for filling the square, by its bit; `shared` are the
    exact terms of several choices. `inhabitants` and `energy` are the supply left for these: nothing of what there is
    plenty of for every use.
    """

    def __init__(self, city: City, rules: Rules) -> None:
        self.city = city
        self.rules = rules
        self.layout = layout = Layout(city, rules)
        masks = layout.masks
        self.collective_kinds = [facts for facts in COLLECTIVE_KINDS if masks[facts.kind]]
        # A used resource is spared its penalty; an Inhabitant at work or shopping also counts for the tie-break.
        self.used_inhabitant = rules.unused_inhabitant * VP + INHABITANT
        self.used_energy = rules.unused_energy * VP
        self.parks = masks[Kind.PARK].bit_count()
        self.always_active = sum([masks[kind] for kind in ALWAYS_ACTIVE])
        work = sum([masks[kind].bit_count() * each for kind, each in INHABITANTS])
        power = sum([masks[kind].bit_count() * each for kind, each in ENERGY])
        # What activating each square adds by its own terms; what several squares add together.
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
        # The bonuses that look at Customers, and whose Inhabitants they count as workers.
        shops = masks[Kind.SHOP].bit_count()
        self.on_customers = tuple([bonus for bonus in rules.bonuses if bonus.workplaces]) if shops else ()
        self.workplaces = self.on_customers[0].workplaces if self.on_customers else frozenset()
        # With plenty of Inhabitants one more Shop brings the same, however many are open.
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
        """Count the VP before any choice by the exact terms, with all the supply left unused."""
        standing = self.always_active | self.certain
        inhabitants, energy = self.left(self.certain)
        return (
            int(sum([values[(members & standing).bit_count()] for members, values in self._terms()]))
            - self.rules.unused_inhabitant * inhabitants
            - self.rules.unused_energy * energy
        )

    def left(self, activated: int) -> tuple[int, int]:
        """Return the Inhabitants and Energy Units left when these buildings have what they need."""
        if not activated:
            return self.city.inhabitants, self.city.energy
        masks = self.layout.masks
        work = sum([(masks[kind] & activated).bit_count() * each for kind, each in INHABITANTS])
        power = sum([(masks[kind] & activated).bit_count() * each for kind, each in ENERGY])
        return self.city.inhabitants - work, self.city.energy - power

    def counts(self, activated: int) -> tuple[int, int]:
        """Count the Shops, and the Inhabitants at work whom a bonus counts."""
        masks, workers = self.layout.masks, 0
        for kind in self.workplaces:
            workers += (masks[kind] & activated).bit_count() * KINDS[kind].inhabitants
        return (masks[Kind.SHOP] & activated).bit_count(), workers

    def _most_counted(self, shops: int) -> tuple[int, int]:
        """Return how many open Shops, and how many workers that a bonus counts, make a difference at most."""
        points, open_shops = self.rules.points, shops
        if not self.plenty_of_inhabitants:
            open_shops = enough_shops(points.shop, shops, self.inhabitants)
        if not self.on_customers:
            return open_shops, 0
        customers = min(self.city.inhabitants, shops * points.customers_a_shop)
        return open_shops, _enough_workers(self.on_customers, customers, self.counts(~0)[1])

    def _decide_the_certain(self, work: int, power: int) -> None:
        """Activate what gains whatever else is activated, and displaces nothing that is worth as much.

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
        # What an Inhabitant might bring elsewhere: as a Customer, or in another building that would stay idle.
        elsewhere = most_for_one(points.shop) * VP if customers else 0
        while undecided:
            least = self._least_gains()
            found = 0
            for square in squares_of(undecided):
                if least[square] >= (elsewhere if displacing >> square & 1 else 0):
                    found |= 1 << square
            if not found:
                return
            # Beside these, others may be certain too.
            self.certain |= found
            undecided ^= found
            shared, self.shared = self.shared, []
            for term in shared:
                self._add(without(term, found))

    def _least_gains(self) -> list[int]:
        """Return what activating each square adds at least, by the exact terms."""
        least = [SQUARE + gain for gain in self.by_square]
        for members, rises in self.shared:
            lowest = min(rises)
            if lowest:
                for square in squares_of(members):
                    least[square] += lowest
        return least

    def _choices(self) -> list[Choice]:
        masks, board, choices = self.layout.masks, self.layout.board, []
        for kind, facts in ACTIVATED:
            undecided = masks[kind] & ~self.certain
            if undecided:
                inhabitants, energy = facts.inhabitants, facts.energy
                use = inhabitants * self.used_inhabitant + energy * self.used_energy + SQUARE
                is_counted_shop = kind is Kind.SHOP and self.counts_shops
                if kind is Kind.SHOP and not is_counted_shop:
                    use += self.customers_bring(1, 0)[-1]
                needs = (
                    0 if self.plenty_of_inhabitants else inhabitants,
                    0 if self.plenty_of_energy else energy,
                    is_counted_shop,
                    inhabitants if kind in self.workplaces else 0,
                    kind is Kind.OFFICE_TOWER,
                )
                for square in squares_of(undecided):
                    self.alone[1 << square] = self.by_square[square] + use + (1 << board.ranks[square])
                    choices.append((board.walk[square], _choice(1 << square, *needs)))
        choices.sort()
        return [choice for _, choice in choices]

    # Terms

    def _terms(self) -> Iterator[Term]:
        """Yield the terms that are exact: single buildings, neighbours, and the mission."""
        for kind, mask in self.layout.masks.items():
            if mask:
                yield from KINDS[kind].terms(self.layout)
        for bonus in self.rules.bonuses:
            yield from bonus.terms(self.city)

    def promises(self) -> list[list[Rises]]:
        """Return what is promised for `together`: the best term of each list counts."""
        return [
            [counted(term) for term in terms]
            for facts in self.collective_kinds
            for terms in facts.promises(self.layout)
            if terms
        ]

    def together(self, mask: int) -> int:
        """Count the VP of the kinds that score together exactly."""
        layout = self.layout
        return sum([facts.together(layout, mask & layout.masks[facts.kind]) for facts in self.collective_kinds])

    def broken_promises(self, activated: int, possible: int, more: int) -> int:
        """Count the VP that the activated Office Towers were promised too much.

        Now only the possible ones can be activated, and no more than so many of them.
        """
        broken, office_towers = 0, self.layout.masks[Kind.OFFICE_TOWER]
        activated &= office_towers
        possible &= office_towers
        for group in self.layout.board.groups(possible):
            towers = group & activated
            if towers:
                size = min(group.bit_count(), towers.bit_count() + more)
                if (towers, size) not in self.shortfalls:
                    self.shortfalls[towers, size] = self._shortfall(towers, size)
                broken += self.shortfalls[towers, size]
        return broken

    def _shortfall(self, towers: int, group: int) -> int:
        """Count the VP that Office Towers in a group of at most this size lack of what they were promised."""
        return sum(
            [self.promised[square] - OFFICE_TOWERS.promise(self.layout, square, group) for square in squares_of(towers)]
        )

    # What the rest of the supply is worth

    def customers_bring(self, shops: int, workers: int) -> tuple[int, ...]:
        """Return what Customers are worth at most, by the Inhabitants left to become some.

        It depends on how many Shops and how many workers that a bonus counts are activated.
        """
        return _most_customers_bring(self.rules.points.shop, self.used_inhabitant, self.on_customers, shops, workers)

    def allocation(self, activated: int) -> Allocation:
        """Write the marks for activating these buildings; Shops and Parks are served in reading order."""
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
        """Return the best number of Customers for each activated Shop, from so many Inhabitants."""
        shops, workers = self.counts(activated)
        table = self.rules.points.shop
        worth = _customers_bring(table, self.used_inhabitant, self.on_customers, shops, workers)[: inhabitants + 1]
        return distributed(table, shops, worth.index(max(worth)))


@lru_cache(maxsize=1 << 10)
def _enough_workers(bonuses: tuple[Bonus, ...], customers: int, workers: int) -> int:
    """Return how many workers lose no more for any number of Customers than all of them."""

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
    """Return what exactly so many Customers are worth in the best distribution, after what bonuses take."""
    return tuple(
        [
            (vp - sum([bonus.penalty(customers, workers) for bonus in bonuses])) * VP + customers * used_inhabitant
            for customers, vp in enumerate(most_vp(table, shops))
        ]
    )
