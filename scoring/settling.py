"""The best allocation of a city's resources: an exact search.

Which buildings to activate is the question; everything else follows (see worth.py). Squares are decided one after the
other, and a branch ends where even its bound is no better than the best allocation found.

The bound prices the two resources (Lagrangian relaxation): with a price on each Inhabitant and Energy Unit instead of a
limited supply, the best that can follow from any point of the search stands in a table filled backwards, and is never
less than what the supply allows. The prices are those that make the bound lowest at the start.
"""

from functools import cache
from itertools import combinations, pairwise
from math import inf
from typing import NamedTuple

from scoring.bonuses import Term
from scoring.buildings import Kind
from scoring.city import Allocation, City
from scoring.rules import Rules
from scoring.standing import check_mode
from scoring.worth import SQUARE, VP, Step, Worth

# Prices are sought in steps that start large and close in.
FIRST_STEP = 4 * VP
LAST_STEP = VP // 4


def settle(city: City, rules: Rules) -> Allocation:
    """The best allocation: most VP, then most Inhabitants on buildings, then fewest empty squares; exact.

    Equal optima always resolve the same way. Raises RuleError for a city of the other mode.
    """
    check_mode(city, rules)
    worth = Worth(city, rules)
    return worth.allocation(_Search(worth).best())


class _Node(NamedTuple):
    """A point of the search before a step: what activating adds, surely and by promise, and where each choice leads."""

    gain: int
    promise: int
    left_out: int  # index in the next layer
    activated: int


class _Prices(NamedTuple):
    inhabitant: int
    energy: int

    def moved(self, step: int) -> "list[_Prices]":
        inhabitant, energy = self
        around = ((0, step), (step, 0), (0, -step), (-step, 0))
        return [_Prices(inhabitant + di, energy + de) for di, de in around if inhabitant + di >= 0 <= energy + de]


class _Search:
    def __init__(self, worth: Worth) -> None:
        self.worth = worth
        self.steps = worth.steps
        self.best_value = -inf
        self.best_mask = 0
        # The squares not yet decided before each step, and the last.
        self.undecided = [sum(step.bit for step in self.steps[depth:]) for depth in range(len(self.steps) + 1)]

    def best(self) -> int:
        """The buildings to activate, as a bit mask."""
        terms, promises = list(self.worth.terms()), self.worth.promises()
        before, after = self._preferences(terms)
        for claim in self.worth.harbor_claims():
            self._explore(self._layers(terms, [*promises, *claim]), before, after)
        return self.best_mask

    def _explore(self, layers: list[list[_Node]], before: list[int], after: list[int]) -> None:
        """Look for something better than the best so far, under one set of promises.

        The order matters: the activated square is looked at before the one left out, so of equal optima, and of points
        that are alike, the first in this order stays.
        """
        worth = self.worth
        prices, tables = self._lowest_bound(layers)
        open_shop = worth.open_shop(prices.inhabitant)
        shops, office_towers = worth.masks[Kind.SHOP], worth.masks[Kind.OFFICE_TOWER]
        seen: dict[tuple[int, ...], int] = {}
        stack = [(0, 0, worth.inhabitants, worth.energy, 0, 0, 0)]
        while stack:
            depth, index, inhabitants, energy, gained, promised, mask = stack.pop()
            bound = gained + promised + tables[depth][index] + prices.inhabitant * inhabitants + prices.energy * energy
            if bound <= self.best_value:
                continue
            if office_towers:
                activated = mask & office_towers
                bound -= worth.broken_promises(activated, activated | self.undecided[depth] & office_towers) * VP
                if bound <= self.best_value:
                    continue
            # Nothing that still comes tells two points apart that agree in this.
            alike = (depth, index, inhabitants, energy, mask & worth.collective_mask, (mask & shops).bit_count())
            if seen.get(alike, bound - 1) >= bound:
                continue
            seen[alike] = bound
            if depth == len(self.steps):
                self._keep(mask, gained + worth.closing(mask, inhabitants, energy))
                continue
            node, step = layers[depth][index], self.steps[depth]
            if not mask & after[depth]:
                stack.append((depth + 1, node.left_out, inhabitants, energy, gained, promised, mask))
            inhabitants -= step.inhabitants
            energy -= step.energy
            if inhabitants >= 0 <= energy and not before[depth] & ~mask:
                gained += node.gain
                promised += node.promise + open_shop * step.is_shop
                stack.append((depth + 1, node.activated, inhabitants, energy, gained, promised, mask | step.bit))

    def _keep(self, mask: int, value: int) -> None:
        value += self.worth.collective(mask & self.worth.collective_mask) * VP
        if value > self.best_value:
            self.best_value, self.best_mask = value, mask

    def _preferences(self, terms: list[Term]) -> tuple[list[int], list[int]]:
        """For each step the earlier squares to activate before it, and those to activate only after it.

        Squares of a kind that nothing tells apart but their own points are interchangeable: it is enough to look at
        allocations that activate the better ones first, or the earlier decided of equal ones.
        """
        own = [sum(term.values[1] for term in terms if term.members == step.bit) for step in self.steps]
        before, after = [0] * len(self.steps), [0] * len(self.steps)
        for earlier, later in combinations(range(len(self.steps)), 2):
            if self._interchangeable(self.steps[earlier], self.steps[later], terms):
                preferred = before if own[earlier] >= own[later] else after
                preferred[later] |= self.steps[earlier].bit
        return before, after

    def _interchangeable(self, one: Step, other: Step, terms: list[Term]) -> bool:
        if one.kind is not other.kind or one.kind in (Kind.HARBOR, Kind.OFFICE_TOWER):
            return False
        both = one.bit | other.bit
        districts = self.worth.board.district_masks.values()
        if one.kind is Kind.PUBLIC_SERVICE and not any(mask & both == both for mask in districts):
            return False
        return all(term.members & both in (0, both) or term.members in (one.bit, other.bit) for term in terms)

    def _layers(self, terms: list[Term], promises: list[Term]) -> list[list[_Node]]:
        """All points of the search, a layer a step: two are one if they differ only in squares no later term reads."""
        read_later = [0] * (len(self.steps) + 1)
        for depth in range(len(self.steps) - 1, -1, -1):
            bit = self.steps[depth].bit
            read_later[depth] = read_later[depth + 1]
            for term in (*terms, *promises):
                if term.members & bit:
                    read_later[depth] |= term.members
        layers = []
        keys = {0: 0}  # of the points of a layer, in the order of their indexes
        for step, read in zip(self.steps, read_later[1:], strict=True):
            use = step.inhabitants * self.worth.used_inhabitant + step.energy * self.worth.used_energy + SQUARE
            gains = [_rises(term) for term in terms if term.members & step.bit]
            promised = [_rises(term) for term in promises if term.members & step.bit]
            following: dict[int, int] = {}
            layer = []
            for key in keys:
                gain = use + sum([rises[(key & members).bit_count()] for members, rises in gains])
                promise = sum([rises[(key & members).bit_count()] for members, rises in promised])
                left_out = following.setdefault(key & read, len(following))
                activated = following.setdefault((key | step.bit) & read, len(following))
                layer.append(_Node(gain, promise, left_out, activated))
            layers.append(layer)
            keys = following
        return layers

    def _lowest_bound(self, layers: list[list[_Node]]) -> tuple[_Prices, list[list[int]]]:
        """The prices that make the bound at the start lowest, and its tables."""

        @cache
        def bound(prices: _Prices) -> int:
            start = self._tables(layers, prices)[0][0]
            return start + prices.inhabitant * self.worth.inhabitants + prices.energy * self.worth.energy

        prices = _Prices(0, 0)
        step = FIRST_STEP
        while step >= LAST_STEP:
            best = min(prices.moved(step), key=bound)
            if bound(best) < bound(prices):
                prices = best
            else:
                step //= 2
        return prices, self._tables(layers, prices)

    def _tables(self, layers: list[list[_Node]], prices: _Prices) -> list[list[int]]:
        """For every point the best that can follow when resources are bought at these prices, never limited."""
        open_shop = self.worth.open_shop(prices.inhabitant)
        parks = self.worth.masks[Kind.PARK].bit_count()
        table = [parks * max(0, self.worth.used_energy - prices.energy)]
        tables = [table]
        for step, layer in zip(reversed(self.steps), reversed(layers), strict=True):
            cost = step.inhabitants * prices.inhabitant + step.energy * prices.energy - open_shop * step.is_shop
            following = table
            table = []
            for gain, promise, left_out, activated in layer:
                skipped, taken = following[left_out], following[activated] + gain + promise - cost
                table.append(taken if taken > skipped else skipped)  # noqa: FURB136 - max() takes twice as long
            tables.append(table)
        return tables[::-1]


def _rises(term: Term) -> tuple[int, list[int]]:
    """A term's members, and what the next activated one adds to it, by how many already are."""
    values = [int(vp * VP) for vp in term.values]
    return term.members, [after - before for before, after in pairwise(values)]
