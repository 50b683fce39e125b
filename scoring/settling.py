"""The best allocation of a city's resources: an exact search.

Which buildings to activate is the question; everything else follows (see worth.py). Squares are decided one after the
other. What is best from any point on, after any use of the supply, stands in tables filled backwards, as far as terms
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

# Less than anything a city can be worth: for what the supply does not reach.
NEVER = -(10**12)

# Values by Energy Units used so far, and within these by Inhabitants at work so far.
_Table = list[int]


def settle(city: City, rules: Rules) -> Allocation:
    """The best allocation: most VP, then most Inhabitants on buildings, then fewest empty squares; exact.

    Equal optima always resolve the same way. Raises RuleError for a city of the other mode.
    """
    check_mode(city, rules)
    worth = Worth(city, rules)
    return worth.allocation(_Search(worth).best())


class _Node(NamedTuple):
    """A point of the search before a step: what activating adds, and where each choice leads in the next layer."""

    adds: int
    left_out: int
    activated: int


class _Rises(NamedTuple):
    """A term as the search adds it up: what the next activated member adds, by how many already are."""

    members: int
    rises: list[int]


class _Search:
    def __init__(self, worth: Worth) -> None:
        self.worth = worth
        self.steps = worth.steps
        self.best_value = -inf
        self.best_mask = 0
        # The squares not yet decided before each step, and after the last.
        self.undecided = [sum([step.bit for step in self.steps[depth:]]) for depth in range(len(self.steps) + 1)]
        # A row of a table ends with a place for what no supply reaches, where one step too many leads.
        self.most_at_work = min(worth.inhabitants, sum([step.inhabitants for step in self.steps]))
        self.width = self.most_at_work + 2

    def best(self) -> int:
        """The buildings to activate, as a bit mask."""
        terms, promises = [_rises(term) for term in self.worth.terms()], self.worth.promises()
        for claim in self.worth.harbor_claims():
            promised = [*promises, *claim]
            layers, shops = self._layers([*terms, *map(_rises, promised)])
            self._explore(layers, self._tables(layers, shops), promised)
        return self.best_mask

    def _explore(self, layers: list[list[_Node]], tables: list[list[_Table]], promised: list[Term]) -> None:
        """Look for something better than the best so far, under one set of promises.

        The activated square is looked at before the one left out, so of equal optima the first in this order stays.
        """
        worth, steps, width = self.worth, self.steps, self.width
        office_towers = worth.masks[Kind.OFFICE_TOWER]
        stack = [(0, 0, 0, 0, 0, 0)]
        while stack:
            depth, index, at_work, energy, gained, mask = stack.pop()
            bound = gained + tables[depth][index][energy * width + at_work]
            if bound <= self.best_value:
                continue
            if office_towers:
                activated = mask & office_towers
                broken = worth.broken_promises(activated, activated | self.undecided[depth] & office_towers)
                if bound - broken * VP <= self.best_value:
                    continue
            if depth == len(steps):
                self._keep(mask, bound - worth.penalty(mask, worth.inhabitants - at_work), promised)
                continue
            node, step = layers[depth][index], steps[depth]
            stack.append((depth + 1, node.left_out, at_work, energy, gained, mask))
            at_work += step.inhabitants
            energy += step.energy
            if at_work <= worth.inhabitants and energy <= worth.energy:
                stack.append((depth + 1, node.activated, at_work, energy, gained + node.adds, mask | step.bit))

    def _keep(self, mask: int, value: int, promised: list[Term]) -> None:
        """Remember what is better than the best so far, counting exactly instead of by promises."""
        promises = sum([term.values[(mask & term.members).bit_count()] for term in promised])
        value += int((self.worth.collective(mask & self.worth.collective_mask) - promises) * VP)
        if value > self.best_value:
            self.best_value, self.best_mask = value, mask

    def _layers(self, terms: list[_Rises]) -> tuple[list[list[_Node]], list[int]]:
        """All points of the search, a layer a step, and the number of Shops activated at each point after the last.

        Two points are one if they differ only in squares no later term reads, and not in the number of Shops.
        """
        alone = {step.bit: step.use for step in self.steps}
        shared = []
        for term in terms:
            if term.members in alone:
                alone[term.members] += term.rises[0]
            else:
                shared.append(term)
        read_later, read = [0], 0
        for step in reversed(self.steps):
            for members, _ in shared:
                if members & step.bit:
                    read |= members
            read_later.append(read)
        layers = []
        points = {(0, 0): 0}  # squares that matter and Shops, in the order of their indexes
        for step, read in zip(self.steps, read_later[-2::-1], strict=True):
            with_others = [term for term in shared if term.members & step.bit]
            following: dict[tuple[int, int], int] = {}
            layer = []
            for mask, shops in points:
                adds = alone[step.bit]
                for members, rises in with_others:
                    adds += rises[(mask & members).bit_count()]
                left_out = following.setdefault((mask & read, shops), len(following))
                after = ((mask | step.bit) & read, shops + step.is_shop)
                layer.append(_Node(adds, left_out, following.setdefault(after, len(following))))
            layers.append(layer)
            points = following
        return layers, [shops for _, shops in points]

    def _tables(self, layers: list[list[_Node]], shops: list[int]) -> list[list[_Table]]:
        """For each point, layer by layer, the best that can follow after every use of the supply that leads there."""
        worth, width = self.worth, self.width
        used = [0]  # the most Energy Units used before each step, and after the last
        for step in self.steps:
            used.append(min(worth.energy, used[-1] + step.energy))
        closing = {open_shops: self._closing(open_shops, used[-1]) for open_shops in set(shops)}
        tables = [[closing[open_shops] for open_shops in shops]]
        for depth in range(len(self.steps) - 1, -1, -1):
            step, following = self.steps[depth], tables[-1]
            rows = used[depth] + 1
            shift = step.energy * width + step.inhabitants
            layer = []
            for adds, left_out, activated in layers[depth]:
                without = following[left_out]
                table = [
                    skipped if skipped > (value := taken + adds) else value
                    for skipped, taken in zip(without[: rows * width], following[activated][shift:], strict=False)
                ]
                table += without[len(table) : rows * width]
                if step.inhabitants:
                    table[width - 1 :: width] = [NEVER] * rows
                layer.append(table)
            tables.append(layer)
        return tables[::-1]

    def _closing(self, shops: int, most_energy: int) -> _Table:
        """The table of a point after the last step, with so many Shops to take Customers."""
        worth = self.worth
        served = [worth.customers_bring(shops, worth.inhabitants - count) for count in range(self.most_at_work + 1)]
        table = []
        for energy in range(most_energy + 1):
            absorbed = worth.parks_absorb(worth.energy - energy)
            table += [value + absorbed for value in served]
            table.append(NEVER)
        return table


def _rises(term: Term) -> _Rises:
    values = [int(vp * VP) for vp in term.values]
    return _Rises(term.members, [after - before for before, after in pairwise(values)])
