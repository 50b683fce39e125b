"""What activating buildings is worth: the points of a city as the allocation search adds them up.

The points of activated buildings are a sum of `Term`s, each a function of how many of a few squares are activated: the
floors of a tower (one square), a Shop beside a Factory (two), the towers around a Park (up to four). Three kinds score
together and do not fit a term: lines of Harbors, groups of Office Towers, and the districts with Public Services. They
are counted exactly when all is decided, and promised before by terms that never promise too little.

A building that gains wherever the others stand, and takes nothing that anything else could use better, is activated
before the search begins: only the others are choices.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import accumulate, pairwise, product
from math import ceil
from typing import NamedTuple

from scoring.boards import squares_of
from scoring.city import Allocation, City
from scoring.kinds import KINDS, Kind
from scoring.kinds.office_tower import OfficeTower
from scoring.kinds.shop import distributed, most_vp
from scoring.layout import Layout
from scoring.rules import Rules
from scoring.settled import ENERGY, INHABITANTS
from scoring.terms import Term

# One number orders allocations: VP first, then Inhabitants on buildings, then squares that are not empty (D17).
# A city has at most 20 squares and 120 Inhabitants on them, so a lower figure never reaches the next one's unit.
SQUARE = 1
INHABITANT = 1_000
VP = 1_000_000

ALWAYS_ACTIVE = tuple(kind for kind, facts in KINDS.items() if facts.is_always_active)
ACTIVATED = {kind: facts for kind, facts in KINDS.items() if not facts.is_always_active}
COLLECTIVE_KINDS = tuple(facts for facts in KINDS.values() if facts.is_collective)
OFFICE_TOWERS = OfficeTower()


class Choice(NamedTuple):
    """One square to decide. What activating it takes is counted only where there is not plenty of it."""

    bit: int
    inhabitants: int
    energy: int
    is_shop: bool
    workers: int  # that a bonus counts
    is_office_tower: bool
    use: int  # what the resources and the square are worth for being used


class Rises(NamedTuple):
    """A term in the search's own unit: what each further activated square of a mask adds."""

    members: int
    rises: tuple[int, ...]

    def but_for(self, activated: int) -> "Rises":
        """Return the same when these squares are activated for certain."""
        count = (self.members & activated).bit_count()
        return Rises(self.members & ~activated, self.rises[count:]) if count else self


def counted(term: Term) -> Rises:
    """Count a term in the search's unit."""
    return Rises(term.members, _rises(term.values))


@lru_cache(maxsize=1 << 12)
def _rises(values: tuple[float, ...]) -> tuple[int, ...]:
    # Rounded up: a promise may be a fraction.
    return tuple([ceil((after - before) * VP) for before, after in pairwise(values)])


class Worth:
    """The points of one city under its rules, for any set of activated buildings, given as a bit mask.

    `certain` are the buildings that the best allocation activates whatever else it does. `choices` are the others,
    column by column, so that few earlier ones matter for the later ones. `inhabitants` and `energy` are the supply left
    for these: nothing of what there is plenty of for every use. `vp_for_certain` are the VP before these by the
    exact terms, with all the supply left unused.
    """

    def __init__(self, city: City, rules: Rules) -> None:
        self.city = city
        self.rules = rules
        self.layout = layout = Layout(city, rules)
        self.collective_kinds = [facts for facts in COLLECTIVE_KINDS if layout.masks[facts.kind]]
        # A used resource is spared its penalty; an Inhabitant at work or shopping also counts for the tie-break.
        self.used_inhabitant = rules.unused_inhabitant * VP + INHABITANT
        self.used_energy = rules.unused_energy * VP
        self.parks = layout.masks[Kind.PARK].bit_count()
        self.always_active = sum([layout.masks[kind] for kind in ALWAYS_ACTIVE])
        exact = list(self._terms())
        self.terms = [counted(term).but_for(self.always_active) for term in exact]
        self.certain = 0
        self._decide_the_certain()
        left = {kind: layout.masks[kind] & ~self.certain for kind in ACTIVATED}
        inhabitants, energy = self.left(self.certain)
        standing = self.always_active | self.certain
        self.vp_for_certain = (
            int(sum([term.values[(term.members & standing).bit_count()] for term in exact]))
            - rules.unused_inhabitant * inhabitants
            - rules.unused_energy * energy
        )
        open_shops = min(layout.masks[Kind.SHOP].bit_count(), city.energy)
        customers = open_shops * rules.points.customers_a_shop
        self.plenty_of_inhabitants = inhabitants >= _needed(left, INHABITANTS) + customers
        self.plenty_of_energy = energy >= _needed(left, ENERGY) + self.parks
        self.inhabitants = 0 if self.plenty_of_inhabitants else inhabitants
        self.energy = 0 if self.plenty_of_energy else energy
        self.workplaces = frozenset().union(*[bonus.workplaces for bonus in rules.bonuses])
        self.choices = self._choices(sum(left.values()))
        self.may_lose = sum(
            [layout.masks[facts.kind] for facts in self.collective_kinds if not facts.never_loses(rules.points)]
        )
        if layout.masks[Kind.OFFICE_TOWER]:
            (promises,) = OFFICE_TOWERS.claims(layout)
            self.promised = {squares_of(term.members)[0]: int(term.values[1]) for term in promises}
            self.groups = cache(layout.board.groups)
            self.shortfall = cache(self._shortfall)

    def left(self, activated: int) -> tuple[int, int]:
        """Return the Inhabitants and Energy Units left when these buildings have what they need."""
        masks = {kind: self.layout.masks[kind] & activated for kind in ACTIVATED}
        return self.city.inhabitants - _needed(masks, INHABITANTS), self.city.energy - _needed(masks, ENERGY)

    def counts(self, activated: int) -> tuple[int, int]:
        """Count the Shops, and the Inhabitants at work whom a bonus counts."""
        masks = self.layout.masks
        workers = sum([(masks[kind] & activated).bit_count() * KINDS[kind].inhabitants for kind in self.workplaces])
        return (masks[Kind.SHOP] & activated).bit_count(), workers

    def _decide_the_certain(self) -> None:
        """Activate what gains whatever else is activated, and displaces nothing that is worth as much."""
        masks, points = self.layout.masks, self.rules.points
        inhabitants, energy = self.city.inhabitants, self.city.energy
        work, customers = _needed(masks, INHABITANTS), masks[Kind.SHOP].bit_count() * points.customers_a_shop
        # What an Inhabitant might bring elsewhere: as a Customer, or in another building that would stay idle.
        elsewhere = VP * max(0, *[after - before for before, after in pairwise(points.shop)]) if customers else 0
        candidates = [
            (masks[kind], elsewhere if facts.inhabitants and inhabitants < work + customers else 0)
            for kind, facts in ACTIVATED.items()
            if masks[kind]
            and facts.never_loses(points)
            and (not facts.energy or energy >= _needed(masks, ENERGY))
            and (not facts.inhabitants or inhabitants >= work)
        ]
        while candidates:
            least = self._least_gains()
            found = 0
            for mask, enough in candidates:
                for square in squares_of(mask):
                    if least[square] >= enough:
                        found |= 1 << square
            if not found:
                return
            # Beside these, others may be certain too.
            self.certain |= found
            self.terms = [term.but_for(found) for term in self.terms if term.members & ~found]
            candidates = [(mask & ~found, enough) for mask, enough in candidates if mask & ~found]

    def _least_gains(self) -> list[int]:
        """Return what activating each square adds at the least, by the exact terms."""
        least = [SQUARE] * len(self.layout.board)
        for members, rising in self.terms:
            if members:
                lowest = min(rising)
                if lowest:
                    for square in squares_of(members):
                        least[square] += lowest
        return least

    def _choices(self, squares: int) -> list[Choice]:
        choices = []
        for square in self.layout.board.by_columns:
            if squares >> square & 1:
                facts = KINDS[self.layout.building(square).kind]
                use = facts.inhabitants * self.used_inhabitant + facts.energy * self.used_energy + SQUARE
                choices.append(
                    Choice(
                        1 << square,
                        0 if self.plenty_of_inhabitants else facts.inhabitants,
                        0 if self.plenty_of_energy else facts.energy,
                        facts.kind is Kind.SHOP,
                        facts.inhabitants if facts.kind in self.workplaces else 0,
                        facts.kind is Kind.OFFICE_TOWER,
                        use,
                    )
                )
        return choices

    # Terms

    def _terms(self) -> Iterator[Term]:
        """Yield the terms that are exact: single buildings, neighbours, and the mission."""
        for kind, facts in KINDS.items():
            if self.layout.masks[kind]:
                yield from facts.terms(self.layout)
        for bonus in self.rules.bonuses:
            yield from bonus.terms(self.city)

    def claims(self) -> Iterator[list[Rises]]:
        """Yield the alternatives of what is promised for `together`; the best of them never promises too little."""
        for alternative in product(*[facts.claims(self.layout) for facts in self.collective_kinds]):
            yield [counted(term) for claim in alternative for term in claim]

    def together(self, mask: int) -> int:
        """Count the VP of the kinds that score together exactly."""
        layout = self.layout
        return sum([facts.together(layout, mask & layout.masks[facts.kind]) for facts in self.collective_kinds])

    def broken_promises(self, activated: int, possible: int, more: int) -> int:
        """Count the VP that the activated Office Towers were promised too much.

        Now only the possible ones can be activated, and no more than so many of them.
        """
        broken = 0
        for group in self.groups(possible):
            towers = group & activated
            if towers:
                broken += self.shortfall(towers, min(group.bit_count(), towers.bit_count() + more))
        return broken

    def _shortfall(self, towers: int, group: int) -> int:
        """Count the VP that Office Towers in a group of at most this size lack of what they were promised."""
        return sum(
            [self.promised[square] - OFFICE_TOWERS.promise(self.layout, square, group) for square in squares_of(towers)]
        )

    # What the rest of the supply is worth

    def customers_bring(self, shops: int, workers: int) -> list[int]:
        """Return what Customers are worth at the most, by the Inhabitants left to become some.

        It depends on how many Shops and how many workers that a bonus counts are activated.
        """
        return list(accumulate(self._customers_bring(shops, workers), max))

    def _customers_bring(self, shops: int, workers: int) -> list[int]:
        """Return what exactly so many Customers are worth in the best distribution."""
        used, by_count = self.used_inhabitant, most_vp(self.rules.points.shop, shops)
        worth = [vp * VP + customers * used for customers, vp in enumerate(by_count)]
        for bonus in self.rules.bonuses:
            if bonus.workplaces:
                worth = [value - VP * bonus.penalty(customers, workers) for customers, value in enumerate(worth)]
        return worth

    def parks_absorb(self, energy: int) -> int:
        """Return what the Energy Units left are worth on Parks."""
        return (self.parks if self.plenty_of_energy else min(energy, self.parks)) * self.used_energy

    def allocation(self, activated: int) -> Allocation:
        """Write the marks for activating these buildings; Shops and Parks are served in reading order."""
        inhabitants, energy = self.left(activated)
        customers = iter(self._served(activated, inhabitants))
        standing = activated | self.always_active
        marks = []
        for square, building in enumerate(self.city.squares):
            mark = "."
            if building and standing >> square & 1:
                mark = "+"
                if building.kind is Kind.SHOP:
                    mark = str(next(customers))
                elif building.kind is Kind.PARK and energy:
                    mark = "e"
                    energy -= 1
            marks.append(mark)
        return Allocation(self.layout.board, "".join(marks))

    def _served(self, activated: int, inhabitants: int) -> list[int]:
        """Return the best number of Customers for each activated Shop, from so many Inhabitants."""
        shops, workers = self.counts(activated)
        worth = self._customers_bring(shops, workers)[: inhabitants + 1]
        return distributed(self.rules.points.shop, shops, worth.index(max(worth)))


def _needed(masks: Mapping[Kind, int], of_each: Iterable[tuple[Kind, int]]) -> int:
    """Count the resources that the buildings on these squares need."""
    return sum([masks[kind].bit_count() * count for kind, count in of_each])
