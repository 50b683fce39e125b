"""What activating buildings is worth: the points of a city as the allocation search adds them up.

The points of activated buildings are a sum of `Term`s, each a function of how many of a few squares are activated: the
floors of a tower (one square), a Shop beside a Factory (two), the towers around a Park (up to four). Three kinds score
together and do not fit a term: lines of Harbors, groups of Office Towers, and the districts with Public Services. They
are counted exactly when all is decided, and promised before by terms that never promise too little.
"""

from collections.abc import Iterator
from functools import cache
from itertools import accumulate, product
from typing import NamedTuple

from scoring.boards import squares_of
from scoring.city import Allocation, City
from scoring.kinds import KINDS, Kind
from scoring.kinds.office_tower import OfficeTower
from scoring.kinds.shop import distributed, most_vp
from scoring.layout import Layout
from scoring.rules import Rules
from scoring.terms import Term

# One number orders allocations: VP first, then Inhabitants on buildings, then squares that are not empty (D17).
# A city has at most 20 squares and 120 Inhabitants on them, so a lower figure never reaches the next one's unit.
SQUARE = 1
INHABITANT = 1_000
VP = 1_000_000


class Choice(NamedTuple):
    """One square the search decides. What activating it takes is counted only where there is not plenty of it."""

    bit: int
    inhabitants: int
    energy: int
    is_shop: bool
    workers: int  # that a bonus counts
    is_office_tower: bool
    use: int  # what the resources and the square are worth for being used


class Worth:
    """The points of one city under its rules, for any set of activated buildings, given as a bit mask.

    `choices` are the squares to decide, column by column, so that few earlier ones matter for the later ones.
    `inhabitants` and `energy` are the supply to be counted: nothing of what there is plenty of for every use.
    """

    def __init__(self, city: City, rules: Rules) -> None:
        self.city = city
        self.rules = rules
        self.layout = layout = Layout(city, rules)
        self.collective_kinds = [facts for facts in KINDS.values() if facts.is_collective and layout.masks[facts.kind]]
        self.collective_mask = sum([layout.masks[facts.kind] for facts in self.collective_kinds])
        # A used resource is spared its penalty; an Inhabitant at work or shopping also counts for the tie-break.
        self.used_inhabitant = rules.unused_inhabitant * VP + INHABITANT
        self.used_energy = rules.unused_energy * VP
        energy = sum([len(layout.squares[kind]) * facts.energy for kind, facts in KINDS.items()])
        self.parks = len(layout.squares[Kind.PARK])
        self.plenty_of_energy = city.energy >= energy + self.parks
        work = sum([len(layout.squares[kind]) * facts.inhabitants for kind, facts in KINDS.items()])
        open_shops = min(len(layout.squares[Kind.SHOP]), city.energy)
        self.plenty_of_inhabitants = city.inhabitants >= work + open_shops * rules.points.customers_a_shop
        self.inhabitants = 0 if self.plenty_of_inhabitants else city.inhabitants
        self.energy = 0 if self.plenty_of_energy else city.energy
        self.choices = list(self._choices())
        self.together = cache(self._together)
        self.promised = cache(self._promised)
        self.broken_promises = cache(self._broken_promises)

    def _choices(self) -> Iterator[Choice]:
        workplaces = frozenset().union(*(bonus.workplaces for bonus in self.rules.bonuses))
        for line in self.layout.board.column_lines:
            for square in line:
                building = self.city.squares[square]
                if building and not KINDS[building.kind].is_always_active:
                    facts = KINDS[building.kind]
                    yield Choice(
                        bit=1 << square,
                        inhabitants=0 if self.plenty_of_inhabitants else facts.inhabitants,
                        energy=0 if self.plenty_of_energy else facts.energy,
                        is_shop=building.kind is Kind.SHOP,
                        workers=facts.inhabitants if building.kind in workplaces else 0,
                        is_office_tower=building.kind is Kind.OFFICE_TOWER,
                        use=facts.inhabitants * self.used_inhabitant + facts.energy * self.used_energy + SQUARE,
                    )

    # Terms

    def terms(self) -> Iterator[Term]:
        """Yield the terms that are exact: single buildings, neighbours, and the mission."""
        certain = sum([self.layout.masks[kind] for kind, facts in KINDS.items() if facts.is_always_active])
        for term in self._all_terms():
            if term.members & certain:
                count = (term.members & certain).bit_count()
                yield Term(term.members & ~certain, term.values[count:])
            else:
                yield term

    def _all_terms(self) -> Iterator[Term]:
        for kind, facts in KINDS.items():
            if self.layout.masks[kind]:
                yield from facts.terms(self.layout)
        for bonus in self.rules.bonuses:
            yield from bonus.terms(self.city)

    def claims(self) -> Iterator[list[Term]]:
        """Yield the alternatives of what is promised for `together`; the best of them never promises too little."""
        for alternative in product(*[facts.claims(self.layout) for facts in self.collective_kinds]):
            yield [term for claim in alternative for term in claim]

    def _together(self, mask: int) -> int:
        """VP of the kinds that score together, counted exactly."""
        layout = self.layout
        return sum([facts.together(layout, mask & layout.masks[facts.kind]) for facts in self.collective_kinds])

    def _promised(self, office_towers: int) -> dict[int, int]:
        facts = KINDS[Kind.OFFICE_TOWER]
        assert isinstance(facts, OfficeTower)
        return facts.promises(self.layout, office_towers)

    def _broken_promises(self, activated: int, possible: int) -> int:
        """VP the activated Office Towers were promised too much, now that only the possible ones can be activated."""
        first, now = self.promised(self.layout.masks[Kind.OFFICE_TOWER]), self.promised(possible)
        return sum([first[square] - now[square] for square in squares_of(activated)])

    # What the rest of the supply is worth

    def customers_bring(self, shops: int, workers: int) -> list[int]:
        """What Customers are worth at the most, by the Inhabitants left to become some.

        It depends on how many Shops and how many workplaces that a bonus counts are activated.
        """
        return list(accumulate(self._customers_bring(shops, workers), max))

    def _customers_bring(self, shops: int, workers: int) -> list[int]:
        """What exactly so many Customers are worth in the best distribution."""
        bonuses = self.rules.bonuses
        return [
            (vp - sum([bonus.penalty(customers, workers) for bonus in bonuses])) * VP + customers * self.used_inhabitant
            for customers, vp in enumerate(most_vp(self.rules.points.shop, shops))
        ]

    def parks_absorb(self, energy: int) -> int:
        """What the Energy Units left are worth on Parks."""
        return (self.parks if self.plenty_of_energy else min(energy, self.parks)) * self.used_energy

    def allocation(self, mask: int) -> Allocation:
        """The marks for activating `mask`; Shops and Parks are served in reading order."""
        activated = [building for square, building in enumerate(self.city.squares) if building and mask >> square & 1]
        inhabitants = self.city.inhabitants - sum([KINDS[building.kind].inhabitants for building in activated])
        energy = self.city.energy - sum([KINDS[building.kind].energy for building in activated])
        customers = iter(self._served(mask, inhabitants))
        marks = []
        for square, building in enumerate(self.city.squares):
            mark = "."
            if building is None:
                pass
            elif building.kind is Kind.PARK and energy:
                mark = "e"
                energy -= 1
            elif building.kind is Kind.SHOP and mask >> square & 1:
                mark = str(next(customers))
            elif KINDS[building.kind].is_always_active or mask >> square & 1:
                mark = "+"
            marks.append(mark)
        return Allocation(self.layout.board, "".join(marks))

    def _served(self, mask: int, inhabitants: int) -> list[int]:
        """The best number of Customers for each activated Shop, from so many Inhabitants."""
        shops = (mask & self.layout.masks[Kind.SHOP]).bit_count()
        workers = sum([choice.workers for choice in self.choices if mask & choice.bit])
        worth = self._customers_bring(shops, workers)[: inhabitants + 1]
        return distributed(self.rules.points.shop, shops, worth.index(max(worth)))
