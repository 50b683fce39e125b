"""What activating buildings is worth: the points of a city as the allocation search adds them up.

The points of activated buildings are a sum of `Term`s, each a function of how many of a few squares are activated: the
floors of a tower (one square), a Shop beside a Factory (two), the towers around a Park (up to four). Three things look
at the whole city and do not fit a term: lines of Harbors, groups of Office Towers, and the districts with Public
Services. They are counted exactly when all is decided, and promised before by terms that never promise too little.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from scoring.boards import mask_of, squares_of
from scoring.bonuses import Term
from scoring.city import Allocation, City
from scoring.kinds import KINDS, Kind
from scoring.rules import Rules
from scoring.settled import groups, runs

# One number orders allocations: VP first, then Inhabitants on buildings, then squares that are not empty (D17).
# A city has at most 20 squares and 120 Inhabitants on them, so a lower figure never reaches the next one's unit.
SQUARE = 1
INHABITANT = 1_000
VP = 1_000_000

COLLECTIVE = (Kind.HARBOR, Kind.OFFICE_TOWER, Kind.PUBLIC_SERVICE)


class Step(NamedTuple):
    """One square the search decides. What activating it takes is counted only where there is not plenty of it."""

    bit: int
    inhabitants: int
    energy: int
    is_shop: bool
    is_workplace: bool  # of those a bonus counts
    is_office_tower: bool
    use: int  # what the resources and the square are worth for being used


class Worth:
    """The points of one city under its rules, for any set of activated buildings, given as a bit mask.

    `steps` are the squares to decide, column by column, so that few earlier ones matter for the later ones.
    `inhabitants` and `energy` are the supply to be counted: nothing of what there is plenty of for every use.
    """

    def __init__(self, city: City, rules: Rules) -> None:
        self.city = city
        self.rules = rules
        self.points = rules.points
        self.board = city.board
        self.squares: dict[Kind, list[int]] = {kind: [] for kind in Kind}
        for square, building in enumerate(city.squares):
            if building:
                self.squares[building.kind].append(square)
        self.masks = {kind: mask_of(squares) for kind, squares in self.squares.items()}
        self.collective_mask = sum(self.masks[kind] for kind in COLLECTIVE)
        # A used resource is spared its penalty; an Inhabitant at work or shopping also counts for the tie-break.
        self.used_inhabitant = rules.unused_inhabitant * VP + INHABITANT
        self.used_energy = rules.unused_energy * VP
        energy = sum(len(self.squares[kind]) * facts.energy for kind, facts in KINDS.items())
        self.plenty_of_energy = city.energy >= energy + len(self.squares[Kind.PARK])
        work = sum(len(self.squares[kind]) * facts.inhabitants for kind, facts in KINDS.items())
        open_shops = min(len(self.squares[Kind.SHOP]), city.energy)
        self.plenty_of_inhabitants = city.inhabitants >= work + open_shops * self.points.customers_a_shop
        self.inhabitants = 0 if self.plenty_of_inhabitants else city.inhabitants
        self.energy = 0 if self.plenty_of_energy else city.energy
        self.steps = list(self._steps())
        self.collective = cache(self._collective)
        self.promised = cache(self._promised)
        self.broken_promises = cache(self._broken_promises)

    def _steps(self) -> Iterator[Step]:
        workplaces = frozenset().union(*(bonus.workplaces for bonus in self.rules.bonuses))
        for line in self.board.column_lines:
            for square in line:
                building = self.city.squares[square]
                if building and not KINDS[building.kind].is_always_active:
                    facts = KINDS[building.kind]
                    yield Step(
                        bit=1 << square,
                        inhabitants=0 if self.plenty_of_inhabitants else facts.inhabitants,
                        energy=0 if self.plenty_of_energy else facts.energy,
                        is_shop=building.kind is Kind.SHOP,
                        is_workplace=building.kind in workplaces,
                        is_office_tower=building.kind is Kind.OFFICE_TOWER,
                        use=facts.inhabitants * self.used_inhabitant + facts.energy * self.used_energy + SQUARE,
                    )

    # What terms say exactly

    def terms(self) -> Iterator[Term]:
        """The points of single buildings, of neighbours, and of the mission."""
        for square, building in enumerate(self.city.squares):
            if building and building.vp:
                yield Term(1 << square, (0, building.vp))
        for square in self.squares[Kind.TOWER_BLOCK]:
            yield Term(1 << square, (0, self.points.tower_block[self._floors(square)]))
        towers = self.masks[Kind.TOWER_BLOCK] | self.masks[Kind.OFFICE_TOWER]
        for square in (*self.squares[Kind.PARK], *self.squares[Kind.PLAYGROUND]):
            yield Term(self.board.neighbour_masks[square] & towers, self.points.park)
        for square in self.squares[Kind.FACTORY]:
            for neighbour, vp in self._beside(square, self.points.factory):
                yield Term(1 << square | 1 << neighbour, (0, 0, vp))
        for square in self.squares[Kind.MONUMENT]:
            for neighbour, vp in self._beside(square, self.points.monument):
                yield Term(1 << neighbour, (0, vp))
        for bonus in self.rules.bonuses:
            yield from bonus.terms(self.city)

    def _floors(self, square: int) -> int:
        building = self.city.squares[square]
        assert building is not None
        return building.floors

    def _beside(self, square: int, vp_of: Mapping[Kind, int]) -> Iterator[tuple[int, int]]:
        """The neighbours a table speaks of, each with its VP."""
        for neighbour in self.board.neighbours[square]:
            building = self.city.squares[neighbour]
            if building and building.kind in vp_of:
                yield neighbour, vp_of[building.kind]

    # What terms only promise

    def promises(self) -> list[Term]:
        """Public Services and Office Towers, never too little."""
        return [*self._public_service_promises(), *self._office_tower_promises()]

    def _public_service_promises(self) -> Iterator[Term]:
        """Every district with one gets an equal share of what all of them together bring: too much for fewer."""
        services = self.masks[Kind.PUBLIC_SERVICE]
        districts = [mask & services for mask in self.board.district_masks.values() if mask & services]
        most = min(len(districts), self.city.inhabitants)
        share = self.points.public_service[most] / most if most else 0
        for members in districts:
            yield Term(members, (0, *[share] * members.bit_count()))

    def _office_tower_promises(self) -> Iterator[Term]:
        for square, vp in self.promised(self.masks[Kind.OFFICE_TOWER]).items():
            yield Term(1 << square, (0, vp))

    def _promised(self, office_towers: int) -> dict[int, int]:
        """VP for each of these Office Towers as if all of them were activated, as far as the supply can."""
        vp = {}
        for group in groups(squares_of(office_towers), self.board):
            most = min(len(group), self.city.inhabitants, self.city.energy)
            vp.update({square: self._office_tower_vp(square, most) for square in group})
        return vp

    def _broken_promises(self, activated: int, possible: int) -> int:
        """VP the activated Office Towers were promised too much, now that only the possible ones can be activated."""
        first, now = self.promised(self.masks[Kind.OFFICE_TOWER]), self.promised(possible)
        return sum(first[square] - now[square] for square in squares_of(activated))

    def harbor_claims(self) -> Iterator[list[Term]]:
        """Every choice of one row and one column, each counted as if its activated Harbors had no gap between them."""
        rows, columns = (
            [
                [Term(mask_of(run), self.points.harbor)]
                for run in sorted(runs(self.squares[Kind.HARBOR], lines), key=len, reverse=True)
                if len(run) > 1
            ]
            for lines in (self.board.rows, self.board.column_lines)
        )
        for row in rows or [[]]:
            for column in columns or [[]]:
                yield [*row, *column]

    # What only the whole city says

    def _collective(self, mask: int) -> int:
        """VP for what the promises stand for, counted exactly."""
        harbors = squares_of(mask & self.masks[Kind.HARBOR])
        vp = sum(
            self.points.harbor[max(map(len, runs(harbors, lines)), default=0)]
            for lines in (self.board.rows, self.board.column_lines)
        )
        for group in groups(squares_of(mask & self.masks[Kind.OFFICE_TOWER]), self.board):
            vp += sum(self._office_tower_vp(square, len(group)) for square in group)
        services = mask & self.masks[Kind.PUBLIC_SERVICE]
        districts = sum(1 for district in self.board.district_masks.values() if district & services)
        return vp + self.points.public_service[districts]

    def _office_tower_vp(self, square: int, group: int) -> int:
        table = self.points.office_tower
        return table[min(group, len(table) - 1)][self._floors(square)]

    # What the rest of the supply is worth

    def _customers(self, shops: int, inhabitants: int) -> int:
        """How many Customers the Shops take.

        Another one always pays: each step of the table brings at least 1 VP and spares a penalty, while no mission
        takes more than 1 VP for a Customer.
        """
        room = shops * self.points.customers_a_shop
        return room if self.plenty_of_inhabitants else min(inhabitants, room)

    def customers_bring(self, shops: int, workers: int, inhabitants: int) -> int:
        """What the Inhabitants left are worth as Customers when so many Shops and counted workplaces are activated."""
        customers = self._customers(shops, inhabitants)
        # The table rises ever steeper: full Shops, and one with the rest, bring the most.
        full, rest = divmod(customers, self.points.customers_a_shop)
        vp = full * self.points.shop[-1] + self.points.shop[rest]
        for bonus in self.rules.bonuses:
            vp -= bonus.penalty(customers, workers)
        return vp * VP + customers * self.used_inhabitant

    def parks_absorb(self, energy: int) -> int:
        """What the Energy Units left are worth on Parks."""
        parks = len(self.squares[Kind.PARK])
        return (parks if self.plenty_of_energy else min(energy, parks)) * self.used_energy

    def allocation(self, mask: int) -> Allocation:
        """The marks for activating `mask`; Shops and Parks are served in reading order."""
        activated = [
            KINDS[building.kind] for square, building in enumerate(self.city.squares) if building and mask >> square & 1
        ]
        shops = (mask & self.masks[Kind.SHOP]).bit_count()
        customers = self._customers(shops, self.city.inhabitants - sum(facts.inhabitants for facts in activated))
        energy = self.city.energy - sum(facts.energy for facts in activated)
        marks = []
        for square, building in enumerate(self.city.squares):
            mark = "."
            if building is None:
                pass
            elif building.kind is Kind.PARK and energy:
                mark = "e"
                energy -= 1
            elif building.kind is Kind.SHOP and mask >> square & 1:
                served = min(customers, self.points.customers_a_shop)
                mark = str(served)
                customers -= served
            elif KINDS[building.kind].is_always_active or mask >> square & 1:
                mark = "+"
            marks.append(mark)
        return Allocation(self.board, "".join(marks))
