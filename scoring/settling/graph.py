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
from scoring.settling.problem import VP, Decision, Problem
from scoring.settling.states import (
    COUNTER_BITS,
    COUNTER_MASK,
    FinalCounts,
    Transition,
    counter_transition,
    selection_transition,
    term_transition,
)
from scoring.settling.supply import Prices, StandAloneBuildings

# A worth below the worth of any city. In a table, it marks the entries that no allocation can use.
NEVER = -(10**6) * VP

# `Graph.prices` changes prices by the first of these amounts, then by the second, and then by the third.
STEPS = (4 * VP, VP, VP // 2)

# The table of a point: the highest worth that the remaining choices can add, for each supply used so far. It is a list
# of rows joined together: a row for each number of Energy Units used, and in the row a value for each number of
# Inhabitants at work.
_BoundTable = list[int]


# Three numbers describe a point before a choice: the worth that activating the square adds, the index of the next point
# if the square is not activated, and the index of the next point if it is activated.
_Node = tuple[int, int, int]


class TooManyNodesError(Exception):
    """The graph has more than `most_nodes` points."""


class Graph:
    """The choices of a city as a graph. Each choice has a layer of points, which lead to points of the next layer."""

    def __init__(self, problem: Problem, *, towers_first: bool = False, most_nodes: int | None = None) -> None:
        """Make the graph; if `towers_first` is set, decide the Office Towers first.

        Raises TooManyNodesError if `most_nodes` is given and the graph has more points.
        """
        self.problem = problem
        self.towers_first = towers_first
        self.most_nodes = most_nodes
        self.estimates = Estimates(problem)
        self.mask, self.gained = problem.forced, self.estimates.gained
        self.decisions = self._ordered_decisions()
        # A choice may need more Inhabitants than are left. So each row of a table ends with `padding` entries for more
        # Inhabitants at work than the supply has. These entries hold NEVER, so the tables never use an impossible
        # choice.
        inhabitants = [decision.inhabitants for decision in self.decisions]
        self.most_at_work = min(problem.inhabitants, sum(inhabitants))
        self.padding = max([1, *inhabitants])
        self.width = self.most_at_work + 1 + self.padding
        # From this depth on, no choice takes an Energy Unit.
        self.energy_depth = max(
            [depth for depth, decision in enumerate(self.decisions, 1) if decision.energy], default=0
        )
        # `leftover_energy_values[n]` is the worth of the Energy Units that remain if the choices take n of them.
        self.leftover_energy_values = self._leftover_energy_values()
        self.corrections = Corrections(self.estimates, self.decisions)
        self.layers, self.final_counts = self._layers()
        self.is_pruned = False

    def _ordered_decisions(self) -> list[Decision]:
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
        inhabitant_users, energy_users = [], [(self.problem.energy_value, 0)] * self.problem.parks
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
                    inhabitant_users.append((value, decision.bit))
                elif decision.energy:
                    energy_users.append((value, decision.bit))
                else:
                    self.gained += value
                    self.mask |= decision.bit
        self.inhabitant_users, self.energy_users = (
            StandAloneBuildings(inhabitant_users),
            StandAloneBuildings(energy_users),
        )
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
        return self.node_count * self.width * len(self.leftover_energy_values)

    @property
    def node_count(self) -> int:
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
        return self._fixed_part(prices) + self._priced_bounds(prices)[0][0]

    def _scarce(self, prices: Prices) -> Prices:
        """Return these prices, with the price 0 for each resource that suffices for all uses together."""
        inhabitant = 0 if self.problem.plenty_of_inhabitants else prices.inhabitant
        return Prices(inhabitant, 0 if self.problem.plenty_of_energy else prices.energy)

    def _fixed_part(self, prices: Prices) -> int:
        """Return the part of `bound` that does not depend on choices and Customers."""
        stand_alone = self.inhabitant_users.sum_above(prices.inhabitant) + self.energy_users.sum_above(prices.energy)
        supply = self.problem.inhabitants * prices.inhabitant + self.problem.energy * prices.energy
        return self.gained + stand_alone + supply

    def _priced_bounds(self, prices: Prices) -> list[list[int]]:
        """Return a list for each layer. It has one value per point, for the best way to go on from this point.

        The value is the worth that this way adds, minus the prices of the units that this way uses.
        """
        final = {
            count: max(
                [value - sold * prices.inhabitant for sold, value in enumerate(self.problem.customer_values(*count))]
            )
            for count in set(self.final_counts)
        }
        best = [final[count] for count in self.final_counts]
        layers = [best]
        for decision, layer in zip(reversed(self.decisions), reversed(self.layers), strict=True):
            price = decision.inhabitants * prices.inhabitant + decision.energy * prices.energy
            best = [
                skipped if (skipped := best[left_out]) > (taken := best[activated] + adds - price) else taken
                for adds, left_out, activated in layer
            ]
            layers.append(best)
        return layers[::-1]

    def pruned(self, prices: Prices, to_beat: int) -> "Graph":
        """Return a copy of this graph without the ways whose bound at these prices is at most `to_beat`.

        If a side of a choice leads only to such ways, this side leads to the point -1 in the copy. The table of the
        point -1 holds only NEVER.
        """
        graph = copy(self)
        graph.is_pruned = True
        graph.layers = []
        prices = self._scarce(prices)
        priced = self._priced_bounds(prices)
        to_beat -= self._fixed_part(prices)
        # Maps each point of the layer to the value of the best way to this point: worth minus prices of used units.
        # Points that no way reaches are missing.
        nodes = {0: 0}
        for decision, layer, following in zip(self.decisions, self.layers, priced[1:], strict=True):
            price = decision.inhabitants * prices.inhabitant + decision.energy * prices.energy
            next_nodes: dict[int, int] = {}
            kept = []
            for node, gained in nodes.items():
                adds, left_out, activated = layer[node]
                taken = gained + adds - price
                if gained + following[left_out] <= to_beat:
                    left_out = -1
                elif gained > next_nodes.get(left_out, NEVER):
                    next_nodes[left_out] = gained
                if taken + following[activated] <= to_beat:
                    activated = -1
                elif taken > next_nodes.get(activated, NEVER):
                    next_nodes[activated] = taken
                kept.append((adds, left_out, activated))
            new_indexes = {index: new_index for new_index, index in enumerate(next_nodes)} | {-1: -1}
            graph.layers.append(
                [(adds, new_indexes[left_out], new_indexes[activated]) for adds, left_out, activated in kept]
            )
            nodes = next_nodes
        graph.final_counts = [self.final_counts[index] for index in nodes]
        return graph

    def _layers(self) -> tuple[list[list[_Node]], list[FinalCounts]]:
        """Find all points. Return a layer of nodes for each choice, and the counts at each point after the last choice.

        A point is one number that holds several counts. These are the number of open Shops, the number of workers, and
        the number of activated squares of each term that has both decided and undecided squares. If two counts of a
        term lead to the same later gains, the point holds the smaller count.
        """
        layers, total = [], 0
        shops, workers = map(min, self.problem.counter_limits, self.problem.counts(self.problem.forced))
        states = {shops | workers << COUNTER_BITS: 0}
        for decision, transitions in zip(self.decisions, self._transitions(), strict=True):
            value = self.estimates.own_values[decision.bit]
            if not transitions:
                layers.append([(value, index, index) for index in range(len(states))])
                continue
            next_states: dict[int, int] = {}
            layer = []
            for state in states:
                adds, left_out, activated = value, state, state
                for shift, rows in transitions:
                    more, skip, take = rows[state >> shift & COUNTER_MASK]
                    adds += more
                    left_out += skip
                    activated += take
                if (to_left_out := next_states.get(left_out)) is None:
                    to_left_out = next_states[left_out] = len(next_states)
                if (to_activated := next_states.get(activated)) is None:
                    to_activated = next_states[activated] = len(next_states)
                layer.append((adds, to_left_out, to_activated))
            layers.append(layer)
            states = next_states
            total += len(states)
            if self.most_nodes and total > self.most_nodes:
                raise TooManyNodesError
        return layers, [FinalCounts(state & COUNTER_MASK, state >> COUNTER_BITS & COUNTER_MASK) for state in states]

    def _transitions(self) -> list[list[Transition]]:
        """List the effects of each choice on the counts in a point."""
        transitions: dict[int, list[Transition]] = {decision.bit: [] for decision in self.decisions}
        order = {bit: position for position, bit in enumerate(transitions)}
        starts = {}  # by a claim's bit: adding this number to a point sets the count of the claim's term to 1
        shift = 2 * COUNTER_BITS
        selections = self.estimates.selections
        terms = [(0, term) for term in self.estimates.shared_terms] + [
            (bit, selection.rest) for bit, selection in selections.items()
        ]
        for selection_bit, (members, gains) in terms:
            needs_selection = selection_bit > 0
            bits = [1 << square for square in squares_of(members)]
            if len(bits) > 1:
                bits.sort(key=order.__getitem__)
            for left, bit in enumerate(reversed(bits)):
                transitions[bit].append(term_transition(gains, left, shift, needs_selection))
            starts[selection_bit] = 1 << shift if bits else 0
            shift += COUNTER_BITS
        last = {selections[bit].axis: bit for bit in transitions if bit in selections}
        flags = {axis: shift + COUNTER_BITS * position for position, axis in enumerate(last)}
        for bit, selection in selections.items():
            is_last = last[selection.axis] == bit
            transitions[bit].append(
                selection_transition(selection.gain, starts[bit], flags[selection.axis], is_last=is_last)
            )
        shops, workers = self.problem.counter_limits
        for decision in self.decisions:
            if decision.is_shop:
                transitions[decision.bit].append(counter_transition(1, shops, 0))
            if decision.workers:
                transitions[decision.bit].append(counter_transition(decision.workers, workers, COUNTER_BITS))
        return [*transitions.values()]

    def bound_tables(self) -> list[list[_BoundTable]]:
        """Return a table for each point, layer by layer.

        From depth `energy_depth` on, tables leave out the worth of the Energy Units left over, because the search
        itself adds this worth.
        """
        width, most_energy = self.width, len(self.leftover_energy_values) - 1
        used = [*accumulate([decision.energy for decision in self.decisions[: self.energy_depth]], initial=0)]
        final = {count: self._final_table(count) for count in set(self.final_counts)}
        tables = [[final[count] for count in self.final_counts]]
        if self.is_pruned:
            tables[0].append([NEVER] * self.width)
        for depth in range(len(self.decisions) - 1, -1, -1):
            decision, following, rows = self.decisions[depth], tables[-1], 1
            if depth < self.energy_depth:
                rows += min(most_energy, used[depth])
                if depth == self.energy_depth - 1:
                    following = [
                        [value + gain for gain in self.leftover_energy_values for value in row] for row in following
                    ]
            size, shift = rows * width, decision.energy * width + decision.inhabitants
            # If a table has several rows, the last entries of a row are for more Inhabitants than the supply has. The
            # code below fills these entries wrongly, with values of the next row. So set them to NEVER afterwards.
            padding = range(width - decision.inhabitants, width) if rows > 1 else ()
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
                for entry in padding:
                    table[entry::width] = [NEVER] * rows
                layer.append(table)
            if self.is_pruned:
                layer.append([NEVER] * size)
            tables.append(layer)
        return tables[::-1]

    def _final_table(self, count: FinalCounts) -> _BoundTable:
        """Return the table of a point after the last choice.

        Divide the Inhabitants that are left between Customers and independent buildings in the best way.
        """
        customers, gains = self._customer_values(count), self.inhabitant_users.gains
        if len(gains) == 1:
            within = customers[: self.most_at_work + 1]
        else:
            within = [max(map(add, gains, customers[at_work:])) for at_work in range(self.most_at_work + 1)]
        return [*within, *[NEVER] * self.padding]

    def _leftover_energy_values(self) -> list[int]:
        """Return a list: entry n is the worth of the Energy Units that remain after the choices took n of them.

        If Energy Units suffice for all uses, the list has one entry.
        """
        problem, gains = self.problem, self.energy_users.gains
        if problem.plenty_of_energy:
            return [gains[-1]]
        most = min(problem.energy, sum([decision.energy for decision in self.decisions]))
        return [gains[min(problem.energy - taken, len(gains) - 1)] for taken in range(most + 1)]

    def _customer_values(self, count: FinalCounts) -> list[int]:
        """Return a list: entry n is the most worth that Customers can add if n Inhabitants are used elsewhere.

        If Inhabitants suffice for all uses, the list has one entry.
        """
        values = self.problem.customer_values(*count)
        if self.problem.plenty_of_inhabitants:
            return [values[-1]]
        more = self.problem.inhabitants + 1 - len(values)
        return [*[values[-1]] * more, *values[::-1]] if more >= 0 else [*values[more - 1 :: -1]]

    def stand_alone(self, index: int, at_work: int, energy: int) -> int:
        """Return the mask of the independent buildings to activate with the supply left after all choices.

        `index` is the index of the point after the last choice. `at_work` and `energy` are the numbers of Inhabitants
        and Energy Units that the choices have used.
        """
        customers = self._customer_values(self.final_counts[index])[at_work:]
        served = [*map(add, self.inhabitant_users.gains, customers)]
        left = min(self.problem.energy - energy, len(self.energy_users.masks) - 1)
        return self.inhabitant_users.masks[served.index(max(served))] | self.energy_users.masks[left]
