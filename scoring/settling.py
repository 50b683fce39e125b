"""The best allocation of a city's resources: an exact search.

Which buildings to activate is the question; everything else follows (see worth.py). Squares are decided one after the
other. What is best from any point on, with any rest of the supply, stands in tables filled backwards, as far as terms
can tell; because some of these only promise, the tables are a bound, and a branch of the search ends where it is no
better than the best allocation found.
"""

from itertools import pairwise
from math import inf
from typing import NamedTuple

from scoring.bonuses import Term
from scoring.buildings import Kind
from scoring.city import Allocation, City
from scoring.rules import Rules
from scoring.standing import check_mode
from scoring.worth import VP, Worth

# Values by Energy Units left, then by Inhabitants left.
_Table = list[list[int]]


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


class _Search:
    def __init__(self, worth: Worth) -> None:
        self.worth = worth
        self.steps = worth.steps
        self.best_value = -inf
        self.best_mask = 0
        # The squares not yet decided before each step, and after the last.
        self.undecided = [sum([step.bit for step in self.steps[depth:]]) for depth in range(len(self.steps) + 1)]

    def best(self) -> int:
        """The buildings to activate, as a bit mask."""
        terms, promises = list(self.worth.terms()), self.worth.promises()
        for claim in self.worth.harbor_claims():
            layers, shops = self._layers(terms, [*promises, *claim])
            self._explore(layers, self._tables(layers, shops))
        return self.best_mask

    def _explore(self, layers: list[list[_Node]], tables: list[list[_Table]]) -> None:
        """Look for something better than the best so far, under one set of promises.

        The activated square is looked at before the one left out, so of equal optima the first in this order stays.
        """
        worth, steps = self.worth, self.steps
        office_towers = worth.masks[Kind.OFFICE_TOWER]
        stack = [(0, 0, worth.inhabitants, worth.energy, 0, 0, 0)]
        while stack:
            depth, index, inhabitants, energy, gained, promised, mask = stack.pop()
            bound = gained + promised + tables[depth][index][energy][inhabitants]
            if bound <= self.best_value:
                continue
            if office_towers:
                activated = mask & office_towers
                bound -= worth.broken_promises(activated, activated | self.undecided[depth] & office_towers) * VP
                if bound <= self.best_value:
                    continue
            if depth == len(steps):
                closing = tables[depth][index][energy][inhabitants]
                self._keep(mask, gained + closing - worth.penalty(mask, inhabitants))
                continue
            node, step = layers[depth][index], steps[depth]
            stack.append((depth + 1, node.left_out, inhabitants, energy, gained, promised, mask))
            inhabitants -= step.inhabitants
            energy -= step.energy
            if inhabitants >= 0 <= energy:
                gained += node.gain
                promised += node.promise
                stack.append((depth + 1, node.activated, inhabitants, energy, gained, promised, mask | step.bit))

    def _keep(self, mask: int, value: int) -> None:
        value += self.worth.collective(mask & self.worth.collective_mask) * VP
        if value > self.best_value:
            self.best_value, self.best_mask = value, mask

    def _layers(self, terms: list[Term], promises: list[Term]) -> tuple[list[list[_Node]], list[int]]:
        """All points of the search, a layer a step, and the number of Shops activated at each point after the last.

        Two points are one if they differ only in squares no later term reads, and not in the number of Shops.
        """
        read_later = [0] * (len(self.steps) + 1)
        for depth in range(len(self.steps) - 1, -1, -1):
            bit = self.steps[depth].bit
            read_later[depth] = read_later[depth + 1]
            for term in (*terms, *promises):
                if term.members & bit:
                    read_later[depth] |= term.members
        layers = []
        points = {(0, 0): 0}  # squares that matter and Shops, in the order of their indexes
        for step, read in zip(self.steps, read_later[1:], strict=True):
            gains = [_rises(term) for term in terms if term.members & step.bit]
            promised = [_rises(term) for term in promises if term.members & step.bit]
            following: dict[tuple[int, int], int] = {}
            layer = []
            for mask, shops in points:
                gain, promise = step.use, 0
                for members, rises in gains:
                    gain += rises[(mask & members).bit_count()]
                for members, rises in promised:
                    promise += rises[(mask & members).bit_count()]
                left_out = following.setdefault((mask & read, shops), len(following))
                after = ((mask | step.bit) & read, shops + step.is_shop)
                layer.append(_Node(gain, promise, left_out, following.setdefault(after, len(following))))
            layers.append(layer)
            points = following
        return layers, [shops for _, shops in points]

    def _tables(self, layers: list[list[_Node]], shops: list[int]) -> list[list[_Table]]:
        """For each point, layer by layer, the best that can follow with every rest of the supply."""
        worth = self.worth
        tables = [
            [
                [
                    [worth.closing(open_shops, inhabitants, energy) for inhabitants in range(worth.inhabitants + 1)]
                    for energy in range(worth.energy + 1)
                ]
                for open_shops in shops
            ]
        ]
        for step, layer in zip(reversed(self.steps), reversed(layers), strict=True):
            following = tables[-1]
            tables.append([_before(step.inhabitants, step.energy, node, following) for node in layer])
        return tables[::-1]


def _before(inhabitants: int, energy: int, node: _Node, following: list[_Table]) -> _Table:
    """The table of a point from those that follow it: what is better, leaving the square out or activating it."""
    left_out, activated = following[node.left_out], following[node.activated]
    adds = node.gain + node.promise
    table = left_out[:energy]  # too little energy to activate it
    for without, with_it in zip(left_out[energy:], activated, strict=False):
        better = [
            skipped if skipped > (value := taken + adds) else value
            for skipped, taken in zip(without[inhabitants:] if inhabitants else without, with_it, strict=False)
        ]
        table.append(without[:inhabitants] + better if inhabitants else better)
    return table


def _rises(term: Term) -> tuple[int, list[int]]:
    """A term's members, and what the next activated one adds to it, by how many already are."""
    values = [int(vp * VP) for vp in term.values]
    return term.members, [after - before for before, after in pairwise(values)]
