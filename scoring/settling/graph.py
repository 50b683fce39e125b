"""The choices of a city as a graph: a layer of points for each choice, and a table for each point.

`scoring/settling/__init__.py` explains the words: choice, term, worth, promise, claim, point, way, bound, table, price
and independent building.

A point holds only the facts about earlier choices that can still matter. Mostly it holds how many squares of each term
are activated, but not which ones. So different ways can lead to the same point, and the search continues from this
point only once. The depth of a point is the number of choices before it.
"""

from copy import copy
from itertools import accumulate
from operator import add

from scoring.boards import squares_of, united
from scoring.settling.estimates import Corrections, Estimates
from scoring.settling.points import (
    COUNT,
    COUNT_BITS,
    GraphStep,
    PointCount,
    counting,
    counting_on,
    selection_transition,
)
from scoring.settling.problem import VP, Decision, Problem
from scoring.settling.supply import Independent, Prices

# A worth below the worth of any city. In a table, it marks the entries that no allocation can use.
NEVER = -(10**6) * VP

# `Graph.prices` changes prices by the first of these amounts, then by the second, and then by the third.
STEPS = (4 * VP, VP, VP // 2)

# The table of a point: the highest worth that the remaining choices can add, for each supply used so far. It is a list
# of rows joined together: a row for each number of Energy Units used, and in the row a value for each number of
# Inhabitants at work.
_VpTable = list[int]


# Three numbers describe a point before a choice: the worth that activating the square adds, the index of the next point
# if the square is not activated, and the index of the next point if it is activated.
_Node = tuple[int, int, int]


class TooManyPointsError(Exception):
    """The graph has more than `most_points` points."""


class Graph:
    """The choices of a city as a graph. Each choice has a layer of points, which lead to points of the next layer."""

    def __init__(self, problem: Problem, *, towers_first: bool = False, most_points: int | None = None) -> None:
        """Make the graph; if `towers_first` is set, decide the Office Towers first.

        Raises TooManyPointsError if `most_points` is given and the graph has more points.
        """
        self.problem = problem
        self.towers_first = towers_first
        self.most_points = most_points
        self.estimates = Estimates(problem)
        self.mask, self.gained = problem.forced, self.estimates.gained
        self.decisions = self._order()
        # A choice may need more Inhabitants than are left. So each row of a table ends with `beyond` entries for more
        # Inhabitants at work than the supply has. These entries hold NEVER, so the tables never use an impossible
        # choice.
        inhabitants = [decision.inhabitants for decision in self.decisions]
        self.most_at_work = min(problem.inhabitants, sum(inhabitants))
        self.beyond = max([1, *inhabitants])
        self.width = self.most_at_work + 1 + self.beyond
        # From this depth on, no choice takes an Energy Unit.
        self.powered = max([depth for depth, decision in enumerate(self.decisions, 1) if decision.energy], default=0)
        # `absorbed[n]` is the worth of the Energy Units that remain if the choices take n of them.
        self.absorbed = self._absorbed()
        self.corrections = Corrections(self.estimates, self.decisions)
        self.layers, self.counts = self._layers()
        self.is_narrow = False

    def _order(self) -> list[Decision]:
        """Set aside the independent buildings, and return the other choices in the order of the graph.

        Choices that share a term with others come first. If `towers_first` is set, Office Towers come before all other
        choices. Each claim is inserted where `_with_selections` says. An independent building that takes nothing from
        the supply is activated at once if its worth is positive.
        """
        estimates = self.estimates
        rests = [selection.rest for selection in estimates.selections.values()]
        estimated = (
            estimates.key_squares
            | sum(estimates.key_groups)
            | united([members for _, (members, _) in estimates.harbor_lines])
        )
        linked = united([members for members, _ in (*estimates.shared_terms, *rests)])
        first, last = [], []
        for_inhabitants, for_energy = [], [(self.problem.energy_value, 0)] * self.problem.parks
        for decision in self.problem.decisions:
            if decision.bit & linked:
                first.append(decision)
            elif (
                decision.bit & estimated
                or decision.is_shop
                or decision.workers
                or decision.inhabitants + decision.energy > 1
            ):
                last.append(decision)
            elif (value := estimates.own_values[decision.bit]) > 0:
                if decision.inhabitants:
                    for_inhabitants.append((value, decision.bit))
                elif decision.energy:
                    for_energy.append((value, decision.bit))
                else:
                    self.gained += value
                    self.mask |= decision.bit
        self.for_inhabitants, self.for_energy = Independent(for_inhabitants), Independent(for_energy)
        # Put choices with Energy Units first. After the last of them, the tables need only one row.
        last.sort(key=lambda decision: not decision.energy)
        decisions = first + last
        if self.towers_first:
            decisions.sort(key=lambda decision: not decision.is_office_tower)
        return self._with_selections(decisions) if estimates.selections else decisions

    def _with_selections(self, decisions: list[Decision]) -> list[Decision]:
        """Insert each claim before the first choice about a square of its term, or at the start if there is none."""
        selections, ordered = self.estimates.selections, []
        waiting = selections.copy()
        for decision in decisions:
            for bit, selection in selections.items():
                if bit in waiting and selection.rest[0] & decision.bit:
                    del waiting[bit]
                    ordered.append(Decision(bit))
            ordered.append(decision)
        return [*map(Decision, waiting), *ordered]

    @property
    def size(self) -> int:
        """Return an upper limit of the number of values in all tables together."""
        return self.points * self.width * len(self.absorbed)

    @property
    def points(self) -> int:
        return sum(map(len, self.layers))

    def prices(self) -> Prices:
        """Find prices that give a low bound: change one price at a time by one of STEPS, as long as the bound falls."""
        best = Prices(0, 0)
        lowest = self.bound(best)
        tried = {best}
        for step in STEPS:
            before = None
            while before != best:
                before = best
                for more, more_energy in ((step, 0), (0, step), (-step, 0), (0, -step)):
                    prices = self._scarce(Prices(max(0, best.inhabitant + more), max(0, best.energy + more_energy)))
                    if prices not in tried and (bound := self.bound(prices)) < lowest:
                        best, lowest = prices, bound
                    tried.add(prices)
        return best

    def bound(self, prices: Prices) -> int:
        """Return a worth that no allocation exceeds. Any prices give such a bound.

        Imagine that the player sells the whole supply at these prices, and then buys the units for an allocation. If
        the allocation needs no more than the supply, no money is lacking. So the sum of the allocation's worth and the
        money left is at least the allocation's worth. The highest such sum over all allocations is a bound.
        """
        prices = self._scarce(prices)
        return self._paid_back(prices) + self._priced(prices)[0][0]

    def _scarce(self, prices: Prices) -> Prices:
        """Return these prices, with the price 0 for each resource that suffices for all uses together."""
        inhabitant = 0 if self.problem.plenty_of_inhabitants else prices.inhabitant
        return Prices(inhabitant, 0 if self.problem.plenty_of_energy else prices.energy)

    def _paid_back(self, prices: Prices) -> int:
        """Return the part of `bound` that does not depend on choices and Customers."""
        independent = self.for_inhabitants.above(prices.inhabitant) + self.for_energy.above(prices.energy)
        supply = self.problem.inhabitants * prices.inhabitant + self.problem.energy * prices.energy
        return self.gained + independent + supply

    def _priced(self, prices: Prices) -> list[list[int]]:
        """Return a list for each layer. It has one value per point, for the best way to go on from this point.

        The value is the worth that this way adds, minus the prices of the units that this way uses.
        """
        closing = {
            count: max(
                [value - sold * prices.inhabitant for sold, value in enumerate(self.problem.customer_values(*count))]
            )
            for count in set(self.counts)
        }
        best = [closing[count] for count in self.counts]
        layers = [best]
        for decision, layer in zip(reversed(self.decisions), reversed(self.layers), strict=True):
            price = decision.inhabitants * prices.inhabitant + decision.energy * prices.energy
            best = [
                skipped if (skipped := best[left_out]) > (taken := best[activated] + adds - price) else taken
                for adds, left_out, activated in layer
            ]
            layers.append(best)
        return layers[::-1]

    def narrowed(self, prices: Prices, to_beat: int) -> "Graph":
        """Return a copy of this graph without the ways whose bound at these prices is at most `to_beat`.

        If a side of a choice leads only to such ways, this side leads to the point -1 in the copy. The table of the
        point -1 holds only NEVER.
        """
        graph = copy(self)
        graph.is_narrow = True
        graph.layers = []
        prices = self._scarce(prices)
        priced = self._priced(prices)
        to_beat -= self._paid_back(prices)
        # Maps each point of the layer to the value of the best way to this point: worth minus prices of used units.
        # Points that no way reaches are missing.
        points = {0: 0}
        for decision, layer, following in zip(self.decisions, self.layers, priced[1:], strict=True):
            price = decision.inhabitants * prices.inhabitant + decision.energy * prices.energy
            coming: dict[int, int] = {}
            ways = []
            for point, gained in points.items():
                adds, left_out, activated = layer[point]
                taken = gained + adds - price
                if gained + following[left_out] <= to_beat:
                    left_out = -1
                elif gained > coming.get(left_out, NEVER):
                    coming[left_out] = gained
                if taken + following[activated] <= to_beat:
                    activated = -1
                elif taken > coming.get(activated, NEVER):
                    coming[activated] = taken
                ways.append((adds, left_out, activated))
            places = {index: place for place, index in enumerate(coming)} | {-1: -1}
            graph.layers.append([(adds, places[left_out], places[activated]) for adds, left_out, activated in ways])
            points = coming
        graph.counts = [self.counts[index] for index in points]
        return graph

    def _layers(self) -> tuple[list[list[_Node]], list[PointCount]]:
        """Find all points. Return a layer of nodes for each choice, and the counts at each point after the last choice.

        A point is one number that holds several counts. These are the number of open Shops, the number of workers, and
        the number of activated squares of each term that has both decided and undecided squares. If two counts of a
        term lead to the same later gains, the point holds the smaller count.
        """
        layers, count = [], 0
        shops, workers = map(min, self.problem.counter_limits, self.problem.counts(self.problem.forced))
        points = {shops | workers << COUNT_BITS: 0}
        for decision, steps in zip(self.decisions, self._steps(), strict=True):
            value = self.estimates.own_values[decision.bit]
            if not steps:
                layers.append([(value, index, index) for index in range(len(points))])
                continue
            following: dict[int, int] = {}
            layer = []
            for point in points:
                adds, left_out, activated = value, point, point
                for shift, rows in steps:
                    more, skip, take = rows[point >> shift & COUNT]
                    adds += more
                    left_out += skip
                    activated += take
                if (to_left_out := following.get(left_out)) is None:
                    to_left_out = following[left_out] = len(following)
                if (to_activated := following.get(activated)) is None:
                    to_activated = following[activated] = len(following)
                layer.append((adds, to_left_out, to_activated))
            layers.append(layer)
            points = following
            count += len(points)
            if self.most_points and count > self.most_points:
                raise TooManyPointsError
        return layers, [PointCount(point & COUNT, point >> COUNT_BITS & COUNT) for point in points]

    def _steps(self) -> list[list[GraphStep]]:
        """List the effects of each choice on the counts in a point."""
        steps: dict[int, list[GraphStep]] = {decision.bit: [] for decision in self.decisions}
        places = {bit: place for place, bit in enumerate(steps)}
        begins = {}  # by a claim's bit: adding this number to a point sets the count of the claim's term to 1
        shift = 2 * COUNT_BITS
        selections = self.estimates.selections
        terms = [(0, term) for term in self.estimates.shared_terms] + [
            (bit, selection.rest) for bit, selection in selections.items()
        ]
        for selection_bit, (members, gains) in terms:
            needs_selection = selection_bit > 0
            bits = [1 << square for square in squares_of(members)]
            if len(bits) > 1:
                bits.sort(key=places.__getitem__)
            for left, bit in enumerate(reversed(bits)):
                steps[bit].append(counting_on(gains, left, shift, needs_selection))
            begins[selection_bit] = 1 << shift if bits else 0
            shift += COUNT_BITS
        last = {selections[bit].axis: bit for bit in steps if bit in selections}
        flags = {axis: shift + COUNT_BITS * place for place, axis in enumerate(last)}
        for bit, selection in selections.items():
            is_last = last[selection.axis] == bit
            steps[bit].append(selection_transition(selection.gain, begins[bit], flags[selection.axis], is_last=is_last))
        shops, workers = self.problem.counter_limits
        for decision in self.decisions:
            if decision.is_shop:
                steps[decision.bit].append(counting(1, shops, 0))
            if decision.workers:
                steps[decision.bit].append(counting(decision.workers, workers, COUNT_BITS))
        return [*steps.values()]

    def tables(self) -> list[list[_VpTable]]:
        """Return a table for each point, layer by layer.

        From depth `powered` on, tables leave out the worth of the Energy Units left over, because the search itself
        adds this worth.
        """
        width, most_energy = self.width, len(self.absorbed) - 1
        used = [*accumulate([decision.energy for decision in self.decisions[: self.powered]], initial=0)]
        closing = {count: self._closing(count) for count in set(self.counts)}
        tables = [[closing[count] for count in self.counts]]
        if self.is_narrow:
            tables[0].append([NEVER] * self.width)
        for depth in range(len(self.decisions) - 1, -1, -1):
            decision, following, rows = self.decisions[depth], tables[-1], 1
            if depth < self.powered:
                rows += min(most_energy, used[depth])
                if depth == self.powered - 1:
                    following = [[value + gain for gain in self.absorbed for value in row] for row in following]
            size, shift = rows * width, decision.energy * width + decision.inhabitants
            # If a table has several rows, the last entries of a row are for more Inhabitants than the supply has. The
            # code below fills these entries wrongly, with values of the next row. So set them to NEVER afterwards.
            beyond = range(width - decision.inhabitants, width) if rows > 1 else ()
            layer = []
            for adds, left_out, activated in self.layers[depth]:
                skipping = following[left_out]
                if len(skipping) > size:
                    skipping = skipping[:size]
                table = [
                    skipped if skipped > (value := taken + adds) else value
                    for skipped, taken in zip(skipping, following[activated][shift:], strict=False)
                ]
                table += skipping[len(table) :]
                for entry in beyond:
                    table[entry::width] = [NEVER] * rows
                layer.append(table)
            if self.is_narrow:
                layer.append([NEVER] * size)
            tables.append(layer)
        return tables[::-1]

    def _closing(self, count: PointCount) -> _VpTable:
        """Return the table of a point after the last choice.

        Divide the Inhabitants that are left between Customers and independent buildings in the best way.
        """
        bring, gains = self._customer_values(count), self.for_inhabitants.gains
        if len(gains) == 1:
            within = bring[: self.most_at_work + 1]
        else:
            within = [max(map(add, gains, bring[at_work:])) for at_work in range(self.most_at_work + 1)]
        return [*within, *[NEVER] * self.beyond]

    def _absorbed(self) -> list[int]:
        """Return a list: entry n is the worth of the Energy Units that remain after the choices took n of them.

        If Energy Units suffice for all uses, the list has one entry.
        """
        problem, gains = self.problem, self.for_energy.gains
        if problem.plenty_of_energy:
            return [gains[-1]]
        most = min(problem.energy, sum([decision.energy for decision in self.decisions]))
        return [gains[min(problem.energy - taken, len(gains) - 1)] for taken in range(most + 1)]

    def _customer_values(self, count: PointCount) -> list[int]:
        """Return a list: entry n is the most worth that Customers can add if n Inhabitants are used elsewhere.

        If Inhabitants suffice for all uses, the list has one entry.
        """
        values = self.problem.customer_values(*count)
        if self.problem.plenty_of_inhabitants:
            return [values[-1]]
        more = self.problem.inhabitants + 1 - len(values)
        return [*[values[-1]] * more, *values[::-1]] if more >= 0 else [*values[more - 1 :: -1]]

    def independent(self, index: int, at_work: int, energy: int) -> int:
        """Return the mask of the independent buildings to activate with the supply left after all choices.

        `index` is the index of the point after the last choice. `at_work` and `energy` are the numbers of Inhabitants
        and Energy Units that the choices have used.
        """
        bring = self._customer_values(self.counts[index])[at_work:]
        served = [*map(add, self.for_inhabitants.gains, bring)]
        left = min(self.problem.energy - energy, len(self.for_energy.masks) - 1)
        return self.for_inhabitants.masks[served.index(max(served))] | self.for_energy.masks[left]
