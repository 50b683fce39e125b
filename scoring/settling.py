"""The best allocation of a city's resources: an exact search.

Which buildings to activate is the question; everything else follows. The points of activated buildings are written as a
sum of `Term`s, each a function of how many of a few squares are activated: the floors of a tower (one square), a Shop
beside a Factory (two), the towers around a Park (up to four). Three things do not fit a term, because they look at the
whole city: lines of Harbors, groups of Office Towers, and the districts with Public Services. For these the search uses
terms that never promise too little, and counts exactly once all is decided.

Squares are decided one after the other, column by column, so that few earlier decisions matter for the later ones. The
bound prices the two resources (Lagrangian relaxation): with a price on each Inhabitant and Energy Unit instead of a
limited supply, the best that can follow from any point of the search stands in a table filled backwards, and is never
less than what the supply allows. The prices are those that make the bound lowest at the start.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from typing import NamedTuple

from scoring.boards import mask_of, squares_of
from scoring.bonuses import Term
from scoring.buildings import KINDS, WORKPLACES, Kind
from scoring.city import Allocation, City
from scoring.rules import Rules
from scoring.standing import check_mode, groups, runs

# One number orders allocations: VP first, then Inhabitants on buildings, then squares that are not empty (D17).
# A city has at most 20 squares and 120 Inhabitants on them, so a lower figure never reaches the next one's unit.
SQUARE = 1
INHABITANT = 1_000
VP = 1_000_000

# The prices tried for the bound start this far apart and close in.
FIRST_STEP = 4 * VP
LAST_STEP = VP // 4


def settle(city: City, rules: Rules) -> Allocation:
    """The best allocation: most VP, then most Inhabitants on buildings, then fewest empty squares; exact.

    Equal optima always resolve the same way. Raises RuleError for a city of the other mode.
    """
    check_mode(city, rules)
    return _Search(city, rules).best()


class _Step(NamedTuple):
    """One square the search decides, and what activating it takes."""

    bit: int
    kind: Kind
    inhabitants: int
    energy: int

    @property
    def is_shop(self) -> bool:
        return self.kind is Kind.SHOP


class _Node(NamedTuple):
    """A point of the search before a step: what activating adds, surely and by promise, and where each choice leads."""

    gain: int
    promise: int
    left_out: int  # index in the next layer
    activated: int


class _Search:
    """The search over one city."""

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
        self.steps = list(self._steps())
        # A used resource is spared its penalty; an Inhabitant at work or shopping also counts for the tie-break.
        self.used_inhabitant = rules.unused_inhabitant * VP + INHABITANT
        self.used_energy = rules.unused_energy * VP
        # More than all buildings together can use changes nothing but the penalty.
        self.inhabitants = min(
            city.inhabitants,
            sum(step.inhabitants for step in self.steps) + len(self.squares[Kind.SHOP]) * self.points.customers_a_shop,
        )
        self.energy = min(city.energy, sum(step.energy for step in self.steps) + len(self.squares[Kind.PARK]))
        self.collective = cache(self._collective)
        self.promised = cache(self._promised)
        self.broken_promises = cache(self._broken_promises)
        self.collective_mask = mask_of(
            square for kind in (Kind.HARBOR, Kind.OFFICE_TOWER, Kind.PUBLIC_SERVICE) for square in self.squares[kind]
        )
        self.best_value: int | None = None
        self.best_mask = 0

    def best(self) -> Allocation:
        exact = list(self._exact_terms())
        promised = [*self._public_service_promises(), *self._office_tower_promises()]
        self.before, self.after = self._preferences(exact)
        for claim in self._harbor_promises():
            self._explore(exact, [*promised, *claim])
        return self._allocation(self.best_mask)

    def _steps(self) -> Iterator[_Step]:
        for line in self.board.column_lines:
            for square in line:
                building = self.city.squares[square]
                if building and not KINDS[building.kind].is_always_active:
                    facts = KINDS[building.kind]
                    yield _Step(1 << square, building.kind, facts.inhabitants, facts.energy)

    # The points of activated buildings

    def _exact_terms(self) -> Iterator[Term]:
        points, squares, board = self.points, self.city.squares, self.board
        towers = self.masks[Kind.TOWER_BLOCK] | self.masks[Kind.OFFICE_TOWER]
        for square, building in enumerate(squares):
            if building is None:
                continue
            own = building.vp
            if building.kind is Kind.TOWER_BLOCK:
                own = points.tower_block[building.floors]
            if own:
                yield Term(1 << square, (0, own))
            if building.kind in (Kind.PARK, Kind.PLAYGROUND):
                yield Term(board.neighbour_masks[square] & towers, points.park)
            if building.kind in (Kind.FACTORY, Kind.MONUMENT):
                itself = 1 << square if building.kind is Kind.FACTORY else 0
                table = points.factory if building.kind is Kind.FACTORY else points.monument
                for neighbour in board.neighbours[square]:
                    beside = squares[neighbour]
                    if beside and beside.kind in table:
                        members = itself | 1 << neighbour
                        yield Term(members, (*[0] * members.bit_count(), table[beside.kind]))
        for bonus in self.rules.bonuses:
            yield from bonus.terms(self.city)

    def _public_service_promises(self) -> Iterator[Term]:
        """Every district with one gets an equal share of what all of them together bring: too much for fewer."""
        services = self.masks[Kind.PUBLIC_SERVICE]
        districts = [mask & services for mask in self.board.district_masks.values() if mask & services]
        most = min(len(districts), self.inhabitants)
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
            most = min(len(group), self.inhabitants, self.energy)
            vp.update({square: self._office_tower_vp(square, most) for square in group})
        return vp

    def _broken_promises(self, activated: int, possible: int) -> int:
        """VP the activated Office Towers were promised too much, now that only the possible ones can join them."""
        first, now = self.promised(self.masks[Kind.OFFICE_TOWER]), self.promised(possible)
        return sum(first[square] - now[square] for square in squares_of(activated))

    def _harbor_promises(self) -> Iterator[list[Term]]:
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

    def _office_tower_vp(self, square: int, group: int) -> int:
        table = self.points.office_tower
        building = self.city.squares[square]
        assert building is not None
        return table[min(group, len(table) - 1)][building.floors]

    def _collective(self, mask: int) -> int:
        """What the promises stand for, counted exactly, in VP."""
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

    def _customers(self, shops: int, inhabitants: int) -> int:
        """How many Customers the Shops take.

        Another one always pays: each step of the table brings at least 1 VP and spares a penalty, while no
        mission takes more than 1 VP for a Customer.
        """
        return min(inhabitants, shops * self.points.customers_a_shop)

    def _closing(self, mask: int, inhabitants: int, energy: int) -> int:
        """What the resources left after activating `mask` are worth: Customers and Energy Units on Parks."""
        shops = (mask & self.masks[Kind.SHOP]).bit_count()
        customers = self._customers(shops, inhabitants)
        # The table rises ever steeper: full Shops, and one with the rest, bring the most.
        full, rest = divmod(customers, self.points.customers_a_shop)
        vp = full * self.points.shop[-1] + self.points.shop[rest]
        if self.rules.bonuses:
            workers = {kind: (mask & self.masks[kind]).bit_count() * KINDS[kind].inhabitants for kind in WORKPLACES}
            vp -= sum(bonus.penalty(customers, workers) for bonus in self.rules.bonuses)
        absorbed = min(energy, len(self.squares[Kind.PARK]))
        return vp * VP + customers * self.used_inhabitant + absorbed * self.used_energy

    # The search

    def _explore(self, exact: list[Term], promised: list[Term]) -> None:
        """Look for a better allocation than the best so far, under one set of promises."""
        layers = self._layers(exact, promised)
        price_of_inhabitant, price_of_energy, tables = self._lowest_bound(layers)
        shop = self._open_shop(price_of_inhabitant)
        steps = self.steps
        seen: dict[tuple[int, ...], int] = {}
        shops = self.masks[Kind.SHOP]
        offices = self.masks[Kind.OFFICE_TOWER]
        undecided = [sum(step.bit for step in steps[depth:]) for depth in range(len(steps) + 1)]
        stack = [(0, 0, self.inhabitants, self.energy, 0, 0, 0)]
        while stack:
            depth, index, inhabitants, energy, gained, promise, mask = stack.pop()
            bound = (
                gained + promise + tables[depth][index] + price_of_inhabitant * inhabitants + price_of_energy * energy
            )
            if self.best_value is not None and bound <= self.best_value:
                continue
            if depth and steps[depth - 1].kind is Kind.OFFICE_TOWER:
                activated_offices = mask & offices
                broken = self.broken_promises(activated_offices, activated_offices | undecided[depth] & offices)
                bound -= broken * VP
                if self.best_value is not None and bound <= self.best_value:
                    continue
            alike = (depth, index, inhabitants, energy, mask & self.collective_mask, (mask & shops).bit_count())
            if seen.get(alike, bound - 1) >= bound:
                continue
            seen[alike] = bound
            if depth == len(steps):
                value = gained + self.collective(mask & self.collective_mask) * VP
                value += self._closing(mask, inhabitants, energy)
                if self.best_value is None or value > self.best_value:
                    self.best_value, self.best_mask = value, mask
                continue
            node = layers[depth][index]
            step = steps[depth]
            if not mask & self.after[depth]:
                left_out = (depth + 1, node.left_out, inhabitants, energy, gained, promise, mask)
                stack.append(left_out)
            wanted = self.before[depth]
            if inhabitants >= step.inhabitants and energy >= step.energy and mask & wanted == wanted:
                activated = (
                    depth + 1,
                    node.activated,
                    inhabitants - step.inhabitants,
                    energy - step.energy,
                    gained + node.gain,
                    promise + node.promise + shop * step.is_shop,
                    mask | step.bit,
                )
                stack.append(activated)

    def _preferences(self, exact: list[Term]) -> tuple[list[int], list[int]]:
        """For each step the earlier squares to activate before it, and those to activate only after it.

        Squares of a kind that no term tells apart but by their own points are interchangeable: it is enough to look at
        allocations that activate the better ones first, or the earlier decided of equal ones.
        """
        worth = [sum(term.values[1] for term in exact if term.members == step.bit) for step in self.steps]
        before, after = [0] * len(self.steps), [0] * len(self.steps)
        for later, earlier in combinations(range(len(self.steps) - 1, -1, -1), 2):
            if self._interchangeable(self.steps[earlier], self.steps[later], exact):
                if worth[earlier] >= worth[later]:
                    before[later] |= self.steps[earlier].bit
                else:
                    after[later] |= self.steps[earlier].bit
        return before, after

    def _interchangeable(self, one: _Step, other: _Step, exact: list[Term]) -> bool:
        if one.kind is not other.kind or one.kind in (Kind.HARBOR, Kind.OFFICE_TOWER):
            return False
        both = one.bit | other.bit
        if one.kind is Kind.PUBLIC_SERVICE and not any(
            mask & both == both for mask in self.board.district_masks.values()
        ):
            return False
        return all(term.members & both in (0, both) or term.members in (one.bit, other.bit) for term in exact)

    def _layers(self, exact: list[Term], promised: list[Term]) -> list[list[_Node]]:
        """All points of the search, a layer a step: two are one if they differ only in squares no later term reads."""
        read_later = 0
        relevant = [0] * (len(self.steps) + 1)
        for depth in range(len(self.steps) - 1, -1, -1):
            bit = self.steps[depth].bit
            for members, _ in [*exact, *promised]:
                if members & bit:
                    read_later |= members
            relevant[depth] = read_later
        layers = []
        keys = {0: 0}
        for depth, step in enumerate(self.steps):
            own = self.used_inhabitant * step.inhabitants + self.used_energy * step.energy + SQUARE
            gains = [_rises(term) for term in exact if term.members & step.bit]
            promises = [_rises(term) for term in promised if term.members & step.bit]
            following: dict[int, int] = {}
            layer = []
            for key in keys:
                gain = own
                for members, rises in gains:
                    gain += rises[(key & members).bit_count()]
                promise = 0
                for members, rises in promises:
                    promise += rises[(key & members).bit_count()]
                left_out = key & relevant[depth + 1]
                activated = (key | step.bit) & relevant[depth + 1]
                layer.append(
                    _Node(
                        gain,
                        promise,
                        following.setdefault(left_out, len(following)),
                        following.setdefault(activated, len(following)),
                    )
                )
            layers.append(layer)
            keys = following
        return layers

    def _lowest_bound(self, layers: list[list[_Node]]) -> tuple[int, int, list[list[int]]]:
        """The prices of an Inhabitant and an Energy Unit that make the bound at the start lowest, and its tables."""

        @cache
        def bound(price_of_inhabitant: int, price_of_energy: int) -> int:
            start = self._tables(layers, price_of_inhabitant, price_of_energy)[0][0]
            return start + price_of_inhabitant * self.inhabitants + price_of_energy * self.energy

        prices = (0, 0)
        step = FIRST_STEP
        while step >= LAST_STEP:
            inhabitant, energy = prices
            around = [
                (inhabitant, energy + step),
                (inhabitant + step, energy),
                (inhabitant, energy - step),
                (inhabitant - step, energy),
            ]
            best = min((price for price in around if min(price) >= 0), key=lambda price: bound(*price))
            if bound(*best) < bound(*prices):
                prices = best
            else:
                step //= 2
        return *prices, self._tables(layers, *prices)

    def _tables(self, layers: list[list[_Node]], price_of_inhabitant: int, price_of_energy: int) -> list[list[int]]:
        """For every point the best that can follow when resources are bought at these prices, never limited."""
        shop = self._open_shop(price_of_inhabitant)
        last = len(self.squares[Kind.PARK]) * max(0, self.used_energy - price_of_energy)
        table = [last]
        tables = [table]
        for step, layer in zip(reversed(self.steps), reversed(layers), strict=True):
            cost = step.inhabitants * price_of_inhabitant + step.energy * price_of_energy - shop * step.is_shop
            following = table
            table = []
            for gain, promise, left_out, activated in layer:
                skipped, taken = following[left_out], following[activated] + gain + promise - cost
                table.append(taken if taken > skipped else skipped)  # noqa: FURB136 - max() takes twice as long
            tables.append(table)
        return tables[::-1]

    def _open_shop(self, price_of_inhabitant: int) -> int:
        """The most a Shop can be worth by its Customers, bought at this price."""
        customer = self.used_inhabitant - price_of_inhabitant
        return max(vp * VP + count * customer for count, vp in enumerate(self.points.shop[: self.inhabitants + 1]))

    def _allocation(self, mask: int) -> Allocation:
        """The marks for activating `mask`: Shops and Parks are served in reading order."""
        spent = [step for step in self.steps if step.bit & mask]
        customers = self._customers(
            sum(step.is_shop for step in spent), self.inhabitants - sum(step.inhabitants for step in spent)
        )
        energy = self.energy - sum(step.energy for step in spent)
        marks = []
        for square, building in enumerate(self.city.squares):
            if building is None:
                marks.append(".")
            elif building.kind is Kind.PARK and energy:
                marks.append("e")
                energy -= 1
            elif KINDS[building.kind].is_always_active:
                marks.append("+")
            elif not mask >> square & 1:
                marks.append(".")
            elif building.kind is Kind.SHOP:
                served = min(customers, self.points.customers_a_shop)
                marks.append(str(served))
                customers -= served
            else:
                marks.append("+")
        return Allocation(self.board, "".join(marks))


def _rises(term: Term) -> tuple[int, list[int]]:
    """A term's members, and what the next activated one adds to it, by how many already are."""
    values = [int(vp * VP) for vp in term.values]
    return term.members, [after - before for before, after in pairwise(values)]
